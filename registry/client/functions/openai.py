"""Definitions for OpenAI's Chat Completions API, and the many that copy it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.client.functions.losses import plain_object
from registry.utcp_export import explicit_inputs

if TYPE_CHECKING:
    from collections.abc import Iterable

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
    return {
        "type": "function",
        "function": {
            "name": name,
            "description": description,
            "parameters": plain_object(explicit_inputs(tool), losses),
        },
    }


def request(definitions: Iterable[Json]) -> Json:
    """Return the value of `tools`."""
    return [*definitions]
