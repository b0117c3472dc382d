"""Definitions for OpenAI's Chat Completions API, and the many that copy it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._functions.losses import plain_object
from registry.utcp_tools import portable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model import Tool
    from registry.publish._functions.losses import Losses
    from registry.source import Json

_DESCRIPTION_LIMIT = 1024


def definition(tool: Tool, name: str, losses: Losses) -> dict[str, Json]:
    """Return the function; its schema is not strict, as strict ones have no optional inputs."""
    description = tool.description
    if len(description) > _DESCRIPTION_LIMIT:
        description = description[: _DESCRIPTION_LIMIT - 1] + "…"
        losses.add(f"the description after {_DESCRIPTION_LIMIT - 1:,} characters")
    parameters = plain_object(portable(tool.inputs), losses)
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


def _with_items(value: Json) -> Json:
    """Return *value* with `items` in every schema of a list: without it the API says 400."""
    if isinstance(value, list):
        return [_with_items(each) for each in value]
    if not isinstance(value, dict):
        return value
    changed = {key: _with_items(each) for key, each in value.items()}
    return (
        {**changed, "items": {}}
        if value.get("type") == "array" and "items" not in value
        else changed
    )
