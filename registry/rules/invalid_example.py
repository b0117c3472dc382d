"""An example is not what its tool accepts.

People and agents copy examples. One that the tool refuses teaches them the wrong call.

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
        place: {type: string, description: Name of a town.}
      required: [place]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
      arguments:
        place: 17  # expect: invalid-example
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
        place: {type: string, description: Name of a town.}
      required: [place]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
      arguments:
        place: Oslo
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.source import Origin
from registry.validate import checker, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "write arguments that the inputs of the tool allow"


_SHOWN = 8


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Hold the arguments of every example against the inputs of its tool."""
    properties = tool.inputs.get("properties")
    known = properties if isinstance(properties, dict) else {}
    if not tool.examples:
        return
    problems_of = checker(tool.inputs)
    for example in tool.examples:
        at = Origin(tool.origin.document, (*example.pointer, "arguments"))
        for steps, problem in problems_of(dict(example.arguments)):
            yield Finding(at.at(*steps).place, f"the example does not fit {tool.name!r}: {problem}")
        for name in example.arguments.keys() - known.keys() if known else ():
            guess, some = nearest(name, known), ", ".join(list(known)[:_SHOWN])
            yield Finding(
                at.at(name).key_place,
                f"the tool {tool.name!r} has no input {name!r}",
                f"did you mean {guess!r}?" if guess else f"its inputs are {some}",
            )
