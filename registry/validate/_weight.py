"""How large a schema is once every reference in it is replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from registry import references

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.source import Json

MAX_WEIGHT = 20_000
"""Collections that a schema may have when every reference in it is replaced."""

_DEEPEST = 200
"""Collections and references inside each other: more than any file nests, by far."""


class Weight(NamedTuple):
    """How large a schema is: collections in *total*, and how often it *returns* to itself."""

    total: int
    returns: int


def weigh(schema: Mapping[str, Json]) -> Weight:
    """Return how large *schema* is with every reference replaced, or a little more than the limit.

    A chain of references without end counts as too large.
    """
    known: dict[int, Weight] = {}
    whole = dict(schema)

    def weight_of(value: Json, depth: int) -> Weight:
        if depth > _DEEPEST:
            return Weight(MAX_WEIGHT + 1, 0)
        if id(value) in known:
            return known[id(value)]
        known[id(value)] = Weight(0, 1)  # until it is weighed: who meets it now comes back to it
        total, returns = 1, 0
        for each in _inside(value, whole):
            if isinstance(each, _COLLECTION):
                weight = weight_of(each, depth + 1)
                total += weight.total
                returns += weight.returns
        known[id(value)] = Weight(min(total, MAX_WEIGHT + 1), min(returns, MAX_WEIGHT))
        return known[id(value)]

    return weight_of(whole, 0)


_COLLECTION = (dict, list)


def _inside(value: Json, whole: Mapping[str, Json]) -> Iterable[Json]:
    """Return what the mapping or list *value* holds, and what its `$ref` leads to in *whole*."""
    if not isinstance(value, dict):
        return value if isinstance(value, list) else ()
    if "$ref" not in value:
        return value.values()
    return (*value.values(), *references.found(whole, value["$ref"]))
