"""A regular expression in a schema is not valid, or can be very slow.

Readers refuse a whole schema because of one pattern that is not a regular expression. A repeated
repetition, such as `(a+)+`, keeps most engines busy for hours with a short string, and so do five
in a row that accept the same character. Engines that avoid this do not support look-around and
back-references.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place: {type: string, pattern: '^([a-z]+)*$'}  # expect: hazardous-pattern
        station: {type: string, pattern: '[0-9'}  # expect: hazardous-pattern
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place: {type: string, pattern: '^[a-z]+$'}
        station: {type: string, pattern: '^[0-9]+(-[0-9]+)*$'}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._backtracking import is_slow
from registry.rules._exponential_pattern import explodes
from registry.rules._quoting import quoted
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import mapping
from registry.validate import is_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.diagnostics import Place
    from registry.model import Release, Tool

SEVERITY = Severity.WARNING
GRAVEST = Severity.ERROR
HINT = "write it without repeated repetitions, look-around and back-references, or remove it"

_LONGEST = 1000
_MOST_IN_DEPTH = 200
"""Patterns of one release that are analysed: few releases have more."""
_GAPS = re.compile(r"(?:\.[*+]){3}")


def check_release(release: Release) -> Iterator[Finding]:
    """Find patterns that do not compile, take exponential time, or need backtracking."""
    patterns = [each for tool in release.read_tools for each in _patterns(tool)]
    trouble = {
        pattern: _hazard(pattern, in_depth=number < _MOST_IN_DEPTH)
        for number, pattern in enumerate(dict.fromkeys(pattern for _, pattern in patterns))
    }
    for place_of, pattern in patterns:
        if hazard := trouble[pattern]:
            is_none = hazard == _UNUSABLE
            yield Finding(
                place_of(),
                f"the pattern {quoted(pattern)} {hazard}",
                _fix(pattern) if is_none else "",
                Severity.ERROR if is_none else None,
            )


def _patterns(tool: Tool) -> Iterator[tuple[Callable[[], Place], str]]:
    """Yield every pattern, and a function that returns its place, which costs a second reading."""
    for piece in pieces_of(tool):
        pattern = piece.schema.get("pattern")
        if isinstance(pattern, str):
            yield partial(piece.place, "pattern"), pattern
        for pattern in mapping(piece.schema.get("patternProperties")):
            yield partial(piece.key_place, "patternProperties", pattern), pattern


_UNUSABLE = "is not a regular expression"
_FIX = "close every bracket, and put a backslash before a literal special character"
_ANCHOR = re.compile(r"\\[AZz]")


def _fix(pattern: str) -> str:
    """Return how to make *pattern* one; other languages have anchors of their own."""
    return r"write `^` for `\A`, and `$` for `\Z`" if _ANCHOR.search(pattern) else _FIX


@lru_cache(maxsize=1_000)  # many tools ask for the same dates, codes and ids
def _hazard(pattern: str, *, in_depth: bool) -> str:
    if not is_pattern(pattern):
        return _UNUSABLE
    if len(pattern) > _LONGEST:
        return f"has {len(pattern):,} characters"
    if _GAPS.search(pattern) or (in_depth and (explodes(pattern) or is_slow(pattern))):
        return "can match one string in many ways, which can take some engines forever"
    return "" if is_pattern(pattern, linear=True) else "needs an engine that can take forever"
