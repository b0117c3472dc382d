"""The names of all fields that a manual can have, in every dialect and in `x-registry`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from registry.protocols import protocols
from registry.validate import SCHEMAS, load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json


def fields_of_manuals() -> set[str]:
    """Return the name of every property that the schema of a dialect or of `x-registry` states."""
    schemas: list[Mapping[str, Any]] = [load_schema(SCHEMAS / "x-registry.schema.json").document]
    for protocol in protocols().values():
        schemas += [protocol.schema(dialect.id) for dialect in protocol.DIALECTS]
        schemas.append({"properties": protocol.REGISTRY_KEYS})
    return {name for schema in schemas for name in _fields(dict(schema))}


def _fields(schema: Json) -> Iterator[str]:
    if isinstance(schema, dict):
        stated = schema.get("properties")
        yield from stated if isinstance(stated, dict) else ()
        for inner in schema.values():
            yield from _fields(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _fields(inner)
