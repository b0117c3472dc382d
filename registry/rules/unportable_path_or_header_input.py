"""An input in the path or a header that the released UTCP clients send differently.

There, the Python client writes what Python prints for a value, and the TypeScript client what
JavaScript converts it to: `True` and `true` for a boolean, `['a', 'b']` and `a,b` for a list. An
optional input of such a type is offered all the same, and the server refuses what it cannot read.

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
        X-Rain:  # expect: unportable-path-or-header-input
          type: boolean
          description: Whether it rains.
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
      header_fields: [X-Rain]
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
        X-Rain: {type: string, enum: ["true", "false"], description: Whether it rains.}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
      header_fields: [X-Rain]
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.model import Where
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "make it a string, which both clients send alike"

_HINTS = {
    "boolean": 'make it `type: string` with `enum: ["true", "false"]`, which both clients send '
    "alike",
    "array": "make it a string that the caller writes as the API reads it",
    "object": "make it a string that the caller writes as the API reads it",
    "null": "clients leave out what is not given: remove `null` from its types",
}


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find inputs in the path and in headers that are offered, and not sent alike."""
    if utcp_export.unsendable_inputs(tool):
        return  # it is not offered
    for input_ in utcp_export.unportable_inputs(tool):
        if input_.where in (Where.PATH, Where.HEADER):
            place = tool.at("inputs", "properties", input_.name).place
            yield Finding(place, input_.sentence, _HINTS[input_.kind])
