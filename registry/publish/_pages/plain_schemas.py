"""Judge a value by a JSON Schema that says little, without compiling it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_KINDS = {"string": str, "integer": int, "number": int, "boolean": bool}
_OF_FIELD = frozenset({"type", "description", "enum", "minimum", "maximum"})
_OF_OBJECT = frozenset({"type", "description", "properties", "required"})


def is_plainly_right(value: Json, schema: Mapping[str, Json]) -> bool:
    """Return whether *value* is an object that *schema* accepts, where that is easily seen.

    That is where each field has a type, words, plain limits, and nothing else. False says nothing.
    """
    properties, needed = schema.get("properties", {}), schema.get("required", [])
    return (
        schema.get("type") == "object"
        and isinstance(value, dict)
        and isinstance(properties, dict)
        and isinstance(needed, list)
        and _has_only(_OF_OBJECT, schema)
        and all(type(each) is str and each in value for each in needed)
        and len({*map(str, needed)}) == len(needed)
        and value.keys() <= properties.keys()
        and all(map(_is_plain, properties.values()))
        and all(_fits(each, properties[name]) for name, each in value.items())
    )


def _has_only(keys: frozenset[str], schema: Mapping[str, Json]) -> bool:
    return schema.keys() <= keys and isinstance(schema.get("description", ""), str)


def _is_plain(schema: Json) -> bool:
    if not isinstance(schema, dict) or not _has_only(_OF_FIELD, schema):
        return False
    choices = schema.get("enum", [])
    return (
        str(schema.get("type")) in _KINDS
        and type(schema.get("minimum", 0)) is type(schema.get("maximum", 0)) is int
        and isinstance(choices, list)
        and all(type(each) is str for each in choices)
    )


def _fits(value: Json, schema: Json) -> bool:
    """Return whether *value* fits the plain *schema* of a field."""
    if not isinstance(schema, dict) or type(value) is not _KINDS[str(schema["type"])]:
        return False
    choices = schema.get("enum")
    if isinstance(choices, list) and not (type(value) is str and value in choices):
        return False
    # Limits are for numbers.
    low, high = schema.get("minimum"), schema.get("maximum")
    is_low = type(value) is int and isinstance(low, int) and value < low
    is_high = type(value) is int and isinstance(high, int) and value > high
    return not (is_low or is_high)
