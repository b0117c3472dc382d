"""MCP: the result of `tools/list`, with the server to start or to reach named in `x-registry`.

Follows the Model Context Protocol, revision 2025-06-18, section "Tools". A listing says nothing
of the server it came from, so `x-registry.server` does. Tools run through an MCP session, which
is no single HTTP request: they are published as opt-in `mcp` call templates, never in `/utcp`.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from registry.model import (
    VARIABLE,
    Argument,
    Call,
    Effect,
    Tool,
    Variable,
    Where,
    fold,
)
from registry.protocols import Dialect, Draft, NativeCall, Reading
from registry.source import Json, Origin, Pointer
from registry.validate import load_schema, problem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Diagnostic
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

_TEXTS: dict[str, Json] = {"type": "object", "additionalProperties": {"type": "string"}}
REGISTRY_KEYS: dict[str, Json] = {
    "server": {
        "description": "The MCP server that offers the tools: a program to start, or an address.",
        "type": "object",
        "required": ["transport"],
        "properties": {
            "transport": {
                "description": "How the server is reached.",
                "enum": ["stdio", "streamable-http"],
            }
        },
        "if": {"properties": {"transport": {"const": "stdio"}}},
        "then": {
            "additionalProperties": False,
            "required": ["command"],
            "properties": {
                "transport": {},
                "command": {
                    "description": "The program to start.",
                    "type": "string",
                    "minLength": 1,
                    "x-example": "npx",
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
            "required": ["url"],
            "properties": {
                "transport": {},
                "url": {
                    "description": "Address of the server.",
                    "type": "string",
                    "pattern": "^https://[A-Za-z0-9]",
                    "x-hint": "write the full address of the server, starting with https://",
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

SHAPES: dict[str, Json] = {
    "tools-list": {
        "required": ["tools"],
        "properties": {"tools": {"type": "array", "contains": {"required": ["inputSchema"]}}},
    }
}

_SCHEMA = Path(__file__).parent / "tools-list.schema.json"


def recognise(data: Mapping[str, Json]) -> str | None:
    """Return `tools-list` where a tool has MCP's camel-cased `inputSchema`, else None."""
    return DIALECTS[0].id if _has_shape(_unwrapped(data)) else None


def _has_shape(data: Mapping[str, Json]) -> bool:
    tools = data.get("tools")
    return isinstance(tools, list) and any(
        isinstance(tool, dict) and "inputSchema" in tool for tool in tools
    )


def _unwrapped(data: Mapping[str, Json]) -> Mapping[str, Json]:
    """Return what stands in the JSON-RPC envelope that a server's whole reply has."""
    result = data.get("result")
    return result if isinstance(result, dict) else data


def schema(dialect: str) -> Mapping[str, Json]:
    """Return the schema of a listing."""
    del dialect  # there is one
    return load_schema(_SCHEMA).document


def problems(document: Document, dialect: str) -> Iterator[Diagnostic]:
    """Yield what the schema of *dialect* finds wrong, and a listing that names no server."""
    del dialect  # there is one
    if "result" in document.data:
        yield problem(
            document.key_place(("result",)),
            "wrapped-listing",
            "this is the whole JSON-RPC reply, not the listing in it",
            "keep only what stands under `result`: begin the file with `tools:`",
        )
        return
    yield from load_schema(_SCHEMA).problems(document)
    registry = document.data.get("x-registry")
    if not isinstance(registry, dict) or "server" not in registry:
        yield problem(
            document.place(("x-registry",)),
            "missing-server",
            "nothing says which MCP server offers these tools",
            "add `x-registry: {server: {transport: stdio, command: …, args: […]}}`",
        )


def read(draft: Draft) -> Reading:
    """Normalise the tools of a listing."""
    server = draft.registry.get("server")
    listed = draft.document.data.get("tools")
    if not isinstance(server, dict) or not isinstance(listed, list):
        return Reading(())
    call = _call(draft, server)
    tools = (
        _tool(draft, call, index, entry)
        for index, entry in enumerate(listed)
        if isinstance(entry, dict) and isinstance(entry.get("name"), str)
    )
    return Reading(tuple(tools))


def listing(release: Release) -> Iterator[tuple[str, Json]]:
    """Yield nothing: an MCP client asks the server itself."""
    del release
    return iter(())


def native_call(tool: Tool, arguments: Mapping[str, Json]) -> NativeCall | None:
    """Return None: a call needs an MCP session."""
    del tool, arguments
    return None


def _call(draft: Draft, server: dict[str, Json]) -> Call:
    """Return the call that all tools of the listing share, but for their arguments."""
    config = {key: value for key, value in server.items() if key != "transport"}
    if server["transport"] == "stdio":
        config.setdefault("args", [])
    else:
        # The released plugin tells its two transports apart by these words.
        config["transport"] = "http"
    name = fold(draft.manual)
    pointer: Pointer = ("x-registry", "server")
    return Call("mcp", options={"config": {"mcpServers": {name: config}}}, pointer=pointer)


def _tool(draft: Draft, call: Call, index: int, entry: dict[str, Json]) -> Tool:
    origin = Origin(draft.document, ("tools", index))
    inputs = _schema_of(entry, "inputSchema") or {"type": "object"}
    properties = inputs.get("properties")
    names = properties if isinstance(properties, dict) else {}
    hints = entry.get("annotations")
    effect, is_stated = _effect(hints if isinstance(hints, dict) else {})
    return Tool(
        publisher=draft.publisher,
        manual=draft.manual,
        version=draft.version,
        name=str(entry["name"]),
        protocol=NAME,
        dialect=draft.dialect,
        description=_text(entry.get("description")),
        tags=(),
        inputs=inputs,
        outputs=_schema_of(entry, "outputSchema") or {},
        call=replace(call, arguments=tuple(Argument(name, Where.LOCAL) for name in names)),
        native=entry,
        origin=origin,
        origins={
            ("inputs",): (*origin.pointer, "inputSchema"),
            ("outputs",): (*origin.pointer, "outputSchema"),
            ("call",): call.pointer,
        },
        effect=effect,
        effect_is_stated=is_stated,
        variables=tuple(Variable(name) for name in _variables(call.options)),
        notices=tuple(_notices(entry)),
    )


def _effect(hints: Mapping[str, Json]) -> tuple[Effect, bool]:
    """Return what the annotations state. Without any, MCP's default is: it may destroy."""
    if hints.get("readOnlyHint") is True:
        return Effect.READ, True
    if hints.get("destructiveHint") is False:
        return Effect.WRITE, True
    return Effect.DESTRUCTIVE, "destructiveHint" in hints


def _notices(entry: Mapping[str, Json]) -> Iterator[str]:
    lost = [key for key in ("icons", "execution", "_meta") if key in entry]
    if lost:
        yield f"UTCP has no place for {' and '.join(lost)}, so only the source file holds it"


def _variables(value: Json | Mapping[str, Json]) -> tuple[str, ...]:
    if isinstance(value, str):
        return tuple(VARIABLE.findall(value))
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return tuple(dict.fromkeys(name for each in value for name in _variables(each)))
    return ()


def _schema_of(entry: Mapping[str, Json], key: str) -> dict[str, Json] | None:
    schema = entry.get(key)
    return schema if isinstance(schema, dict) else None


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
