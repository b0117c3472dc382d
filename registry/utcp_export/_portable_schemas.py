"""JSON Schemas rewritten, without a change of meaning, into what every UTCP client loads.

The clients refuse `true` and `false` in place of a schema, some of them `null` anywhere, and the
LangChain adapter drops a tool with an input whose `type` is a list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from registry.model.derived import derived
from registry.validate.vocabulary import HOLDING, held, rebuilt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Tool
    from registry.source import Json, Pointer

_ANNOTATIONS = frozenset({"default", "examples"})
_COLLECTION = (dict, list)
_MAY_BE_BOOLEAN = ("additionalProperties",)


@derived
def portable_inputs(tool: Tool) -> dict[str, Json]:
    """Return the `portable` schema of the inputs of *tool*."""
    return portable(tool.inputs)


@derived
def portable_outputs(tool: Tool) -> dict[str, Json] | None:
    """Return the `portable` schema of the outputs of *tool*; None where it has none."""
    return None if tool.outputs is None else portable(tool.outputs)


def portable(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return a schema equivalent to *schema* that holds nothing which a client refuses.

    That is boolean subschemas, nulls, lists of types, and `x-` keys, which nobody reads.

    `additionalProperties` may be a boolean for every client and stays one. A `null` inside a
    structured `const` or `enum` value has no other spelling and stays too.
    """
    # Most schemas are fine as they are, and are not copied.
    return cast("dict[str, Json]", schema) if _is_portable(schema) else _portable(schema)


def _is_portable(schema: Mapping[str, Json]) -> bool:
    """Return whether `_portable` would return *schema* as it is."""
    for key, value in schema.items():
        if value is None or key.startswith("x-"):
            return False
        if isinstance(value, _COLLECTION) and (
            _portable_demand(key, value) or (key in _ANNOTATIONS and holds_null(value))
        ):
            return False
        if key in HOLDING and not all(_is_portable_inside(*found) for found in held(key, value)):
            return False
    return True


def _is_portable_inside(steps: Pointer, subschema: Json) -> bool:
    if isinstance(subschema, dict):
        return _is_portable(subschema)
    return steps == _MAY_BE_BOOLEAN


def _portable(schema: Mapping[str, Json]) -> dict[str, Json]:
    result: dict[str, Json] = {}
    demands: list[dict[str, Json]] = []
    choice = _nullable_choice(schema)
    if choice:
        demands.append(choice)
        schema = {key: value for key, value in schema.items() if key not in ("type", "enum")}
    for key, value in rebuilt(schema, _subschema).items():
        if demand := _portable_demand(key, value):
            demands.append(demand)
        elif key in _ANNOTATIONS and holds_null(value):
            if key == "examples" and isinstance(value, list):
                result[key] = [each for each in value if not holds_null(each)]
        elif value is not None and not key.startswith("x-"):
            result[key] = value
    for demand in demands:
        if result.keys() & demand.keys():
            result["allOf"] = [*cast("list[Json]", result.get("allOf", [])), demand]
        else:
            result |= demand
    return result


def _nullable_choice(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return `type: [T, "null"]` with an `enum` that holds null in one piece; {} for others."""
    kinds, values = schema.get("type"), schema.get("enum")
    if not isinstance(kinds, list) or not isinstance(values, list) or None not in values:
        return {}
    others = [kind for kind in kinds if kind != "null"]
    not_null = cast("list[Json]", [value for value in values if value is not None])
    if not not_null or len(others) != 1 or len(kinds) != len(others) + 1:
        return {}
    return {"anyOf": [{"type": others[0], "enum": not_null}, {"type": "null"}]}


def _portable_demand(key: str, value: Json) -> dict[str, Json]:
    """Return a schema that demands what *key* with *value* does; {} where they can stay."""
    if key == "type" and isinstance(value, list):
        return {"anyOf": [{"type": each} for each in value]}
    if key == "const" and value is None:
        return {"type": "null"}
    if key == "enum" and isinstance(value, list) and None in value:
        others = cast("list[Json]", [each for each in value if each is not None])
        return {"anyOf": [{"enum": others}, {"type": "null"}]} if others else {"type": "null"}
    return {}


def _subschema(steps: Pointer, subschema: Json) -> Json:
    if isinstance(subschema, dict):
        return _portable(subschema)
    if steps == _MAY_BE_BOOLEAN:
        return subschema
    return {} if subschema else {"not": {}}


def holds_null(value: Json) -> bool:
    """Return whether there is a null anywhere in *value*."""
    waiting = [value]
    while waiting:
        inner = waiting.pop()
        if inner is None:
            return True
        if isinstance(inner, dict):
            waiting += inner.values()
        elif isinstance(inner, list):
            waiting += inner
    return False
