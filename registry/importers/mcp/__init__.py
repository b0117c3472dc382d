"""A manual out of what an MCP server says of its tools, kept in MCP's own form."""

from __future__ import annotations

import os
import re
import shlex
from typing import TYPE_CHECKING

from registry import fetch
from registry.hosts import host_of
from registry.importers.draft import Draft, Remark, UnusableSourceError
from registry.importers.folder import name_from, publisher_from
from registry.model import TOOL_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.importers.draft import Order
    from registry.importers.mcp.dialogue import Answer
    from registry.source import Json

_KEYS = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
_KEPT = (*_KEYS, "icons", "execution", "_meta")
_HINTS = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_OF_EVERY_SERVER = re.compile(r"\b(?:mcp|server|modelcontextprotocol)\b", re.IGNORECASE)


def server_of(text: str, variables: Sequence[str] = (), bearer: str = "") -> dict[str, Json]:
    """Return `x-registry.server` for an address or a command line.

    *variables* are the names in its environment that a caller must fill in, *bearer* is that of
    the token which an address wants. Raises UnusableSourceError for a text that is neither.
    """
    if fetch.is_url(text):
        headers: dict[str, Json] = {"Authorization": f"Bearer ${{{bearer}}}"}
        wanted: dict[str, Json] = {"headers": headers} if bearer else {}
        return {"transport": "streamable-http", "url": text, **wanted}
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise UnusableSourceError(f"{text!r} is no address and no command: write it as in a shell")
    return command_of(words, variables)


def command_of(words: Sequence[str], variables: Sequence[str] = ()) -> dict[str, Json]:
    """Return `x-registry.server` for the program and its arguments in *words*."""
    # Where it lies on this machine is nobody else's business.
    program = os.path.basename(words[0])  # noqa: PTH119 - of another system's path, perhaps
    server: dict[str, Json] = {"transport": "stdio", "command": program, "args": list(words[1:])}
    if variables:
        server["env"] = {name: f"${{{name}}}" for name in variables}
    return server


def of_answer(source: str, answer: Answer, server: dict[str, Json], order: Order) -> Draft:
    """Return what becomes of a running server's *answer*."""
    return draft(source, {"tools": answer.tools}, answer.server, server, order)


def of_listing(source: str, data: dict[str, Json], server: dict[str, Json], order: Order) -> Draft:
    """Return what becomes of a reply to `tools/list`, whole or only its result.

    Raises UnusableSourceError for anything else.
    """
    result = data.get("result")
    listing = result if isinstance(result, dict) else data
    if not isinstance(listing.get("tools"), list):
        raise UnusableSourceError(f"{source} holds no `tools`: it is no reply to tools/list")
    return draft(source, listing, {}, server, order)


def draft(
    source: str,
    listing: Mapping[str, Json],
    info: Mapping[str, Json],
    server: dict[str, Json],
    order: Order,
) -> Draft:
    """Return the manual of the tools in *listing*, offered by *server*, which says *info*."""
    cleaning = _Cleaning()
    listed = listing.get("tools")
    tools = list(cleaning.tools(listed if isinstance(listed, list) else []))
    if listing.get("nextCursor"):
        cleaning.left_out.append(Remark("further pages", "the listing goes on at `nextCursor`"))
    title = info.get("title") or info.get("name")
    host = host_of(str(server.get("url", "")))
    return Draft(
        source=source,
        release={"tools": [*tools], "x-registry": {"released": order.released, "server": server}},
        tools=tuple(str(tool["name"]) for tool in tools),
        left_out=tuple(cleaning.left_out),
        changed=tuple(cleaning.changed),
        publisher=publisher_from(host),
        manual=name_from(_OF_EVERY_SERVER.sub(" ", str(title or ""))),
        listing={"title": title[:80].strip()} if isinstance(title, str) and title.strip() else {},
        homepage=f"https://{host}" if host else "",
        hosts=(host,) if host else (),
    )


class _Cleaning:
    """Keeps of each tool what MCP knows, and says what else there was."""

    def __init__(self) -> None:
        self.left_out: list[Remark] = []
        self.changed: list[Remark] = []

    def tools(self, listed: list[Json]) -> Iterator[dict[str, Json]]:
        seen: set[str] = set()
        for number, tool in enumerate(listed, 1):
            name = tool.get("name") if isinstance(tool, dict) else None
            if not isinstance(tool, dict) or not isinstance(name, str):
                self.left_out.append(Remark(f"tool {number}", "it has no name"))
            elif not TOOL_NAME.fullmatch(name):
                why = "rename it on the server: a letter, then letters, digits, `_`, `-`, up to 64"
                self.left_out.append(Remark(name, why))
            elif name in seen:
                self.left_out.append(Remark(name, "another tool has this name"))
            else:
                seen.add(name)
                yield self._tool(name, tool)

    def _tool(self, name: str, tool: dict[str, Json]) -> dict[str, Json]:
        kept = {key: tool[key] for key in _KEPT if tool.get(key) is not None}
        for key in ("inputSchema", "outputSchema"):
            schema = kept.get(key, {} if key == "inputSchema" else None)
            if isinstance(schema, dict) and schema.get("type") != "object":
                kept[key] = {"type": "object", **schema, "type": "object"}  # noqa: F601 - first, too
                self.changed.append(Remark(name, f"{key} says now that it is an object"))
        hints = kept.get("annotations")
        if isinstance(hints, dict):
            kept["annotations"] = {key: hints[key] for key in _HINTS if hints.get(key) is not None}
        for key in (*_unknown(tool, _KEPT), *_unknown(hints, _HINTS)):
            self.changed.append(Remark(name, f"{key!r}, which is no part of MCP, is left out"))
        return kept


def _unknown(value: Json, known: Sequence[str]) -> list[str]:
    return [key for key in value if key not in known] if isinstance(value, dict) else []
