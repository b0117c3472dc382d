"""A pattern has slashes around it, as regular expressions of JavaScript do.

A `pattern` of JSON Schema has nothing around the expression. Slashes belong to it, so `/^a$/` asks
for a slash before the beginning of the string: no value matches, and clients that check arguments
refuse every call. Flags are no part of JSON Schema either.

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
        station: {type: string, pattern: '/^[A-Z]{4}$/'}  # expect: delimited-pattern
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
        station: {type: string, pattern: '^[A-Z]{4}$'}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._quoting import quoted
from registry.rules._schema_pieces import pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write the expression without slashes"

_DELIMITED = re.compile(r"/(?P<inner>\^.*|.*(?<!\\)\$)/(?P<flags>[dgimsuvy]*)", re.DOTALL)
"""With an anchor beside a slash: as it is, that matches nothing, so nobody can have meant it."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find patterns between slashes, of which one is at an anchor."""
    for piece in pieces_of(tool):
        stated = piece.schema.get("pattern")
        match = _DELIMITED.fullmatch(stated) if isinstance(stated, str) else None
        if match:
            yield Finding(
                piece.place("pattern"),
                f"the pattern {quoted(match[0])} has slashes around it, which are taken literally",
                _without_delimiters(match["inner"], match["flags"]),
            )


def _without_delimiters(inner: str, flags: str) -> str:
    """Return what to write for the expression *inner* with *flags* of JavaScript."""
    if "i" not in flags:
        return f"write {quoted(inner)}"
    return f"write {quoted(inner)}, with both cases of each letter: there is no flag `i`"
