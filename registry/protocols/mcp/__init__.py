"""MCP: the result of `tools/list`, with the server in `x-registry`.

Follows the Model Context Protocol, revision 2025-06-18, section "Tools". A listing does not name
its server, so `x-registry.server` does. Tools run through an MCP session, which is not a single
HTTP request, so they are published as opt-in `mcp` call templates, never in `/utcp`.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic, Severity
from registry.protocols import Dialect
from registry.protocols.mcp import _server_key, _tools
from registry.source.narrowing import array, mapping
from registry.validate import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Release
    from registry.source import Document, Json

NAME = "mcp"
TITLE = "MCP"
DIALECTS = (
    Dialect(
        "tools-list",
        "MCP tools/list",
        "https://modelcontextprotocol.io/specification/2025-06-18/server/tools",
    ),
)

REGISTRY_KEYS = _server_key.REGISTRY_KEYS

LISTING_KEYS = ("tools", "nextCursor", "_meta", "x-registry")
"""The keys of a listing."""

UTCP_CALLS = ("tool_call_template", "tool_transport", "tool_provider")
"""Keys of tools that say themselves how they are called, which tools of MCP never do."""

SHAPES: dict[str, Json] = {
    "tools-list": {
        "required": ["tools"],
        "properties": {
            "tools": {
                "type": "array",
                "not": {"contains": {"anyOf": [{"required": [key]} for key in UTCP_CALLS]}},
            }
        },
        "anyOf": [
            {"properties": {"tools": {"contains": {"required": ["inputSchema"]}}}},
            {
                "required": ["x-registry"],
                "properties": {
                    "x-registry": {"type": "object", "required": ["server"]},
                    "tools": {"not": {"contains": {"required": ["id"]}}},
                },
                "propertyNames": {"enum": [*LISTING_KEYS]},
            },
        ],
    }
}

read = _tools.read

_OF_SSE = re.compile(r"/sse/?(?:\?|\Z)")

_SCHEMA = Path(__file__).parent / "tools-list.schema.json"


def recognise(data: Mapping[str, Json]) -> str | None:
    """Return `tools-list` if a tool has MCP's camel-case `inputSchema`, otherwise None.

    `x-registry.server`, which no other protocol has, says as much of a document that has only keys
    of a listing, unless its tools have an `id`, as those of OTC do.
    """
    return DIALECTS[0].id if _has_shape(_result_of_response(data)) else None


def _has_shape(data: Mapping[str, Json]) -> bool:
    listed, registry = data.get("tools"), data.get("x-registry")
    tools = listed.values() if isinstance(listed, dict) else array(listed)
    keys = {key for tool in tools for key in mapping(tool)}
    has_server = "server" in mapping(registry)
    is_plain = has_server and "id" not in keys and data.keys() <= {*LISTING_KEYS}
    is_listing = isinstance(listed, list) and "inputSchema" in keys
    # As a mapping, its tools have their names as keys, by mistake: the schema says so.
    return (is_listing or (is_plain and "tools" in data)) and keys.isdisjoint(UTCP_CALLS)


def _result_of_response(data: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return the result in a JSON-RPC response, or *data* if it is not one."""
    result = data.get("result")
    return result if isinstance(result, dict) else data


def schema(dialect: str) -> Mapping[str, Json]:
    """Return the schema of a listing (MCP 2025-06-18, "Tools", section "Listing Tools")."""
    del dialect  # there is one
    return load_schema(_SCHEMA).document


def problems(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield the errors of *document* under its schema, and a missing server."""
    del dialect  # there is one
    if "result" in document.data:
        yield Diagnostic(
            document.key_place(("result",)),
            "wrapped-listing",
            "this is the whole JSON-RPC response, not only its result",
            "keep only the value of `result`: start the file with `tools:`",
        )
        return
    yield from load_schema(_SCHEMA).problems(document)
    registry = document.data.get("x-registry")
    if "server" in document.data or "mcpServers" in document.data:  # the schema says where to
        return
    yield from _of_address(document, mapping(mapping(registry).get("server")).get("url"))
    if mapping(registry).keys().isdisjoint(("server", "mcpServers")):  # nor is its other name
        yield Diagnostic(
            document.place(("x-registry",)),
            "missing-server",
            "the manual does not say which MCP server offers these tools",
            "add `server:` to `x-registry`: `transport: streamable-http` and its `url`, or "
            "`transport: stdio`, the `command` that starts it and its `args`",
        )


def _of_address(document: Document, url: Json) -> Iterator[Diagnostic]:
    """Yield a warning that servers answer at *url* in the way that came before streamable HTTP."""
    if isinstance(url, str) and _OF_SSE.search(url):
        yield Diagnostic(
            document.place(("x-registry", "server", "url")),
            "address-of-the-older-transport",
            f"servers offer their older transport, sse, at an address such as {url!r}",
            "write the address for streamable HTTP, often `/mcp` in its place; a manual cannot "
            "name a server that only speaks sse",
            Severity.WARNING,
        )


def listing(release: Release) -> Iterator[tuple[str, Json]]:
    """Yield nothing: MCP clients ask the server itself."""
    del release
    return iter(())
