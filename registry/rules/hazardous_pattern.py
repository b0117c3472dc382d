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
from functools import lru_cache
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._shown import shown
from registry.validate import is_pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._schemas import Schemas

SEVERITY = Severity.WARNING
HINT = "write it without repeated repetitions, look-around and back-references, or leave it out"

_LONGEST = 1000
_GROUP = re.compile(r"\((?:\?:)?((?:\\.|\[(?:\\.|[^\]])*\]|[^()\\\[])*)\)(?:[*+]|\{\d+,\})")
"""A group without groups inside, repeated without end."""

_ATOM = re.compile(r"((?:\\.|\[(?:\\.|[^\]])*\]|[^\\\[*+?{]))([*+?]|\{\d*,?\d*\})?")
_GAPS = re.compile(r"(?:\.[*+]){3}")


def check_schemas(schemas: Schemas) -> Iterator[Finding]:
    """Find patterns that do not compile, that explode, or that linear engines refuse."""
    for piece in schemas.pieces:
        pattern = piece.schema.get("pattern")
        if isinstance(pattern, str) and (what := _trouble(pattern)):
            severity = Severity.ERROR if what == _UNUSABLE else None
            yield Finding(
                piece.place("pattern"),
                f"the pattern {shown(pattern)} {what}",
                _MENDED if what == _UNUSABLE else "",
                severity,
            )
        named = piece.schema.get("patternProperties")
        for pattern in named if isinstance(named, dict) else ():
            if what := _trouble(pattern):
                severity = Severity.ERROR if what == _UNUSABLE else None
                yield Finding(
                    piece.key_place("patternProperties", pattern),
                    f"the pattern {shown(pattern)} {what}",
                    _MENDED if what == _UNUSABLE else "",
                    severity,
                )


_UNUSABLE = "is no regular expression"
_MENDED = "close every bracket, and put a backslash before a sign that means itself"


@lru_cache(maxsize=10_000)
def _trouble(pattern: str) -> str:
    if not is_pattern(pattern):
        return _UNUSABLE
    if len(pattern) > _LONGEST:
        return f"has {len(pattern):,} characters"
    if _GAPS.search(pattern) or any(map(_is_ambiguous, _GROUP.findall(pattern))):
        return "repeats a repetition, which takes some engines for ever"
    return "" if is_pattern(pattern, linear=True) else "needs an engine that can take for ever"


def _is_ambiguous(body: str) -> bool:
    """Tell whether a repeated group can match the same text in many ways.

    It can when two of its branches are equal, or when a branch has an endless repetition and
    nothing else that must be there. Other ways are not seen.
    """
    branches = body.split("|")
    if len(set(branches)) < len(branches):
        return True
    for branch in branches:
        kinds = [quantifier for _, quantifier in _ATOM.findall(branch)]
        must = [kind for kind in kinds if kind not in ("*", "?") and not kind.startswith("{0,")]
        endless = [kind for kind in must if kind == "+" or kind.endswith(",}")]
        if must == endless and (len(must) == 1 or (not must and "*" in kinds)):
            return True
    return False
