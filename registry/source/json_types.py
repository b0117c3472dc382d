"""The types of JSON values, by the names that JSON Schema has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.source import Json

_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}


def type_of(value: Json) -> str:
    """Return the type of *value* as JSON Schema calls it; a number with a point is a `number`."""
    return "null" if value is None else _NAMES.get(type(value), "object")


def has_type(value: Json, name: str) -> bool:
    """Return whether *value* is of the type *name*: `1` and `1.0` are integers and numbers.

    So it is in JSON Schema since draft 6 (2020-12, Validation, section 6.1.1).
    """
    if name == "number":
        return type_of(value) in ("integer", "number")
    if name == "integer" and isinstance(value, float):
        return value.is_integer()
    return type_of(value) == name
