"""A manual out of what an MCP server says of its tools, kept in MCP's own form."""

from __future__ import annotations

import os
import re
import shlex
from codecs import BOM_UTF8
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from registry.authoring.importers.draft import Draft, Remark
from registry.authoring.importers.sources import (
    UnusableSourceError,
    content_of,
    mapping_in,
    read_source,
)
from registry.authoring.importers.wrong_import import wrong_kind
from registry.catalogue.allowed_names import name_from, publisher_from
from registry.model import TOOL_NAME, fold_name
from registry.protocols import matches
from registry.protocols.mcp import LISTING_KEYS, server_json
from registry.source.narrowing import array, mapping, string
from registry.web import is_url
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.authoring.importers.draft import ImportRequest
    from registry.client.mcp_servers.listing import Listing
    from registry.source import Json

_KEYS = ("name", "title", "description", "inputSchema", "outputSchema", "annotations")
_KEPT = (*_KEYS, "icons", "execution", "_meta")
_ELSEWHERE = ("input_schema", "parameters")
"""What `inputSchema` is called by Anthropic and by OpenAI."""
_HINTS = ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
_LISTED = {"title": ("title", 80), "summary": ("description", 300), "docs": ("websiteUrl", 300)}
"""What `manual.yaml` takes from a `server.json`, and how much of it."""

_TOLD = 200
"""The maximum number of characters of a server's error."""

_EVENT = re.compile(rb"^data:[ ]?(\{.*\})[ ]*\r?$", re.MULTILINE)
"""A message in a stream of server-sent events."""

_WITHOUT_SCHEME = re.compile(r"(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:/\S*)?")
"""What people write who forget the start of a URL; a program in this folder begins with `./`."""

_OF_EVERY_SERVER = re.compile(r"\b(?:mcp|server|modelcontextprotocol)\b", re.IGNORECASE)


def mcp_server(text: str, variables: Sequence[str], bearer: str) -> dict[str, Json]:
    """Return `x-registry.server` for an address, a command line or the file of a `server.json`.

    *variables* are the names in its environment that a caller must fill in, *bearer* is that of
    the token which a URL requires. Raises UnusableSourceError for a string that is neither, and
    where the server takes no such names.
    """
    if not is_url(text) and text.endswith(".json"):
        if variables or bearer:
            raise UnusableSourceError(
                f"{text} describes the server with its variables: change it there, and leave out "
                f"{'--env' if variables else '--bearer'}"
            )
        return described_server(text, read_source(text))
    if is_url(text):
        if variables:
            raise UnusableSourceError(
                "--env is for a server that is started; for one at a URL, name the variable that "
                "holds its token with --bearer"
            )
        headers: dict[str, Json] = {"Authorization": f"Bearer ${{{bearer}}}"}
        wanted: dict[str, Json] = {"headers": headers} if bearer else {}
        return {"transport": "streamable-http", "url": text, **wanted}
    try:
        words = shlex.split(text)
    except ValueError:
        words = []
    if not words:
        raise UnusableSourceError(
            f"{text!r} is neither an address nor a command: write it as in a shell"
        )
    if _WITHOUT_SCHEME.fullmatch(text):
        raise UnusableSourceError(
            f"--server {text!r} is not a full URL; start a URL with https://, and a program in "
            "the current folder with ./"
        )
    return command_of(words, variables, bearer)


def described_server(source: str, description: Mapping[str, Json]) -> dict[str, Json]:
    """Return `x-registry.server` for *description*, the `server.json` that was read in *source*.

    Raises UnusableSourceError where it describes no server that a manual can name.
    """
    try:
        return server_json.server_of(description)
    except server_json.UnusableEntryError as error:
        raise UnusableSourceError(f"{source}: {error}") from None


def of_description(
    description: Mapping[str, Json], answer: Listing, request: ImportRequest, source: str
) -> Draft:
    """Return what becomes of the *answer* of the server that a `server.json` describes."""
    server = described_server(source, description)
    description = server_json.inner_entry(description)
    draft = of_answer(source, answer, server, request)
    stated = {
        ours: value.strip()[:longest]
        for ours, (theirs, longest) in _LISTED.items()
        if isinstance(value := description.get(theirs), str) and value.strip()
    }
    return replace(draft, listing={**draft.listing, **stated})


