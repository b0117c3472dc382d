"""The keywords of a JSON Schema with a scalar value, each in the form that all readers accept.

A keyword in another form is dropped. The schema then allows more, which is correct but below `not`
and between the branches of `oneOf`: see `_widening`.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING

from registry.source.json_types import has_type
from registry.source.limits import MAX_SAFE_INTEGER
from registry.validate import is_pattern
from registry.validate.vocabulary import TYPES, is_idle

if TYPE_CHECKING:
    from collections.abc import Callable

    from registry.source import Json

_OTHER_TYPES = {
    "any": "",
    "bool": "boolean",
    "date": "string",
    "date-time": "string",
    "datetime": "string",
    "dict": "object",
    "double": "number",
    "file": "string",
    "float": "number",
    "int": "integer",
    "int32": "integer",
    "int64": "integer",
    "list": "array",
    "long": "integer",
    "map": "object",
    "str": "string",
    "text": "string",
    "uuid": "string",
}
_MAX_TEXT = 200
_MAX_DIGITS = 25
_MAX_ENUM = 100


def types_of(value: Json) -> list[str]:
    """Return the types that `type: value` names; common synonyms are translated, [] is any type."""
    names = value if isinstance(value, list) else [value or "any"]
    found = [_type(name or "null") for name in names if isinstance(name, str | None)]
    return [] if "" in found else list(dict.fromkeys(found))


def _type(name: str) -> str:
    folded = name.strip().lower()
    return folded if folded in TYPES else _OTHER_TYPES.get(folded, "")


def is_carried(value: Json) -> bool:
    """Return whether every JSON reader preserves the scalar *value*, and it is short."""
    if isinstance(value, str):
        return len(value) <= _MAX_TEXT and value.isprintable()
    if isinstance(value, bool):
        return True
    if isinstance(value, int):
        return abs(value) <= MAX_SAFE_INTEGER
    return isinstance(value, float) and math.isfinite(value) and len(repr(value)) <= _MAX_DIGITS


def fits(value: Json, types: list[str]) -> bool:
    """Return whether the scalar *value* has one of *types*; True if *types* is empty."""
    return not types or any(has_type(value, each) for each in types)


def limit_keywords(schema: dict[str, Json], types: list[str]) -> dict[str, Json]:
    """Return the keywords of *schema* that limit a scalar, a list or the number of properties."""
    limits: dict[str, Json] = {
        keyword: value
        for keyword, is_sound in _LIMITS.items()
        if (value := schema.get(keyword)) is not None
        and is_sound(value)
        and not is_idle(keyword, types)
    }
    _draft_4_limits(schema, limits)
    default = schema.get("default")
    if default is not None and is_carried(default) and fits(default, types):
        limits["default"] = default
    return limits


def enum_of(schema: dict[str, Json], types: list[str]) -> list[Json]:
    """Return the values in the `enum` of *schema*; [] if there is none or it is too long."""
    values = schema.get("enum")
    if not isinstance(values, list) or not 0 < len(values) <= _MAX_ENUM:
        return []
    allowed: list[Json] = []
    for value in values:
        if value is not None and not is_carried(value):
            return []
        # In Python, 1 and True are equal.
        if value is not None and fits(value, types) and repr(value) not in map(repr, allowed):
            allowed.append(value)
    return allowed


def _draft_4_limits(schema: dict[str, Json], limits: dict[str, Json]) -> None:
    """Convert `exclusiveMinimum: true` of draft 4, and its maximum, to the current form."""
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        if schema.get(exclusive) is True and bound in limits:
            limits[exclusive] = limits.pop(bound)


def _is_number(value: Json) -> bool:
    return has_type(value, "number") and is_carried(value)


def _is_count(value: Json) -> bool:
    return isinstance(value, int) and _is_number(value) and value >= 0


def _is_text(value: Json) -> bool:
    return isinstance(value, str) and is_carried(value) and value != ""


def _is_step(value: Json) -> bool:
    return isinstance(value, int | float) and _is_number(value) and value > 0


@lru_cache(maxsize=5_000)
def _is_linear(pattern: str) -> bool:
    """Return whether *pattern* can be matched in linear time, so has no look-around."""
    return is_pattern(pattern, linear=True)


_LIMITS: dict[str, Callable[[Json], bool]] = {
    "format": _is_text,
    "pattern": lambda value: isinstance(value, str) and _is_text(value) and _is_linear(value),
    "minimum": _is_number,
    "maximum": _is_number,
    "exclusiveMinimum": _is_number,
    "exclusiveMaximum": _is_number,
    "multipleOf": _is_step,
    "minLength": _is_count,
    "maxLength": _is_count,
    "minItems": _is_count,
    "maxItems": _is_count,
    "uniqueItems": lambda value: value is True,
    "minProperties": _is_count,
    "maxProperties": _is_count,
    "contentEncoding": _is_text,
    "contentMediaType": _is_text,
}
