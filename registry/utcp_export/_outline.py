"""The outline of a schema: names and types, for documents that hold many tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

LEVELS = 3
"""Of objects; what is deeper is said by the type of what holds it."""


def outline(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return names and types of *schema*, with the description of the whole.

    Whatever *schema* accepts, the outline accepts, too.
    """
    text = schema.get("description")
    said: dict[str, Json] = {"description": text} if isinstance(text, str) else {}
    return {**_outlined(schema, LEVELS), **said}


def _outlined(schema: Json | Mapping[str, Json], levels: int) -> dict[str, Json]:
    if not isinstance(schema, dict):
        return {}
    short: dict[str, Json] = {"type": schema["type"]} if "type" in schema else {}
    fields, items = schema.get("properties"), schema.get("items")
    if isinstance(fields, dict) and levels:
        short["properties"] = {name: _outlined(field, levels - 1) for name, field in fields.items()}
    if isinstance(items, dict) and (inner := _outlined(items, levels)):
        short["items"] = inner
    return short
