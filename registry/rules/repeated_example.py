"""Two examples of one tool have the same arguments.

The second shows nothing new, and takes the place of a task that would: another place, another
filter, or another question that needs other values.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
      arguments: {place: Oslo}
    - task: How warm is it in Oslo?
      tool: get_weather
      arguments: {place: Oslo}  # expect: repeated-example
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
      arguments: {place: Oslo}
    - task: How warm is it in Bergen?
      tool: get_weather
      arguments: {place: Bergen}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model.canonical import canonical
from registry.rules import Finding, Group
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write a task with other arguments, or remove the example"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find examples with the arguments of an earlier one, unless the tool takes none."""
    if not tool.properties:
        return
    seen: dict[bytes, str] = {}
    for example in tool.examples:
        task = seen.setdefault(canonical(dict(example.arguments)), example.task)
        if task is not example.task:
            place = tool.at_example(example, "arguments").place
            yield Finding(place, f"the arguments are the same as in the example {quoted(task)}")
