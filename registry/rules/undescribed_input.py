"""A required input has no description.

A model must guess its value. A name such as `q` or `id` does not say which words, whose id, or in
which format. Of what is required but not declared, in an object among the inputs, too, it knows
nothing at all.

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
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "say in its `description` what it means, with an example"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find required inputs of which the schema says nothing or only the type."""
    yield from _undeclared_inside(tool)
    properties = tool.inputs.get("properties")
    required = tool.inputs.get("required")
    if not isinstance(properties, dict) or not isinstance(required, list):
        return
    is_whole = tool.inputs.keys().isdisjoint(_ELSEWHERE)
    optional = _optional_names(properties, required)
    for name in map(str, required):
        schema = properties.get(name)
        if is_whole and name not in properties:
            yield Finding(
                tool.at("inputs", "required").place,
                f"{tool.name!r} requires {name!r}, which is not one of its inputs",
                did_you_mean(name, optional)
                or _hint_on_property(name, properties)
                or "declare it below `properties`, or remove it from `required`",
            )
        if isinstance(schema, dict) and schema.keys().isdisjoint(_TELLING):
            yield Finding(
                tool.at("inputs", "properties", name).key_place,
                f"the input {name!r} of {tool.name!r} has no description",
            )


def _undeclared_inside(tool: Tool) -> Iterator[Finding]:
    """Find what an object among the inputs of *tool* requires and does not declare."""
    for piece in pieces_of(tool):
        properties = mapping(piece.schema.get("properties"))
        is_whole = piece.schema.keys().isdisjoint(_ELSEWHERE)
        is_value = piece.steps[-2:-1] == ("properties",) or piece.steps[-1] == "items"
        if not (piece.is_input and is_value and is_whole and properties):
            continue
        required = array(piece.schema.get("required"))
        optional = _optional_names(properties, required)
        for name in map(str, required):
            if name not in properties:
                yield Finding(
                    piece.place("required"),
                    f"{piece.name} requires {name!r}, which is not one of its properties",
                    did_you_mean(name, optional)
                    or "declare it below `properties`, or remove it from `required`",
                )


def _optional_names(properties: Mapping[str, Json], required: Iterable[Json]) -> tuple[str, ...]:
    """Return the names of *properties* that are not *required*: one of them may be misspelt."""
    named = set(map(str, required))
    return tuple(each for each in properties if each not in named)


def _hint_on_property(name: str, properties: Mapping[str, Json]) -> str:
    """Return what to do if an input, such as `body`, has the property *name*; "" if none has."""
    for each, schema in properties.items():
        if name in mapping(mapping(schema).get("properties")):
            return f"move it to `required` inside `{each}`, and require `{each}` here"
    return ""


_TELLING = ("description", "title", "enum", "const", "examples", "$ref", "anyOf", "oneOf", "allOf")
"""Keywords that say more than a type."""

_ELSEWHERE = ("$ref", "allOf", "anyOf", "oneOf", "if", "patternProperties")
"""Keywords that may describe further inputs."""
