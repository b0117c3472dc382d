"""The JSON Schema of every file that people write: what assembling, editors and `fmt` go by."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, cast

from registry import protocols
from registry.protocols import X_REGISTRY
from registry.validate import Schema, embedded, load_schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.protocols import Match
    from registry.source import Json

_FOLDER = Path(__file__).parent / "schemas"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


@cache
def form(kind: str) -> Schema:
    """Return the schema of `publisher.yaml` or `manual.yaml`: *kind* is the name without ending."""
    return load_schema(_FOLDER / f"{kind}.schema.json")


@cache
def x_registry() -> Schema:
    """Return the schema of `x-registry`, with the keys that the protocols add to it."""
    base = dict(load_schema(_FOLDER / "x-registry.schema.json").document)
    properties: dict[str, Json] = {}
    for key, schema in cast("dict[str, Json]", base["properties"]).items():
        properties[key] = schema
        if key == "dialect":  # who is called, and how, comes before what for
            # That with the most keys first: parts of an address then stand side by side.
            for keys in sorted(_registry_keys(), key=len, reverse=True):
                properties |= keys
    return Schema({**base, "properties": properties})


def _registry_keys() -> list[Mapping[str, Json]]:
    return [protocol.REGISTRY_KEYS for protocol in protocols.protocols().values()]


@cache
def release(match: Match) -> Mapping[str, Json]:
    """Return the schema of a release in a protocol's dialect, with all that it refers to inside."""
    name = next(each.name for each in match.protocol.DIALECTS if each.id == match.dialect)
    document = match.protocol.schema(match.dialect)
    return {
        "$schema": _DRAFT,
        "title": f"A release in {name}",
        "allOf": [
            {"$ref": "#/$defs/document"},
            {"properties": {X_REGISTRY: {"$ref": f"#/$defs/{X_REGISTRY}"}}},
        ],
        "$defs": {
            "document": embedded(document, "#/$defs/document"),
            X_REGISTRY: embedded(x_registry().document, f"#/$defs/{X_REGISTRY}"),
        },
    }
