"""An input in the query that the released UTCP clients send differently.

The Python client fails where an argument in the query is a boolean, an object or null. The
TypeScript client writes a list as `ids[]=1&ids[]=2`, which few servers read; a name that ends in
`[]` already stays as it is. An optional input of such a type is offered all the same, and the call
fails for those who use it.

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
        rain: {type: boolean, description: Whether it rains.}  # expect: unportable-query-input
        fields:  # expect: unportable-query-input
          type: array
          items: {type: string}
          description: What to measure.
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
        rain: {type: string, enum: ["true", "false"], description: Whether it rains.}
        fields: {type: string, description: "What to measure, separated by commas."}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.model import Where
from registry.model.request import WITH_BODY
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Call, Tool
    from registry.utcp_export import Unportable

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "make it a string, which both clients send alike"

_HINTS = {
    "boolean": 'make it `type: string` with `enum: ["true", "false"]`, which both clients send '
    "alike",
    "array": "if the API reads commas, make it a string; if it reads `ids[]=1&ids[]=2`, name the "
    "input `ids[]`; if one value is enough, make it that value",
    "object": "make each part that the API reads an input of its own",
    "null": "clients leave out what is not given: remove `null` from its types",
}


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find inputs in the query that are offered, and not sent alike."""
    if utcp_export.unsendable_inputs(tool):
        return  # it is not offered
    for input_ in utcp_export.unportable_inputs(tool):
        if input_.where is Where.QUERY:
            place = tool.at("inputs", "properties", input_.name).place
            yield Finding(place, input_.sentence, _hint(tool.call, input_))


def _hint(call: Call, input_: Unportable) -> str:
    """Return what to do about *input_*: a list or an object beside no body probably is in it."""
    hint = _HINTS[input_.kind]
    if call.method not in WITH_BODY or call.names(Where.BODY):
        return hint
    if input_.kind == "object":
        return f"if it is the body, write `body_field: {input_.name}`; otherwise {hint}"
    if input_.kind == "null":
        return hint
    return f"if the API reads it in the body, make it a property of `body`; otherwise, {hint}"
