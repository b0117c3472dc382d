"""Definitions for OpenAI's Chat Completions API, and the many that copy it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.client.functions.losses import plain_object
from registry.utcp import portable_inputs
from registry.validate.vocabulary import rebuilt, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.client.functions.losses import Losses
    from registry.model import Tool
    from registry.source import Json

_DESCRIPTION_LIMIT = 1024


def definition(tool: Tool, name: str, losses: Losses) -> dict[str, Json]:
    """Return the function; its schema is not strict, as strict ones have no optional inputs."""
    description = tool.description
    if len(description) > _DESCRIPTION_LIMIT:
        description = description[: _DESCRIPTION_LIMIT - 1] + "…"
        losses.add(f"the description after {_DESCRIPTION_LIMIT - 1:,} characters")
    parameters = plain_object(portable_inputs(tool), losses)
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": _with_items(parameters),
        },
    }


def request(definitions: Iterable[Json]) -> Json:
    """Return the value of `tools`."""
    return [*definitions]


def _with_items(schema: Json) -> Json:
    """Return *schema* with `items` in every schema of a list: without it the API says 400."""
    # Most schemas are fine as they are, and are not copied.
    if not isinstance(schema, dict) or not any(_lacks_items(each) for _, each in walk(schema)):
        return schema
    changed = rebuilt(schema, lambda _, inner: _with_items(inner))
    return {**changed, "items": {}} if _lacks_items(schema) else changed


def _lacks_items(schema: Mapping[str, Json]) -> bool:
    return schema.get("type") == "array" and "items" not in schema
