"""Read the tools of a listing, all of which are called through the server of their manual."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from registry.model import VARIABLE, Argument, Call, Effect, Tool, Variable, Where, fold_name
from registry.protocols import ProtocolReading, UnreadRelease
from registry.source import Origin
from registry.source.narrowing import mapping, string
from registry.source.strings import strings_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer

_SERVERS: Pointer = ("call", "options", "config", "mcpServers")
"""Where the call of a tool has the server of its manual, by name."""


def read(draft: UnreadRelease) -> ProtocolReading:
    """Return the tools of a listing, normalised (MCP 2025-06-18, "Tools", section "Tool")."""
    server = draft.registry.get("server")
    listed = draft.document.data.get("tools")
    if not isinstance(listed, list):
        return ProtocolReading((), is_whole=False)
    call = _call(draft, server) if isinstance(server, dict) else Call("")
    tools = tuple(
        _tool(draft, call, index, entry)
        for index, entry in enumerate(listed)
        if isinstance(entry, dict) and isinstance(entry.get("name"), str)
    )
    is_whole = len(tools) == len(listed)
    if not isinstance(server, dict):
        return ProtocolReading((), faulty=tools, is_whole=is_whole)
    return ProtocolReading(tools, is_whole=is_whole)


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
        protocol="mcp",
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
    execution = entry.get("execution")
    if isinstance(execution, dict) and execution.get("taskSupport") == "required":
        yield "the server only runs it as an MCP task, and refuses clients that cannot start one"


def _schema_of(entry: Mapping[str, Json], key: str) -> dict[str, Json] | None:
    schema = entry.get(key)
    return schema if isinstance(schema, dict) else None
