"""MCP: the result of `tools/list`, with the server in `x-registry`.

Follows the Model Context Protocol, revision 2025-06-18, section "Tools". A listing does not name
its server, so `x-registry.server` does. Tools run through an MCP session, which is not a single
HTTP request, so they are published as opt-in `mcp` call templates, never in `/utcp`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from registry.diagnostics import Diagnostic
from registry.model import (
    VARIABLE,
    Argument,
    Call,
    Effect,
    Tool,
    Variable,
    Where,
    fold_name,
)
from registry.protocols import Dialect, ProtocolReading, UnreadRelease
from registry.source import Json, Origin, Pointer
from registry.source.narrowing import mapping, string
from registry.source.strings import strings_in
from registry.validate import load_schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Release
    from registry.source import Document

NAME = "mcp"
TITLE = "MCP"
DIALECTS = (
    Dialect(
        "tools-list",
        "MCP tools/list",
        "https://modelcontextprotocol.io/specification/2025-06-18/server/tools",
    ),
)

_NAME: dict[str, Json] = {
    "description": "Its name in the official MCP registry, if it has one there.",
    "type": "string",
    "maxLength": 200,
    "pattern": "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$",
    "x-hint": "write the name of its server.json, such as io.github.acme/clock",
    "x-example": "io.github.acme/clock",
}
_TEXTS: dict[str, Json] = {"type": "object", "additionalProperties": {"type": "string"}}
_NOT_SSE = "; a manual cannot name a server that only speaks sse"
_IS_STARTED: dict[str, Json] = {
    "if": {"required": ["transport"], "properties": {"transport": {"enum": ["stdio"]}}},
    "else": {
        "not": {
            "anyOf": [
                {"required": ["url"]},
                {
                    "required": ["transport"],
                    "properties": {"transport": {"pattern": "^streamable"}},
                },
            ]
        }
    },
}
"""What `x-registry.server` has if it names a program; without a transport, its `url` decides."""

REGISTRY_KEYS: dict[str, Json] = {
    "server": {
        "description": "The MCP server that offers the tools: a program to start, or a URL.",
        "type": "object",
        "properties": {
            "transport": {
                "description": "How to connect to the server.",
                "enum": ["stdio", "streamable-http"],
                "x-value-hints": {
                    "http": "write `streamable-http`",
                    "sse": f"write `streamable-http`{_NOT_SSE}",
                },
            }
        },
        "if": _IS_STARTED,
        "then": {
            "additionalProperties": False,
            "required": ["transport", "command"],
            "x-other-names": {"type": "transport"},
            "x-key-hints": {"type": "write `transport: stdio` instead"},
            "properties": {
                "transport": {"x-example": "stdio"},
                "name": _NAME,
                "command": {
                    "description": "The program to start.",
                    "type": "string",
                    "minLength": 1,
                },
                "args": {
                    "description": "Its arguments.",
                    "type": "array",
                    "items": {"type": "string"},
                },
                "env": {
                    "description": "Its environment; ${NAME} stands for a variable of the caller.",
                    **_TEXTS,
                },
            },
        },
        "else": {
            "additionalProperties": False,
            "required": ["transport", "url"],
            "x-other-names": {"type": "transport"},
            "x-key-hints": {"type": f"write `transport: streamable-http` instead{_NOT_SSE}"},
            "properties": {
                "transport": {"x-example": "streamable-http"},
                "name": _NAME,
                "url": {
                    "description": "The URL of the server.",
                    "type": "string",
                    "pattern": "^https://[A-Za-z0-9]",
                    "x-hint": "write the full URL of the server, starting with https://",
                    "x-example": "https://mcp.example.com/mcp",
                },
                "headers": {
                    "description": "Headers of requests; ${NAME} stands for a variable.",
                    **_TEXTS,
                },
            },
        },
    }
}

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

_SERVERS: Pointer = ("call", "options", "config", "mcpServers")
"""Where the call of a tool has the server of its manual, by name."""

_SCHEMA = Path(__file__).parent / "tools-list.schema.json"


def recognise(data: Mapping[str, Json]) -> str | None:
    """Return `tools-list` if a tool has MCP's camel-case `inputSchema`, otherwise None.

    `x-registry.server`, which no other protocol has, says as much of a document that has only keys
    of a listing, unless its tools have an `id`, as those of OTC do.
    """
    return DIALECTS[0].id if _has_shape(_unwrapped(data)) else None


def _has_shape(data: Mapping[str, Json]) -> bool:
    listed, registry = data.get("tools"), data.get("x-registry")
    if not isinstance(listed, list):
        return False
    keys = {key for tool in listed for key in mapping(tool)}
    has_server = "server" in mapping(registry)
    is_plain = has_server and "id" not in keys and data.keys() <= {*LISTING_KEYS}
    return ("inputSchema" in keys or is_plain) and keys.isdisjoint(UTCP_CALLS)


def _unwrapped(data: Mapping[str, Json]) -> Mapping[str, Json]:
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
    if "server" in document.data:  # its schema says where it belongs
        return
    if "server" not in mapping(registry):
        yield Diagnostic(
            document.place(("x-registry",)),
            "missing-server",
            "the manual does not say which MCP server offers these tools",
            "add `x-registry: {server: {transport: stdio, command: …, args: […]}}`",
        )


def read(draft: UnreadRelease) -> ProtocolReading:
    """Return the tools of a listing, normalised (MCP 2025-06-18, "Tools", section "Tool")."""
    server = draft.registry.get("server")
    listed = draft.document.data.get("tools")
    if not isinstance(server, dict) or not isinstance(listed, list):
        return ProtocolReading(())
    call = _call(draft, server)
    tools = (
        _tool(draft, call, index, entry)
        for index, entry in enumerate(listed)
        if isinstance(entry, dict) and isinstance(entry.get("name"), str)
    )
    return ProtocolReading(tuple(tools))


def listing(release: Release) -> Iterator[tuple[str, Json]]:
    """Yield nothing: MCP clients ask the server itself."""
    del release
    return iter(())


def _call(draft: UnreadRelease, server: dict[str, Json]) -> Call:
    """Return the call of all tools of the listing, without their arguments."""
    config = {key: value for key, value in server.items() if key not in ("transport", "name")}
    if server["transport"] == "stdio":
        config.setdefault("args", [])
    else:
        # The released plugin distinguishes its two transports by these words.
        config["transport"] = "http"
    name = fold_name(draft.manual)
    pointer: Pointer = ("x-registry", "server")
    return Call("mcp", options={"config": {"mcpServers": {name: config}}}, pointer=pointer)


def _tool(draft: UnreadRelease, call: Call, index: int, entry: dict[str, Json]) -> Tool:
    origin = Origin(draft.document, ("tools", index))
    inputs = _schema_of(entry, "inputSchema") or {"type": "object"}
    names = mapping(inputs.get("properties"))
    arguments = tuple(Argument(name, Where.LOCAL) for name in names)
    effect, is_stated = _effect(mapping(entry.get("annotations")))
    return Tool(
        publisher=draft.publisher,
        manual=draft.manual,
        version=draft.version,
        name=str(entry["name"]),
        protocol=NAME,
        dialect=draft.dialect,
        description=string(entry.get("description")),
        tags=(),
        inputs=inputs,
        outputs=_schema_of(entry, "outputSchema") or {},
        call=replace(call, arguments=arguments),
        native=entry,
        origin=origin,
        origins={
            ("inputs",): (*origin.pointer, "inputSchema"),
            ("outputs",): (*origin.pointer, "outputSchema"),
            ("call",): call.pointer,
            (*_SERVERS, fold_name(draft.manual)): call.pointer,
        },
        effect=effect,
        effect_is_stated=is_stated,
        variables=tuple(map(Variable, dict.fromkeys(_variables(call)))),
        notices=tuple(_notices(entry)),
    )


def _effect(hints: Mapping[str, Json]) -> tuple[Effect, bool]:
    """Return the effect and whether the annotations state it; MCP's default is destructive.

    See `ToolAnnotations` in the schema of MCP 2025-06-18.
    """
    if hints.get("readOnlyHint") is True:
        return Effect.READ, True
    if hints.get("destructiveHint") is False:
        return Effect.WRITE, True
    return Effect.DESTRUCTIVE, "destructiveHint" in hints


def _variables(call: Call) -> Iterator[str]:
    for text in strings_in(dict(call.options)):
        yield from VARIABLE.findall(text)


def _notices(entry: Mapping[str, Json]) -> Iterator[str]:
    lost = [key for key in ("icons", "execution", "_meta") if key in entry]
    if lost:
        yield f"UTCP has no field for {' and '.join(lost)}, so only the source file contains it"


def _schema_of(entry: Mapping[str, Json], key: str) -> dict[str, Json] | None:
    schema = entry.get(key)
    return schema if isinstance(schema, dict) else None
