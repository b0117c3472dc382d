"""The types of JSON values, by the names that JSON Schema has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.source import Json

_NAMES = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}

_EXACT = 2**53
"""Below it, each integer has a float of its own."""


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


def with_whole_numbers(value: Json) -> Json:
    """Return *value* with 5 for each 5.0 in it: to JSON both are one integer, to many a server not.

    Models write either, and some of their interfaces only know numbers with a point.
    """
    if isinstance(value, dict):
        return {name: with_whole_numbers(each) for name, each in value.items()}
    if isinstance(value, list):
        return [with_whole_numbers(each) for each in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    return value
