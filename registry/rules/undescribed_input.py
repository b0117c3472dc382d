"""A required input has no description.

A model must guess its value. A name such as `q` or `id` does not say which words, whose id, or in
which format.

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
        place: {type: string}  # expect: undescribed-input
      required: [place]
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
        place: {type: string, description: Name of a town.}
      required: [place]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity, did_you_mean
from registry.rules import Finding, Group
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "say in its `description` what it means, with an example"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find required inputs of which the schema says nothing or only the type."""
    properties = tool.inputs.get("properties")
    required = tool.inputs.get("required")
    if not isinstance(properties, dict) or not isinstance(required, list):
        return
    is_whole = tool.inputs.keys().isdisjoint(_ELSEWHERE)
    for name in map(str, required):
        schema = properties.get(name)
        if is_whole and name not in properties:
            yield Finding(
                tool.at("inputs", "required").place,
                f"{tool.name!r} requires {name!r}, which is not one of its inputs",
                did_you_mean(name, (each for each in properties if each not in required))
                or _inside(name, properties)
                or "declare it below `properties`, or remove it from `required`",
            )
        if isinstance(schema, dict) and schema.keys().isdisjoint(_TELLING):
            yield Finding(
                tool.at("inputs", "properties", name).key_place,
                f"the input {name!r} of {tool.name!r} has no description",
            )


def _inside(name: str, properties: Mapping[str, Json]) -> str:
    """Return what to do if an input, such as `body`, has the property *name*; "" if none has."""
    for each, schema in properties.items():
        if name in mapping(mapping(schema).get("properties")):
            return f"move it to `required` inside `{each}`, and require `{each}` here"
    return ""


_TELLING = ("description", "title", "enum", "const", "examples", "$ref", "anyOf", "oneOf", "allOf")
"""Keywords that say more than a type."""

_ELSEWHERE = ("$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties")
"""Keywords that may describe further inputs."""
