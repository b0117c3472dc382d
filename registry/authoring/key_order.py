"""Sort the keys of data in the order in which a JSON Schema declares them.

Keys that it does not declare follow in their own order. All parts of the schema that may apply
to a mapping are looked at, whatever their conditions: they give the same keys the same order.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from registry.source import references
from registry.source.narrowing import mapping
from registry.validate.vocabulary import IN_PLACE, held

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.source import Json


def with_ordered_keys(data: Mapping[str, Json], schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return *data* with the keys of its mappings in the order of *schema*.

    References in the schema may only point into itself.
    """
    return cast("dict[str, Json]", _Order(schema).of(dict(data), [schema]))


@dataclass(frozen=True, slots=True)
class _Place:
    """The schemas of the parts of one value.

    Attributes:
        keys: the schemas of the keys that it declares, in its order.
        others: the schemas of all other keys.
        items: the schemas of the entries of a list.
    """

    keys: dict[str, list[Mapping[str, Json]]]
    others: list[Mapping[str, Json]]
    items: list[Mapping[str, Json]]


class _Order:
    def __init__(self, schema: Mapping[str, Json]) -> None:
        self._root = schema
        self._places: dict[tuple[int, ...], _Place] = {}

    def of(self, value: Json, schemas: Sequence[Mapping[str, Json]]) -> Json:
        """Return *value*, to which all *schemas* apply, in order."""
        if isinstance(value, list):
            items = self._place(schemas).items
            return [self.of(each, items) for each in value]
        if not isinstance(value, dict):
            return value
        place = self._place(schemas)
        keys = [key for key in place.keys if key in value] if place.keys else ()
        return {
            key: self.of(value[key], place.keys.get(key, place.others))
            for key in dict.fromkeys((*keys, *value))
        }

    def _place(self, schemas: Sequence[Mapping[str, Json]]) -> _Place:
        """Return what *schemas* say together, cached: every tool has the same ones."""
        key = tuple(map(id, schemas))
        if key not in self._places:
            self._places[key] = _merged(list(self._parts(schemas)))
        return self._places[key]

    def _parts(self, schemas: Sequence[Mapping[str, Json]]) -> Iterator[Mapping[str, Json]]:
        """Yield *schemas* and their subschemas that apply to the same value, each once."""
        seen: set[int] = set()
        waiting = list(reversed(schemas))
        while waiting:
            schema = waiting.pop()
            if id(schema) in seen:
                continue
            seen.add(id(schema))
            yield schema
            more = [*references.resolve_reference(self._root, schema.get("$ref"))]
            for keyword in IN_PLACE:
                more += (inner for _, inner in held(keyword, schema.get(keyword)))
            waiting += reversed([each for each in more if isinstance(each, dict)])


def _merged(parts: list[Mapping[str, Json]]) -> _Place:
    place = _Place({}, [], [])
    for part in parts:
        for key, schema in mapping(part.get("properties")).items():
            place.keys.setdefault(key, []).extend([schema] if isinstance(schema, dict) else [])
        for keyword, found in (("additionalProperties", place.others), ("items", place.items)):
            schema = part.get(keyword)
            found.extend([schema] if isinstance(schema, dict) else [])
    return place
