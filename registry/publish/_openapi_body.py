"""The body of a request as OpenAPI describes it, whose readers write JSON themselves.

A manual may pass JSON of another type, such as `application/merge-patch+json`, as a string
that clients send unchanged. As a string in OpenAPI, it would be sent with quotes around it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Where
from registry.source.json_types import type_of
from registry.source.narrowing import array, mapping
from registry.source.strict_json import strict_json
from registry.utcp_export import explicit, form_lists, input_kinds

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Tool
    from registry.source import Json

_JSON = "application/json"
_DEEPEST = 64
"""Collections inside each other in an example that is shown as JSON."""


def body_of(tool: Tool, inputs: Mapping[str, Json]) -> dict[str, Json]:
    """Return the request body of *tool*, {} for none; *inputs* are what its schemas become."""
    name = _name(tool)
    if not name:
        return {}
    sample = sample_of(tool).get(name)
    schema = dict(mapping(mapping(inputs.get("properties")).get(name)))
    description = schema.pop("description", "")
    if _is_json_string(tool):
        schema = _schema_in_string(schema, sample)
    return {
        **({"description": description} if description else {}),
        **({"required": True} if name in array(tool.inputs.get("required")) else {}),
        "content": {
            tool.call.body_type or _JSON: {**with_example(schema, sample), **_encoding(tool)}
        },
    }


def _encoding(tool: Tool) -> dict[str, Json]:
    """Return how the fields of a form are written: a list as one field for each entry.

    This is what OpenAPI takes it for, but Swagger UI and others join the entries unless it is said.
    """
    encoding: dict[str, Json] = {
        name: {"style": "form", "explode": True} for name in form_lists(tool)
    }
    return {"encoding": encoding} if encoding else {}


def with_example(schema: Json, example: Json) -> dict[str, Json]:
    """Return what OpenAPI says of a value: its *schema* and, unless it is None, an *example*."""
    return {"schema": schema, **({} if example is None else {"example": example})}


def sample_of(tool: Tool) -> Mapping[str, Json]:
    """Return the arguments of the first example of *tool*, {} for none; a JSON string is JSON."""
    arguments = tool.examples[0].arguments if tool.examples else {}
    text = arguments.get(_name(tool))
    if not isinstance(text, str) or not _is_json_string(tool):
        return arguments
    others = {name: value for name, value in arguments.items() if name != _name(tool)}
    try:
        return {**others, _name(tool): strict_json(text, _DEEPEST)}
    except (ValueError, RecursionError):
        return others


def _name(tool: Tool) -> str:
    """Return the name of the input that is the whole body of *tool*, "" for none."""
    return next(iter(tool.call.names(Where.BODY)), "")


def _is_json_string(tool: Tool) -> bool:
    """Return whether the body of *tool* is a string with JSON, which clients send unchanged.

    They write as JSON themselves what has `application/json` in its type.
    """
    media = tool.call.body_type.lower()
    is_other_json = "json" in media and _JSON not in media
    return is_other_json and input_kinds(tool, _name(tool)) == {"string"}


def _schema_in_string(schema: Mapping[str, Json], sample: Json) -> dict[str, Json]:
    """Return the schema of the JSON in a string of which *schema* and *sample* are known."""
    if content := mapping(schema.get("contentSchema")):
        return content
    return {} if sample is None else explicit({"type": type_of(sample)})
