"""Definitions as an MCP server lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Effect
from registry.utcp_export import explicit_inputs, explicit_outputs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.client.functions.losses import Losses
    from registry.model import Tool
    from registry.source import Json


def definition(tool: Tool, name: str, losses: Losses) -> dict[str, Json]:
    """Return the tool; only a stated effect becomes an annotation."""
    record: dict[str, Json] = {
        "name": name,
        "description": tool.description,
        "inputSchema": explicit_inputs(tool),
    }
    outputs = explicit_outputs(tool) or {}
    if outputs.get("type") == "object":
        record["outputSchema"] = outputs
    elif outputs:
        losses.add("the schema of the result, which must be that of an object")
    if tool.effect_is_stated:
        record["annotations"] = {
            "readOnlyHint": tool.effect is Effect.READ,
            "destructiveHint": tool.effect is Effect.DESTRUCTIVE,
        }
    return record


def request(definitions: Iterable[Json]) -> Json:
    """Return the result of `tools/list`."""
    return {"tools": [*definitions]}
