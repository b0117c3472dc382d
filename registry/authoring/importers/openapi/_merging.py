"""Two schemas for the same value as one, without `allOf` as far as that goes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import ANNOTATIONS

if TYPE_CHECKING:
    from collections.abc import Callable

    from registry.source import Json

_LATER = frozenset({*ANNOTATIONS, "default"})


def merged(first: dict[str, Json], second: dict[str, Json]) -> dict[str, Json]:
    """Return a schema of the values that both allow, with the descriptions of the *second*.

    Properties are united, and limits narrowed. What cannot be said by one keyword is in `allOf`.
    """
    joint = {**first, **second}
    unjoined: list[Json] = []
    for keyword, mine in first.items():
        theirs = second.get(keyword)
        if keyword not in second or keyword in _LATER or as_text(mine) == as_text(theirs):
            continue
        joined = _JOINED[keyword](mine, theirs) if keyword in _JOINED else None
        joint[keyword] = mine if joined is None else joined
        if joined is None:
            unjoined.append({keyword: theirs})
    if unjoined:
        joint["allOf"] = [*array(joint.get("allOf")), *unjoined]
    return joint


def _properties(one: Json, other: Json) -> Json:
    united = {**mapping(one)}
    for name, inner in mapping(other).items():
        united[name] = _all_of(united[name], inner) if name in united else inner
    return united


def _all_of(one: Json, other: Json) -> Json:
    return one if as_text(one) == as_text(other) else {"allOf": [one, other]}


def _additional_properties(one: Json, other: Json) -> Json:
    """Return the joined values of `additionalProperties`."""
    if one is False or other is True:
        return one
    return other if one is True or other is False else _all_of(one, other)


def _names(one: Json, other: Json) -> Json:
    return [*dict.fromkeys(map(str, [*array(one), *array(other)]))]


def _members(one: Json, other: Json) -> Json:
    return [*array(one), *array(other)]


def _any_of(one: Json, other: Json) -> Json:
    return {"anyOf": [one, other]}


def _types(one: Json, other: Json) -> Json:
    """Return the types that both allow; None if there is none. An integer is a number."""
    names, others = _as_list(one), _as_list(other)
    shared = [each for each in names if each in _with_integer(others)]
    shared += [each for each in others if each in _with_integer(names) and each not in shared]
    return None if not shared else shared[0] if len(shared) == 1 else shared


def _as_list(value: Json) -> list[Json]:
    return value if isinstance(value, list) else [value]


def _with_integer(names: list[Json]) -> list[Json]:
    return [*names, "integer"] if "number" in names else names


def _values(one: Json, other: Json) -> Json:
    """Return the values that both allow; None if there is none."""
    texts = [*map(as_text, array(other))]
    return [each for each in array(one) if as_text(each) in texts] or None


def _higher_number(one: Json, other: Json) -> Json:
    return one if _number(one) >= _number(other) else other


def _lower(one: Json, other: Json) -> Json:
    return one if _number(one) <= _number(other) else other


def _number(value: Json) -> float:
    return value if isinstance(value, int | float) else 0


def as_text(value: Json) -> str:
    """Return *value* as text: in Python, 1 and True are equal."""
    return json.dumps(value, sort_keys=True)


_JOINED: dict[str, Callable[[Json, Json], Json]] = {
    "properties": _properties,
    "required": _names,
    "type": _types,
    "enum": _values,
    "items": _all_of,
    "additionalProperties": _additional_properties,
    "allOf": _members,
    "not": _any_of,
    **dict.fromkeys(("minimum", "exclusiveMinimum"), _higher_number),
    **dict.fromkeys(("minLength", "minItems", "minProperties"), _higher_number),
    **dict.fromkeys(("maximum", "exclusiveMaximum"), _lower),
    **dict.fromkeys(("maxLength", "maxItems", "maxProperties"), _lower),
}
"""By keyword: the value that says what both say; None if it cannot be said."""
