"""Recognise the three dialects of UTCP by the key of a tool that describes its call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

CALL_KEYS = {"1.x": "tool_call_template", "rfc": "tool_transport", "0.x": "tool_provider"}
"""By dialect, the key of a tool below which its call is described.

For `rfc`, see the sections "The `Tool` Object" and "The `Transport` Object" of the RFC draft.
"""

SHAPES: dict[str, Json] = {
    dialect: {
        "required": ["tools"],
        "properties": {"tools": {"type": "array", "contains": {"required": [key]}}},
    }
    for dialect, key in CALL_KEYS.items()
}
"""The same as JSON Schemas."""

TYPE_KEYS = {"1.x": "call_template_type", "rfc": "transport_type", "0.x": "provider_type"}
"""By dialect, the key of that description with the type of the call."""


def tool_dialect(tool: object) -> str | None:
    """Return the dialect of one tool, or None if it does not describe its call."""
    keys = tool if isinstance(tool, dict) else ()
    return next((dialect for dialect, key in CALL_KEYS.items() if key in keys), None)


def manual_dialect(data: Mapping[str, Json]) -> str | None:
    """Return the dialect of a manual: that of its first tool that has one.

    Each tool is read by its own dialect, so this only decides which top-level keys are allowed.
    Without such a tool, a manual is recognised by `utcp_version` or `manual_version`, unless its
    tools have the inputs of an MCP listing, or by tools without a call, unless `x-registry` names
    the server of such a listing.
    """
    tools = [mapping(tool) for tool in array(data.get("tools"))]
    found = next((dialect for tool in tools if (dialect := tool_dialect(tool))), None)
    if found or any("inputSchema" in tool for tool in tools):
        return found
    if "utcp_version" in data or "manual_version" in data:
        return "1.x"
    is_listing = "server" in mapping(data.get("x-registry"))
    return "0.x" if not is_listing and any(map(_has_shape, tools)) else None


def _has_shape(tool: Mapping[str, Json]) -> bool:
    # Definitions of OTC and OXP begin with an `id`, whatever else is wrong with them.
    return "id" not in tool and ("inputs" in tool or "provider" in tool)
