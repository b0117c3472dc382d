"""Compare single keywords of two JSON Schemas: whether they require more or less."""

from __future__ import annotations

import json
from enum import Enum, auto
from typing import TYPE_CHECKING, TypeAlias, TypeGuard

from registry.source import references
from registry.source.json_types import with_whole_numbers
from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import DEFINITIONS, REFERENCES, TYPES, UNDEMANDING, rebuilt, walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Json

Schema: TypeAlias = "dict[str, Json]"

UNEVALUATED = ("unevaluatedProperties", "unevaluatedItems")
"""Keywords whose meaning depends on all their neighbours."""

BOUNDS = {
    **dict.fromkeys(("minimum", "exclusiveMinimum"), (1, None)),
    **dict.fromkeys(("minLength", "minItems", "minProperties"), (1, 0)),
    **dict.fromkeys(("maximum", "exclusiveMaximum"), (-1, None)),
    **dict.fromkeys(("maxLength", "maxItems", "maxProperties"), (-1, None)),
}
"""By keyword: the direction in which it is stricter, and its value if it is absent."""


class Move(Enum):
    """The direction of a change: requires more, less, or something else."""

    MORE = auto()
    LESS = auto()
    BOTH = auto()


def is_annotation(keyword: str) -> bool:
    """Return whether *keyword* does not affect which values are valid."""
    return keyword in UNDEMANDING or keyword.startswith("x-")


def stripped(schema: Json) -> Json:
    """Return *schema* without its annotations."""
    if not isinstance(schema, dict):
        return schema
    kept = {key: value for key, value in schema.items() if not is_annotation(key)}
    return rebuilt(kept, lambda _, inner: stripped(inner))


def same(one: Json, other: Json) -> bool:
    """Return whether two schemas are equal apart from annotations."""
    return canonical_text(stripped(one)) == canonical_text(stripped(other))


def have_same_references(one: Schema, other: Schema) -> bool:
    """Return whether equal references in two whole schemas have equal targets."""
    texts = (canonical_text([root.get(each) for each in DEFINITIONS]) for root in (one, other))
    return len(set(texts)) == 1 and _refer_to_definitions(one, other)


def have_same_demands(one: Schema, other: Schema) -> bool:
    """Return whether the targets of references are equal apart from annotations."""
    return _demands(one) == _demands(other) and _refer_to_definitions(one, other)


def _demands(root: Schema) -> str:
    return canonical_text(
        [
            {name: stripped(schema) for name, schema in mapping(root.get(each)).items()}
            for each in DEFINITIONS
        ]
    )


def _refer_to_definitions(*schemas: Schema) -> bool:
    return all(
        reference.startswith(("#/$defs/", "#/definitions/"))
        for schema in schemas
        for reference in _references(schema)
    )


def _references(schema: Json) -> Iterator[str]:
    for _, inner in walk(schema) if isinstance(schema, dict) else ():
        for keyword in REFERENCES:
            if isinstance(reference := inner.get(keyword), str):
                yield reference


def has_reference(schema: Json) -> bool:
    """Return whether *schema* contains a reference."""
    return next(_references(schema), None) is not None


def inlined(schema: Schema, root: Schema) -> Schema:
    """Return *schema* with its `$ref` replaced by the target in *root*; unchanged if unresolvable.

    Next to other keywords, the target is one more condition (JSON Schema 2020-12, 8.2.3.1).
    """
    for _ in range(len(root) + 8):
        target = _target(schema.get("$ref"), root)
        if target is None:
            return schema
        others = {key: value for key, value in schema.items() if key != "$ref"}
        if all(is_annotation(key) for key in others):
            schema = {**target, **others}
        else:
            conditions = others.get("allOf")
            earlier = conditions if isinstance(conditions, list) else []
            return {**others, "allOf": [*earlier, target]}
    return schema


def _target(reference: Json, root: Schema) -> Schema | None:
    found = references.resolve_reference(root, reference)
    if found and isinstance(found[0], bool):
        return {} if found[0] else {"not": {}}
    return references.mapping_at(root, reference)


def types(schema: Schema) -> frozenset[str]:
    """Return the types that `type` allows; `number` includes `integer`."""
    stated = schema.get("type")
    names = [stated] if isinstance(stated, str) else stated
    if not isinstance(names, list):
        return frozenset(TYPES)
    found = frozenset(each for each in names if isinstance(each, str))
    return found | {"integer"} if "number" in found else found


def allowed(schema: Schema) -> frozenset[str] | None:
    """Return the values, as JSON, that are listed by `enum` and `const`; None for any value.

    Those in `allOf` and in all of `anyOf` count, too.
    """
    values = schema.get("enum")
    listed = [frozenset(map(canonical_text, values))] if isinstance(values, list) else []
    if "const" in schema:
        listed.append(frozenset([canonical_text(schema["const"])]))
    alternatives = [allowed(mapping(each)) for each in array(schema.get("anyOf"))]
    if known := [each for each in alternatives if each is not None]:
        listed += [frozenset().union(*known)] if len(known) == len(alternatives) else []
    conditions = [allowed(mapping(each)) for each in array(schema.get("allOf"))]
    listed += [each for each in conditions if each is not None]
    return frozenset.intersection(*listed) if listed else None


def bound_move(keyword: str, old: Schema, new: Schema) -> Move | None:
    """Return the direction in which the bound *keyword* moves; None if it stays."""
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
    """Return the direction in which `multipleOf` moves; a divisor requires less."""
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


def are_equal(one: Json, other: Json) -> bool:
    """Return whether two values are equal: `1` and `1.0` are, and `1` and `true` are not."""
    # Python finds quickly that two differ, and takes `true` for 1.
    return one is other or (one == other and canonical_text(one) == canonical_text(other))


def canonical_text(value: Json) -> str:
    """Return *value* as JSON with sorted keys, alike for equal values.

    So `1` and `true` differ, and `1` and `1.0` do not (JSON Schema 2020-12, core, 4.2.2).
    """
    text = _encode(value)
    return text if ".0" not in text else _encode(with_whole_numbers(value))


_encode = json.JSONEncoder(sort_keys=True).encode
