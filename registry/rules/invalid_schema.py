"""A schema is not valid JSON Schema.

Readers refuse it, and most clients then refuse the whole manual.

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
        places: {type: array, minContains: -1}  # expect: invalid-schema
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
        places: {type: array, minContains: 1}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.validate import schema_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = (
    "write a value that this keyword can have; https://json-schema.org/understanding-json-schema "
    "explains each one"
)


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find inputs and outputs that are not valid under the meta-schema of JSON Schema."""
    for side, schema in (("inputs", tool.inputs), ("outputs", tool.outputs)):
        if schema is not None and (problem := schema_problem(schema)):
            yield Finding(
                tool.at(side, *problem.pointer).place,
                f"the {side} of {tool.name!r} are not valid JSON Schema: {problem.sentence}",
                problem.hint,
            )