def command_of(words: Sequence[str], variables: Sequence[str], bearer: str) -> dict[str, Json]:
    """Return `x-registry.server` for the program and its arguments in *words*.

    Raises UnusableSourceError for a *bearer*, since a program gets its keys from its environment.
    """
    if bearer:
        raise UnusableSourceError(
            "--bearer is for a server at a URL; for one that is started, name the variables that "
            "it needs with --env"
        )
    # Its path on this machine is nobody else's business.
    program = os.path.basename(words[0])  # noqa: PTH119 - of another system's path, perhaps
    server: dict[str, Json] = {"transport": "stdio", "command": program, "args": list(words[1:])}
    if variables:
        server["env"] = {name: f"${{{name}}}" for name in variables}
    return server


def of_answer(
    source: str, answer: Listing, server: dict[str, Json], request: ImportRequest
) -> Draft:
    """Return what becomes of a running server's *answer*."""
    return mcp_draft(source, {"tools": answer.tools}, answer.server, server, request)


def read_reply(source: str) -> dict[str, Json]:
    """Return the mapping in *source*, as `read_source` does.

    A list is one of tools, as programs print it; of an event stream, as `curl` saves it from a
    server, the message with tools, or with an error, is read. Raises UnusableSourceError.
    """
    content = content_of(source).removeprefix(BOM_UTF8).lstrip()
    if content.startswith((b"event:", b"data:", b"id:")):
        replies = (b'"tools"', b'"error"')
        events = _EVENT.findall(content)
        content = next((each for key in replies for each in events if key in each), content)
    elif content.startswith(b"["):
        content = b'{"tools": %b}' % content
    return mapping_in(source, content)[0]


def listing_in(source: str, data: dict[str, Json]) -> dict[str, Json]:
    """Return the result of `tools/list` in *data*, which is the whole reply or only its result.

    Lists of functions as Anthropic and OpenAI take them are read, too. Raises UnusableSourceError
    for anything else.
    """
    result = data.get("result")
    listing = result if isinstance(result, dict) else data
    is_other = any(each.protocol.NAME != "mcp" for each in matches(data))
    if is_other or not isinstance(listing.get("tools"), list):
        refused = string(mapping(data.get("error")).get("message"))[:_TOLD]
        if data.get("jsonrpc") and refused:
            raise UnusableSourceError(f"{source} is an error of the server: {refused!r}")
        raise wrong_kind(
            source, data, "holds no list of `tools`: it is not a reply to tools/list", "mcp"
        )
    return listing


def of_listing(
    source: str, data: dict[str, Json], server: dict[str, Json], request: ImportRequest
) -> Draft:
    """Return what becomes of a reply to `tools/list`. Raises UnusableSourceError."""
    return mcp_draft(source, listing_in(source, data), {}, server, request)


def mcp_draft(
    source: str,
    listing: Mapping[str, Json],
    info: Mapping[str, Json],
    server: dict[str, Json],
    request: ImportRequest,
) -> Draft:
    """Return the manual of the tools in *listing*, offered by *server*, which says *info*."""
    cleaning = _Cleaning()
    listed = listing.get("tools")
    tools = list(cleaning.tools(listed if isinstance(listed, list) else []))
    if listing.get("nextCursor"):
        more = "send tools/list again with `nextCursor` as `cursor`, and add the tools of the reply"
        cleaning.left_out.append(Remark("further pages", more))
    cleaning.left_out += [
        Remark(f"the key {key!r}", "it is not part of a reply to tools/list")
        for key in _unknown_keys(dict(listing), LISTING_KEYS)
    ]
    cleaning.changed += _own_paths(server)
    title = info.get("title") or info.get("name")
    host = host_of(str(server.get("url", "")))
    return Draft(
        source=source,
        release={"tools": [*tools], "x-registry": {"released": request.released, "server": server}},
        tools=tuple(str(tool["name"]) for tool in tools),
        left_out=tuple(cleaning.left_out),
        changed=tuple(cleaning.changed),
        publisher=publisher_from(host),
        manual=name_from(_OF_EVERY_SERVER.sub(" ", str(title or ""))),
        listing={"title": title[:80].strip()} if isinstance(title, str) and title.strip() else {},
        homepage=f"https://{host}" if host else "",
        hosts=(host,) if host else (),
    )


