"""Publish a manual as a listing for OTC/OXP clients."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from registry.model import versions
from registry.protocols import _server

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release, Tool
    from registry.source import Json

_Object: TypeAlias = dict[str, "Json"]


def listing(release: Release) -> Iterator[tuple[str, Json]]:
    """Yield `tools` and `health`, as a client of OTC or OXP requests them (`paths` of OXP 1.0).

    The tools of every dialect are listed twice: under `items` as in OXP 1.0, which the released
    client reads, and under `tools` as in OTC 1.0. `x-servers` names the servers of the calls.
    """
    items = [_definition(tool) for tool in release.tools]
    nested: list[Json] = [
        {**item, "input_schema": {"parameters": item["input_schema"]}} for item in items
    ]
    marker = release.source.get("$schema")
    server: _Object = {
        "url": _server.base_url(release.registry) or None,
        "call_url": release.tools[0].call.url if release.tools else None,
        "dialect": release.dialect,
    }
    yield (
        "tools",
        {
            **({"$schema": marker} if isinstance(marker, str) else {}),
            "items": [*items],
            "tools": nested,
            "x-servers": [{key: value for key, value in server.items() if value}],
        },
    )
    yield "health", {"message": "This is a listing in files; its server is named in tools."}


def _definition(tool: Tool) -> _Object:
    """Return *tool* as a `ToolDefinition` of OXP 1.0."""
    native = tool.native
    stated = native.get("version", str(native["id"]).partition("@")[2])
    definition: _Object = {
        "id": native["id"],
        "name": tool.name,
        "description": tool.description,
        "version": stated if versions.parse_version(str(stated)) else tool.version,
        "input_schema": tool.inputs,
        "output_schema": tool.outputs,
    }
    if isinstance(native.get("requirements"), dict):
        definition["requirements"] = native["requirements"]
    return definition
