"""Put the keys of data into the order in which a JSON Schema declares them.

Keys that it does not name keep their order after those that it names. What the keys of a mapping
are is looked up in every part of the schema that may hold for it, whatever its conditions say:
the same key has the same place in all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.source import Json

_ALL_OF = ("allOf", "anyOf", "oneOf")
_ONE_OF = ("if", "then", "else")


def in_order(data: Mapping[str, Json], schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return *data* with the keys of its mappings in the order of *schema*.

    References in the schema lead to itself.
    """
    return cast("dict[str, Json]", _Order(schema).of(dict(data), [schema]))


class _Order:
    def __init__(self, schema: Mapping[str, Json]) -> None:
        self._root = schema

    def of(self, value: Json, schemas: Sequence[Mapping[str, Json]]) -> Json:
        parts = list(self._parts(schemas))
        if isinstance(value, list):
            items = [each for part in parts if isinstance(each := part.get("items"), dict)]
            return [self.of(each, items) for each in value]
        if not isinstance(value, dict):
            return value
        named = [each for part in parts if isinstance(each := part.get("properties"), dict)]
        others: Sequence[Mapping[str, Json]] = [
            each for part in parts if isinstance(each := part.get("additionalProperties"), dict)
        ]
        keys = [key for properties in named for key in properties if key in value]
        return {
            key: self.of(
                value[key],
                [each for names in named if isinstance(each := names.get(key), dict)]
                or ([] if any(key in names for names in named) else others),
            )
            for key in dict.fromkeys((*keys, *value))
        }

    def _parts(self, schemas: Sequence[Mapping[str, Json]]) -> Iterator[Mapping[str, Json]]:
        """Yield *schemas* and whatever else they say of the same value, each once."""
        seen: set[int] = set()
        waiting = list(reversed(schemas))
        while waiting:
            schema = waiting.pop()
            if id(schema) in seen:
                continue
            seen.add(id(schema))
            yield schema
            more = [self._target(ref) for key, ref in schema.items() if key == "$ref"]
            for key in _ALL_OF:
                among = schema.get(key)
                more += among if isinstance(among, list) else []
            more += [schema[key] for key in _ONE_OF if key in schema]
            waiting += reversed([each for each in more if isinstance(each, dict)])

    def _target(self, reference: Json) -> Json:
        value: Json = dict(self._root)
        for step in str(reference).removeprefix("#").split("/")[1:]:
            value = value.get(step) if isinstance(value, dict) else None
        return value
