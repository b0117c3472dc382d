"""A regular expression in a schema cannot be used, or only at a price.

A pattern that is no regular expression makes readers refuse the whole schema. One that repeats a
repetition, such as `(a+)+`, keeps most engines busy for hours with a short text. Look-around and
back-references are unknown to engines that avoid this.

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
from functools import partial
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._ambiguity import explodes
from registry.rules._schemas import Schemas
from registry.rules._shown import shown
from registry.validate import is_pattern

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.diagnostics import Place
    from registry.model import Release

SEVERITY = Severity.WARNING
HINT = "write it without repeated repetitions, look-around and back-references, or leave it out"

_LONGEST = 1000
_MOST_IN_DEPTH = 200
"""Patterns of one release that are taken apart: few have more that differ."""
_GAPS = re.compile(r"(?:\.[*+]){3}")


def check_release(release: Release) -> Iterator[Finding]:
    """Find patterns that do not compile, that explode, or that linear engines refuse."""
    known: dict[str, str] = {}
    for tool in release.tools:
        for place_of, pattern in _patterns(Schemas(tool)):
            if pattern not in known:
                known[pattern] = _trouble(pattern, in_depth=len(known) < _MOST_IN_DEPTH)
            if what := known[pattern]:
                is_none = what == _UNUSABLE
                yield Finding(
                    place_of(),
                    f"the pattern {shown(pattern)} {what}",
                    _MENDED if is_none else "",
                    Severity.ERROR if is_none else None,
                )


def _patterns(schemas: Schemas) -> Iterator[tuple[Callable[[], Place], str]]:
    """Yield every pattern, and a function that tells where it stands: that costs a reading."""
    for piece in schemas.pieces:
        pattern = piece.schema.get("pattern")
        if isinstance(pattern, str):
            yield partial(piece.place, "pattern"), pattern
        named = piece.schema.get("patternProperties")
        for pattern in named if isinstance(named, dict) else ():
            yield partial(piece.key_place, "patternProperties", pattern), pattern


_UNUSABLE = "is no regular expression"
_MENDED = "close every bracket, and put a backslash before a sign that means itself"


def _trouble(pattern: str, *, in_depth: bool) -> str:
    if not is_pattern(pattern):
        return _UNUSABLE
    if len(pattern) > _LONGEST:
        return f"has {len(pattern):,} characters"
    if _GAPS.search(pattern) or (in_depth and explodes(pattern)):
        return "can match one text in many ways, which takes some engines for ever"
    return "" if is_pattern(pattern, linear=True) else "needs an engine that can take for ever"
