"""Measure how large a schema is once every reference in it is expanded."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry.source import references

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.source import Json

MAX_WEIGHT = 20_000
"""Collections that a schema may have when every reference in it is expanded."""

_DEEPEST = 200
"""Levels of collections and references: far more than in any file."""


class Weight(NamedTuple):
    """The size of a schema: collections in *total*, and how often it *returns* to itself."""

    total: int
    returns: int


def weigh(schema: Mapping[str, Json]) -> Weight:
    """Return the size of *schema* with every reference expanded, or a little more than the limit.

    An endless chain of references counts as too large.
    """
    # Most schemas refer to nothing: their size is the number of their collections.
    if (plain := _collections(schema)) is not None:
        return Weight(min(plain, MAX_WEIGHT + 1), 0)
    weights: dict[int, Weight] = {}
    root = dict(schema)

    def weight_of(value: Json, depth: int) -> Weight:
        if depth > _DEEPEST:
            return Weight(MAX_WEIGHT + 1, 0)
        if id(value) in weights:
            return weights[id(value)]
        weights[id(value)] = Weight(0, 1)  # until it is weighed: meeting it again is a recursion
        total, returns = 1, 0
        for each in _values_in(value, root):
            if isinstance(each, _COLLECTION):
                weight = weight_of(each, depth + 1)
                total += weight.total
                returns += weight.returns
        weights[id(value)] = Weight(min(total, MAX_WEIGHT + 1), min(returns, MAX_WEIGHT))
        return weights[id(value)]

    return weight_of(root, 0)


def _collections(schema: Mapping[str, Json]) -> int | None:
    """Return the number of collections in *schema*; None if it has references, or is very deep."""
    level: list[Json] = [dict(schema)]
    total = 0
    for _ in range(_DEEPEST):
        total += len(level)
        inner: list[Json] = []
        for collection in level:
            if isinstance(collection, dict) and "$ref" in collection:
                return None
            inner += [
                value for value in _values_in(collection, {}) if isinstance(value, _COLLECTION)
            ]
        if not inner:
            return total
        level = inner
    return None


_COLLECTION = (dict, list)


def _values_in(value: Json, root: Mapping[str, Json]) -> Iterable[Json]:
    """Return the values in *value*, a mapping or list, and what its `$ref` points to in *root*."""
    if not isinstance(value, dict):
        return value if isinstance(value, list) else ()
    if "$ref" not in value:
        return value.values()
    return (*value.values(), *references.resolve_reference(root, value["$ref"]))
