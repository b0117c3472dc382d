"""What single keywords of a JSON Schema ask for, and whether they ask for more or for less."""

from __future__ import annotations

import json
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from registry import references

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Json

Schema: TypeAlias = "dict[str, Json]"

NO_DEMAND = "\0 no such keyword"
"""Stands for a keyword that is not there; no manual can hold it."""

UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
"""Keywords that change their meaning with any of their neighbours."""

BOUNDS = {
    **dict.fromkeys(("minimum", "exclusiveMinimum"), (1, None)),
    **dict.fromkeys(("minLength", "minItems", "minProperties"), (1, 0)),
    **dict.fromkeys(("maximum", "exclusiveMaximum"), (-1, None)),
    **dict.fromkeys(("maxLength", "maxItems", "maxProperties"), (-1, None)),
}
"""Of each bound: the direction in which it asks for more, and what it is when not written."""

_TYPES = frozenset({"string", "number", "integer", "boolean", "array", "object", "null"})
_ANNOTATIONS = frozenset(
    {"title", "description", "examples", "example", "deprecated", "readOnly", "writeOnly"}
    | {"$comment", "$schema", "$id", "$defs", "definitions"}
)
_OF_SCHEMAS = frozenset({"properties", "patternProperties", "dependentSchemas"})
_LISTS = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_DATA = frozenset({"enum", "const", "default"})


class Move(Enum):
    """In which direction a demand has changed."""

    MORE = auto()
    LESS = auto()
    BOTH = auto()


def is_annotation(keyword: str) -> bool:
    """Tell whether *keyword* says nothing about which values are right."""
    return keyword in _ANNOTATIONS or keyword.startswith("x-")


def stripped(schema: Json) -> Json:
    """Return *schema* without its annotations."""
    if isinstance(schema, list):
        return [stripped(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    kept: Schema = {}
    for keyword, value in schema.items():
        if keyword in _DATA:
            kept[keyword] = value
        elif keyword in _OF_SCHEMAS and isinstance(value, dict):
            kept[keyword] = {name: stripped(inner) for name, inner in value.items()}
        elif not is_annotation(keyword):
            kept[keyword] = stripped(value)
    return kept


def same(one: Json, other: Json) -> bool:
    """Tell whether two schemas ask for the same, in the same words of JSON."""
    return as_text(stripped(one)) == as_text(stripped(other))


def have_same_references(one: Schema, other: Schema) -> bool:
    """Tell whether each reference leads to the same in two whole schemas."""
    return _definitions(one) == _definitions(other) and all(
        reference.startswith(("#/$defs/", "#/definitions/"))
        for schema in (one, other)
        for reference in _references(schema)
    )


def _definitions(root: Schema) -> str:
    return as_text([root.get("$defs"), root.get("definitions")])


def _references(schema: Json) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if _is_reference(key) and isinstance(value, str):
                yield value
            else:
                yield from _references(value)
    elif isinstance(schema, list):
        for each in schema:
            yield from _references(each)


def _is_reference(key: str) -> bool:
    return key in ("$ref", "$dynamicRef", "$recursiveRef")


def has_reference(schema: Json) -> bool:
    """Tell whether a reference stands anywhere in *schema*."""
    return next(_references(schema), None) is not None


def inlined(schema: Schema, root: Schema) -> Schema:
    """Return *schema* with what its `$ref` leads to inside *root*; unchanged where that is nothing.

    Next to other keywords, what it leads to is one more condition (JSON Schema 2020-12, 8.2.3.1).
    """
    for _ in range(len(root) + 8):
        target = _target(schema.get("$ref"), root)
        if target is None:
            return schema
        rest = {key: value for key, value in schema.items() if key != "$ref"}
        if all(is_annotation(key) for key in rest):
            schema = {**target, **rest}
        else:
            conditions = rest.get("allOf")
            others = conditions if isinstance(conditions, list) else []
            return {**rest, "allOf": [*others, target]}
    return schema


def _target(reference: Json, root: Schema) -> Schema | None:
    found = references.found(root, reference)
    if found and isinstance(found[0], bool):
        return {} if found[0] else {"not": {}}
    return references.mapping_at(root, reference)


def types(schema: Schema) -> frozenset[str]:
    """Return the types that `type` leaves, `integer` beside `number` included."""
    stated = schema.get("type")
    names = [stated] if isinstance(stated, str) else stated
    if not isinstance(names, list):
        return _TYPES
    found = frozenset(each for each in names if isinstance(each, str))
    return found | {"integer"} if "number" in found else found


def allowed(schema: Schema) -> frozenset[str] | None:
    """Return the values, as JSON, that `enum` and `const` leave; None where neither is there."""
    values = schema.get("enum")
    found = frozenset(map(as_text, values)) if isinstance(values, list) else None
    if "const" in schema:
        const = frozenset([as_text(schema["const"])])
        return const if found is None else found & const
    return found


def bound_move(keyword: str, old: Schema, new: Schema) -> Move | None:
    """Return the direction in which the bound *keyword* moves; None where it stays."""
    direction, unwritten = BOUNDS[keyword]
    before, after = old.get(keyword, unwritten), new.get(keyword, unwritten)
    if before == after and isinstance(before, bool) == isinstance(after, bool):
        return None
    if before is None:
        return Move.MORE
    if after is None:
        return Move.LESS
    if not _is_number(before) or not _is_number(after):
        return Move.BOTH
    return Move.MORE if (after > before) == (direction > 0) else Move.LESS


def multiple_move(before: Json, after: Json) -> Move | None:
    """Return how `multipleOf` moves: any divisor of it asks for less."""
    if before == after:
        return None
    if before is None:
        return Move.MORE
    if after is None:
        return Move.LESS
    if isinstance(before, int) and isinstance(after, int) and after and before % after == 0:
        return Move.LESS
    return Move.BOTH


def _is_number(value: Json) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def as_text(value: Json) -> str:
    """Return *value* as JSON, in which `1` and `true` are two things and the order is one."""
    return json.dumps(value, sort_keys=True, ensure_ascii=True)
