"""An input is declared elsewhere than below `properties`.

Clients, models' function definitions and forms know the inputs below `properties` of a tool's
inputs, and this registry places only those in the request. An input that only a `$ref` or an
`allOf` beside it declares is offered by none of them, or refused as unknown. Hosts give a model the
whole schema of an MCP server, so there it is only a warning.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      $ref: "#/$defs/Place"  # expect: hidden-input
      $defs:
        Place: {type: object, properties: {place: {type: string}}}
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
        place: {$ref: "#/$defs/Place"}
      $defs:
        Place: {type: string}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._quoting import quoted
from registry.rules._schema_pieces import hidden_inputs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "write out all inputs below `properties`; the schema of each may be a `$ref`"

_SHOWN = 4


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find inputs of *tool* that only a part of its schema beside `properties` declares."""
    hidden = hidden_inputs(tool)
    for place in list(hidden.values())[:1]:
        names = ", ".join(map(quoted, list(hidden)[:_SHOWN]))
        yield Finding(
            tool.at("inputs", *place).place,
            f"clients do not find {names} in `{place[0]}`: they only look below `properties`",
            severity=Severity.WARNING if tool.protocol == "mcp" else None,
        )
