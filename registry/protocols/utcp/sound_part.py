"""Read what is sound of a tool with errors, so that one error does not hide the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.protocols.utcp.schemas import utcp_schema
from registry.protocols.utcp.shapes import CALL_KEYS, TYPE_KEYS, tool_dialect
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_ADDED = ("auth", "content_type", "headers")
"""Keys of a call on which nothing else in it depends."""


def sound_part(tool: Json) -> dict[str, Json] | None:
    """Return *tool*, which its schema refuses, without what is wrong; None if too little is left.

    If its call is wrong in what other parts depend on, it gets one that `has_call` denies. The
    names of the inputs are always those of *tool*: without them, most of the rest has no meaning.
    """
    fields = mapping(tool)
    dialect = tool_dialect(fields) or "1.x"
    call_key = CALL_KEYS[dialect]
    # A wrong name is kept: messages need one.
    least: dict[str, Json] = {"name": "tool", call_key: _no_call(dialect)}

    def is_sound(key: str, value: Json) -> bool:
        return utcp_schema("tool").accepts({**least, key: value})

    if not isinstance(fields.get("name"), str):
        return None
    part = {key: each for key, each in fields.items() if key == "name" or is_sound(key, each)}
    if call_key not in part:
        call = mapping(fields.get(call_key))
        kept: dict[str, Json] = {key: call[key] for key in call if key not in _ADDED}
        part[call_key] = kept if is_sound(call_key, kept) else _no_call(dialect)
    if "inputs" not in part:
        inputs = _sound_schema(fields.get("inputs"))
        if inputs is None or not is_sound("inputs", inputs):
            return None
        part["inputs"] = inputs
    return part


def has_call(part: Mapping[str, Json]) -> bool:
    """Return whether the `sound_part` of a tool says how it is called."""
    dialect = tool_dialect(part) or "1.x"
    return part[CALL_KEYS[dialect]] != _no_call(dialect)


def _no_call(dialect: str) -> dict[str, Json]:
    return {TYPE_KEYS[dialect]: "text", "content": "-"}


def _sound_schema(inputs: Json) -> dict[str, Json] | None:
    """Return the schema *inputs* without its wrong keys, and without those of its properties."""
    names = mapping(inputs).get("properties", {})
    if not (isinstance(inputs, dict) and isinstance(names, dict)):
        return None
    accepts = utcp_schema("json-schema").accepts
    properties: dict[str, Json] = {name: _sound_keys(mapping(each)) for name, each in names.items()}
    kept = {key: each for key, each in inputs.items() if key != "type" and accepts({key: each})}
    return {**kept, "type": "object", **({"properties": properties} if properties else {})}


def _sound_keys(schema: Mapping[str, Json]) -> dict[str, Json]:
    accepts = utcp_schema("json-schema").accepts
    return {key: each for key, each in schema.items() if accepts({key: each})}
