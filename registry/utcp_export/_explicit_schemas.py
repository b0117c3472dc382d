"""JSON Schemas rewritten, without a change of meaning, so that each part says what it is about.

Frameworks for agents and generators of code read a schema part by part. `items` beside a choice of
types is nothing to them; a list without `items` is refused, by OpenAI and by some generators; and
what an object may hold is nothing for many, unless it says otherwise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from registry.model.derived import derived
from registry.source.narrowing import array, mappings
from registry.utcp_export._portable_schemas import portable_inputs, portable_outputs
from registry.validate.vocabulary import IN_PLACE, LIMITS, REFERENCES, walk, with_inner

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from registry.model import Tool
    from registry.source import Json

_OF_ONE_TYPE = {
    **LIMITS,
    **dict.fromkeys(("items", "prefixItems", "additionalItems"), ("array",)),
    **dict.fromkeys(("contains", "minContains", "maxContains"), ("array",)),
    **dict.fromkeys(("properties", "patternProperties", "additionalProperties"), ("object",)),
    **dict.fromkeys(("propertyNames", "required", "dependentRequired"), ("object",)),
}
"""The types whose values a keyword limits; it allows every value of another type."""

_OF_NUMBERS = ("int32", "int64", "float", "double")
"""Formats of numbers; all others are of strings."""

_UNEVALUATED = frozenset({"unevaluatedItems", "unevaluatedProperties"})
"""Keywords whose meaning changes with what is said elsewhere, be it behind a reference."""

_SAYS_WHAT_IT_HOLDS = frozenset(
    {"properties", "patternProperties", "additionalProperties", *IN_PLACE, *REFERENCES}
)


@derived
def explicit_inputs(tool: Tool) -> dict[str, Json]:
    """Return the schema of the inputs of *tool*, each of them `explicit`."""
    inputs = portable_inputs(tool)
    kept = _unevaluated(inputs)
    return with_inner(inputs, lambda inner: _explicit_part(inner, kept))


@derived
def explicit_outputs(tool: Tool) -> dict[str, Json] | None:
    """Return the `explicit` schema of the outputs of *tool*; None where it has none."""
    outputs = portable_outputs(tool)
    return None if outputs is None else explicit(outputs)


def explicit(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return a schema equivalent to *schema*, in which each part says what it is about.

    What is beside a choice of types is inside of it, a list has `items`, and an object that may
    hold anything says so; but not where `unevaluatedItems` or `unevaluatedProperties` is anywhere.
    """
    return _explicit_part(schema, _unevaluated(schema))


def _unevaluated(schema: Mapping[str, Json]) -> frozenset[str]:
    """Return which keywords of `_UNEVALUATED` are anywhere in *schema*."""
    return frozenset(key for _, each in walk(schema) for key in each.keys() & _UNEVALUATED)


def _explicit_part(schema: Mapping[str, Json], kept: frozenset[str]) -> dict[str, Json]:
    """Return *schema* as `explicit` does, where the keywords *kept* are anywhere."""
    whole = with_whole_choices(schema)
    result = with_inner(whole, lambda inner: _explicit_part(inner, kept))
    kind = result.get("type")
    if kind == "array" and "unevaluatedItems" not in kept:
        result.setdefault("items", {})
    is_open = kind == "object" and _SAYS_WHAT_IT_HOLDS.isdisjoint(result)
    if is_open and "unevaluatedProperties" not in kept:
        result["additionalProperties"] = True
    return result


def with_whole_choices(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return *schema* with what is said beside a choice of types inside the choices it is about.

    `type: [string, array]` arrives as such a choice, with its `items` beside it.
    """
    choices = mappings(schema.get("anyOf"))
    kinds = [each["type"] for each in choices if each.keys() == {"type"}]
    if not kinds or len(kinds) < len(array(schema["anyOf"])) or "type" in schema:
        return cast("dict[str, Json]", schema)
    limited = {key: types for key, value in schema.items() if (types := _limited(key, value))}
    whole: list[Json] = [
        {"type": kind, **{key: schema[key] for key, types in limited.items() if kind in types}}
        for kind in kinds
    ]
    return {**{key: schema[key] for key in schema if key not in limited}, "anyOf": whole}


def _limited(key: str, value: Json) -> Collection[str]:
    """Return the types whose values *key* with *value* limits, none for a key of all types."""
    if key == "format":
        return ("integer", "number") if value in _OF_NUMBERS else ("string",)
    return _OF_ONE_TYPE.get(key, ())