def _own_paths(server: Mapping[str, Json]) -> Iterator[Remark]:
    """Yield a remark on each argument that leads to a file of this machine."""
    for each in array(server.get("args")):
        if isinstance(each, str) and Path(each).is_absolute() and Path(each).exists():
            why = f"the argument {each!r} is a path of this machine; name a package with --server"
            yield Remark("x-registry.server", why)


class _Cleaning:
    """Keeps of each tool what MCP knows, and says what else there was."""

    def __init__(self) -> None:
        self.left_out: list[Remark] = []
        self.changed: list[Remark] = []

    def tools(self, listed: list[Json]) -> Iterator[dict[str, Json]]:
        names: set[str] = set()
        for number, entry in enumerate(listed, 1):
            tool = _function(entry)
            name = tool.get("name") if isinstance(tool, dict) else None
            if not isinstance(tool, dict) or not isinstance(name, str):
                self.left_out.append(Remark(f"tool {number}", "it has no name"))
            elif not TOOL_NAME.fullmatch(name):
                why = (
                    "models cannot call it by this name: rename it on the server, or ask its "
                    "author to: a letter, then letters, digits, `_`, `-`, up to 64"
                )
                self.left_out.append(Remark(name, why))
            elif fold_name(name) in names:
                why = "another tool has this name, for clients that ignore case and hyphens"
                self.left_out.append(Remark(name, why))
            elif not isinstance(
                (complete := self._with_inputs(name, tool)).get("inputSchema"), dict
            ):
                why = "it has no `inputSchema`, so nothing is known of its inputs"
                self.left_out.append(Remark(name, why))
            else:
                names.add(fold_name(name))
                yield self._tool(name, complete)

    def _with_inputs(self, name: str, tool: dict[str, Json]) -> dict[str, Json]:
        """Return *tool* with its inputs under MCP's own key."""
        if "inputSchema" in tool:
            return tool
        for key in _ELSEWHERE:
            if isinstance(schema := tool.get(key), dict):
                self.changed.append(Remark(name, f"{key!r} is called 'inputSchema' in MCP"))
                rest = {each: value for each, value in tool.items() if each != key}
                return {**rest, "inputSchema": schema}
        return tool

    def _tool(self, name: str, tool: dict[str, Json]) -> dict[str, Json]:
        cleaned = {key: tool[key] for key in _KEPT if tool.get(key) is not None}
        for key in _KEPT:
            if key in tool and key not in cleaned:
                self.changed.append(Remark(name, f"{key!r}, which is null, is left out"))
        for key in ("inputSchema", "outputSchema"):
            schema = cleaned.get(key)
            if isinstance(schema, dict) and schema.get("type") != "object":
                cleaned[key] = {"type": "object", **schema, "type": "object"}  # noqa: F601 - first, too
                self.changed.append(Remark(name, f"{key} now says that it is an object"))
        hints = cleaned.get("annotations")
        if isinstance(hints, dict):
            cleaned["annotations"] = {
                key: hints[key] for key in _HINTS if hints.get(key) is not None
            }
        for key in (*_unknown_keys(tool, _KEPT), *_unknown_keys(hints, _HINTS)):
            self.changed.append(Remark(name, f"{key!r}, which is not part of MCP, is left out"))
        return cleaned


def _function(entry: Json) -> Json:
    """Return what is inside of OpenAI's `{type: function, function: …}`, otherwise *entry*."""
    if isinstance(entry, dict) and entry.keys() == {"type", "function"}:
        return entry["function"]
    return entry


def _unknown_keys(value: Json, known: Sequence[str]) -> list[str]:
    return [key for key in value if key not in known] if isinstance(value, dict) else []
