"""JSON Schemas rewritten, without a change of meaning, into what every UTCP client loads.

The clients refuse `true` and `false` where a schema stands, and some of them `null` anywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_SCHEMA_KEYS = frozenset(
    {
        "additionalItems",
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
_MAP_KEYS = frozenset(
    {"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"}
)
_LIST_KEYS = frozenset({"allOf", "anyOf", "items", "oneOf", "prefixItems"})
_ANNOTATIONS = frozenset({"default", "examples"})


def portable(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return a schema equivalent to *schema* with neither boolean subschemas, nulls nor `x-` keys.

    `additionalProperties` may be a boolean for every client and stays one. A `null` inside a
    structured `const` or `enum` value has no other spelling and stays too.
    """
    result: dict[str, Json] = {}
    for key, value in schema.items():
        if key.startswith("x-") or (value is None and key != "const"):
            continue
        if key in _ANNOTATIONS and holds_null(value):
            if key == "examples" and isinstance(value, list):
                result[key] = [each for each in value if not holds_null(each)]
        elif key == "const" and value is None:
            _restrict(result, {"type": "null"})
        elif key == "enum" and isinstance(value, list) and None in value:
            _restrict(result, _enum_or_null(value))
        elif key == "additionalProperties" and isinstance(value, bool):
            result[key] = value
        elif key == "allOf" and isinstance(value, list):
            for each in value:
                _restrict(result, _subschema(each))
        else:
            result[key] = _value(key, value)
    return result


def _value(key: str, value: Json) -> Json:
    if key in _LIST_KEYS and isinstance(value, list):
        return [_subschema(each) for each in value]
    if key in _MAP_KEYS and isinstance(value, dict):
        return {name: _subschema(each) for name, each in value.items()}
    return _subschema(value) if key in _SCHEMA_KEYS else value


def _subschema(value: Json) -> Json:
    if isinstance(value, bool):
        return {} if value else {"not": {}}
    return portable(value) if isinstance(value, dict) else value


def _restrict(result: dict[str, Json], schema: Json) -> None:
    """Demand *schema* in addition to all that *result* already demands."""
    demands = result.setdefault("allOf", [])
    if isinstance(demands, list):
        demands.append(schema)


def _enum_or_null(values: list[Json]) -> Json:
    others = cast("list[Json]", [value for value in values if value is not None])
    return {"anyOf": [{"enum": others}, {"type": "null"}]} if others else {"type": "null"}


def holds_null(value: Json) -> bool:
    """Tell whether there is a null anywhere in *value*."""
    if isinstance(value, dict):
        return any(map(holds_null, value.values()))
    return any(map(holds_null, value)) if isinstance(value, list) else value is None
