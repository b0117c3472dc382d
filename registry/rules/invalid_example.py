"""An example is not valid for its tool.

People and agents copy examples. One that the tool rejects teaches them the wrong call.

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

from registry.diagnostics import Severity, nearest
from registry.rules import Finding, Group
from registry.source import Origin
from registry.validate import checker

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.source import Json

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "change the arguments to match the inputs of the tool"


_SHOWN = 8


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find examples with arguments or outputs that do not match the schemas of their tool."""
    yield from _arguments(tool)
    yield from _output(tool)


def _output(tool: Tool) -> Iterator[Finding]:
    if tool.example_output is None:
        return
    at = Origin(tool.origin.document, tool.example_output.pointer)
    if tool.outputs is None:
        yield Finding(at.place, f"{tool.name!r} declares no output, but has an example of one")
        return
    for steps, problem in checker(tool.outputs)(tool.example_output.value):
        yield Finding(
            at.at(*steps).place,
            f"the example output does not match {tool.name!r}: {problem}",
            "show a response as documented by the provider, and let `outputs` allow it",
        )


def _arguments(tool: Tool) -> Iterator[Finding]:
    properties = tool.inputs.get("properties")
    known = properties if isinstance(properties, dict) else {}
    if not tool.examples:
        return
    problems_of = checker(tool.inputs)
    for example in tool.examples:
        at = Origin(tool.origin.document, (*example.pointer, "arguments"))
        problems = reversed(problems_of(dict(example.arguments)))
        for steps, problem in dict(problems).items():
            argument = at.at(*steps)
            schema = known.get(str(steps[0])) if len(steps) == 1 else None
            message = f"the example does not match {tool.name!r}: {problem}"
            yield Finding(argument.place, message, _quoting(schema, argument))
        for name in example.arguments.keys() - known.keys() if known else ():
            guess, some = nearest(name, known), ", ".join(list(known)[:_SHOWN])
            yield Finding(
                at.at(name).key_place,
                f"the tool {tool.name!r} has no input {name!r}",
                f"did you mean {guess!r}?" if guess else f"its inputs are {some}",
            )


def _quoting(schema: Json, argument: Origin) -> str:
    """Return the hint to quote *argument* if it would then match *schema*, or ""."""
    written = argument.document.spelling(argument.pointer)
    is_string = isinstance(argument.document.get(argument.pointer), str)
    if is_string or not written or not isinstance(schema, dict) or checker(schema)(written):
        return ""
    return f'quote it: "{written}"'
