"""Import a UTCP document of any shape, from a server or a file."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit, urlunsplit

from registry.authoring.importers.draft import Draft, Remark
from registry.authoring.importers.effects import drafted_effects
from registry.authoring.importers.prefixes import without_prefixes
from registry.authoring.importers.wrong_import import wrong_kind
from registry.catalogue.allowed_names import name_from, publisher_from
from registry.model import TOOL_NAME, first_sentence, fold_name
from registry.protocols import X_REGISTRY
from registry.protocols.utcp.nulls import without_nulls
from registry.protocols.utcp.shapes import CALL_KEYS, manual_dialect, tool_dialect
from registry.source.narrowing import mapping, mappings, string
from registry.utcp_export import UTCP_VERSION
from registry.web.hosts import host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.authoring.importers.draft import ImportRequest
    from registry.source import Json

_TOP = ("utcp_version", "manual_version", "tools", X_REGISTRY)
_TOP_BEFORE = ("version", "name", "description", "auth")
"""Further keys of 0.x."""

_TOOL = ("name", "description", "inputs", "outputs", "tags", "average_response_size")


def utcp_draft(
    source: str, data: dict[str, Json], request: ImportRequest, server: str = ""
) -> Draft:
    """Return the draft of a manual from the UTCP document *data*, which was read from *source*.

    Each tool keeps its shape and its call, except that *server* replaces URLs on the author's own
    machine. Raises UnusableSourceError if there are no UTCP tools.
    """
    if manual_dialect(data) is None or not isinstance(data.get("tools"), list):
        lacks = (
            "has no UTCP tools: none has a `tool_call_template`, `tool_transport` or "
            "`tool_provider`"
        )
        raise wrong_kind(source, data, lacks, "utcp")
    title = string(data.get("name")) or string(mapping(data.get("info")).get("title"))
    names = (request.publisher, request.manual, title, *_publishers(data))
    conversion = _Conversion(server, names)
    tools = list(conversion.tools(data))
    release = conversion.top(data, request) | {"tools": [*tools]}
    release[X_REGISTRY] = _registry(data, tools, request)
    urls = [url for tool in tools if (url := _url(tool))]
    hosts = list(dict.fromkeys(filter(None, map(host_of, urls))))
    words = string(data.get("description")) or string(mapping(data.get("info")).get("description"))
    publisher = publisher_from(hosts[0]) if hosts else ""
    return Draft(
        source=source,
        release=release,
        tools=tuple(string(tool["name"]) for tool in tools),
        left_out=tuple(conversion.left_out),
        changed=tuple(conversion.changed),
        publisher=publisher,
        manual=name_from(name_from(title).removeprefix(f"{publisher}-")) or "main",
        listing={
            **({"title": title[:80].strip()} if title.strip() else {}),
            **({"summary": first_sentence(words, 290)} if words.strip() else {}),
        },
        homepage=f"https://{hosts[0]}" if hosts else "",
        hosts=tuple(hosts),
    )


def _publishers(data: Mapping[str, Json]) -> set[str]:
    """Return the names of publishers that the hosts of all tools suggest."""
    tools = mappings(data.get("tools"))
    return {publisher_from(host_of(_url(tool))) for tool in tools}


class _Conversion:
    """Converts the parts of one manual, and collects what was left out or changed."""

    def __init__(self, server: str, owners: tuple[str, ...]) -> None:
        self._server = urlsplit(server)
        self._owners = owners
        self._auth: Json = None
        self.left_out: list[Remark] = []
        self.changed: list[Remark] = []

    def top(self, data: Mapping[str, Json], request: ImportRequest) -> dict[str, Json]:
        """Return the top-level keys except `tools`."""
        is_old = manual_dialect(data) == "0.x"
        read_keys = (*_TOP, *_TOP_BEFORE) if is_old else _TOP
        for key in data:
            if key not in read_keys and key != "auth":
                self.left_out.append(Remark(f"the key {key!r}", "no UTCP client reads it"))
        stated = data.get("manual_version")
        if stated not in (None, request.version):
            why = f"{stated!r} became {request.version}; choose another with --version"
            self.changed.append(Remark("manual_version", why))
        top = {key: value for key, value in data.items() if key in read_keys and value is not None}
        if not is_old and "utcp_version" not in top:
            top["utcp_version"] = UTCP_VERSION
            self.changed.append(Remark("utcp_version", f"{UTCP_VERSION} is added"))
        return {**top, "manual_version": request.version}

    def tools(self, data: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
        """Yield the tools that have a call."""
        cleaned = without_nulls(data)
        self._auth = None if manual_dialect(data) == "0.x" else cleaned.get("auth")
        if cleaned != data:
            self.changed.append(Remark("all tools", "keys with the value null are left out"))
        listed = mappings(cleaned["tools"])
        names = [string(tool.get("name")) for tool in listed]
        short = without_prefixes(names, self._owners)
        seen: set[str] = set()
        for number, (tool, stated, wanted) in enumerate(zip(listed, names, short, strict=True), 1):
            name = _as_tool_name(wanted)
            if not name or fold_name(name) in seen:
                why = "another tool has this name" if name else "it has no name"
                self.left_out.append(Remark(stated or f"tool {number}", why))
            elif tool_dialect(tool) is None:
                self.left_out.append(Remark(stated, _without_call(tool)))
            else:
                seen.add(fold_name(name))
                if name != stated:
                    self.changed.append(Remark(stated, f"renamed to {name!r}"))
                yield self._tool({**tool, "name": name})

    def _tool(self, tool: dict[str, Json]) -> dict[str, Json]:
        call_key = CALL_KEYS[tool_dialect(tool) or "1.x"]
        name = string(tool["name"])
        for key in tool:
            if key not in (*_TOOL, call_key, "auth"):
                self.changed.append(Remark(name, f"{key!r} is left out: no UTCP client reads it"))
        converted = {key: value for key, value in tool.items() if key in (*_TOOL, call_key)}
        call = converted[call_key]
        if isinstance(call, dict):
            authorised = self._with_auth(name, tool, call)
            # Of older documents, the registry reads the places of either kind.
            is_new = call_key == CALL_KEYS["1.x"]
            placed = self._with_places(tool, authorised) if is_new else authorised
            converted[call_key] = self._call(name, placed)
        return converted

    def _with_places(self, tool: Mapping[str, Json], call: dict[str, Json]) -> dict[str, Json]:
        """Return *call* with the places of inputs in its URL as clients fill them in."""
        url = filled = string(call.get("url"))
        for name in mapping(mapping(tool.get("inputs")).get("properties")):
            for written in (f"${{{name}}}", f"{{{{{name}}}}}"):
                filled = filled.replace(written, f"{{{name}}}")
        if filled == url:
            return call
        why = f"{url} became {filled}: clients fill in inputs only so"
        self.changed.append(Remark(string(tool["name"]), why))
        return {**call, "url": filled}

    def _with_auth(
        self, name: str, tool: Mapping[str, Json], call: dict[str, Json]
    ) -> dict[str, Json]:
        """Return *call* with the credentials that the document states beside it or for all."""
        for where, auth in (("the call", tool.get("auth")), ("the tools", self._auth)):
            if auth and call.get("auth") == auth:
                continue
            if auth and call.get("auth"):
                why = f"`auth` beside {where} is left out: the call has its own"
                self.changed.append(Remark(name, why))
            elif auth:
                why = f"`auth` beside {where} is moved into the call, where clients look for it"
                self.changed.append(Remark(name, why))
                call = {**call, "auth": auth}
        return call

    def _call(self, name: str, call: dict[str, Json]) -> dict[str, Json]:
        """Return *call* with the public server instead of a loopback URL."""
        url = string(call.get("url"))
        if not (self._server.netloc and is_loopback(host_of(url))):
            return call
        old = urlsplit(url)
        path = self._server.path.rstrip("/") + old.path
        moved = urlunsplit((self._server.scheme, self._server.netloc, path, old.query, ""))
        self.changed.append(Remark(name, f"{url} became {moved}"))
        return {**call, "url": moved}


def _without_call(tool: Mapping[str, Json]) -> str:
    """Return why *tool*, which has none of the keys of a call, cannot be called."""
    key = next((key for key in ("provider", "transport", "call_template") if key in tool), "")
    if not key:
        return "it has no call: add its `tool_call_template`"
    return f"its call is in {key!r}, which no client reads: rename it to `tool_{key}`" + (
        ", and `type` in it to `provider_type`" if key == "provider" else ""
    )


def _registry(
    data: Mapping[str, Json], tools: list[dict[str, Json]], request: ImportRequest
) -> Json:
    """Return `x-registry`, with a draft of `effects` unless the document states them."""
    effects = drafted_effects([(tool, _method(tool)) for tool in tools])
    registry: dict[str, Json] = {"released": request.released, **effects}
    return {**registry, **mapping(data.get(X_REGISTRY)), "released": request.released}


def _method(tool: Mapping[str, Json]) -> str:
    """Return the HTTP method of *tool*; "" if it is not called over HTTP."""
    call = _call_of(tool)
    is_http = any(str(call.get(key)).startswith("http") for key in _TYPES)
    return string(call.get("http_method")).upper() or "GET" if is_http else ""


_TYPES = ("call_template_type", "transport_type", "provider_type")


def _call_of(tool: Mapping[str, Json]) -> dict[str, Json]:
    return mapping(tool.get(CALL_KEYS[tool_dialect(tool) or "1.x"]))


def _url(tool: Mapping[str, Json]) -> str:
    return string(_call_of(tool).get("url"))


def _as_tool_name(name: str) -> str:
    """Return *name* turned into a valid name of a tool; "" if impossible."""
    folded = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:64]
    return folded if TOOL_NAME.fullmatch(folded) else ""
