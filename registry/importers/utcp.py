"""A manual out of a UTCP document of any shape, as a server or a file has it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast
from urllib.parse import urlsplit, urlunsplit

from registry.hosts import host_of, is_loopback
from registry.importers.draft import Draft, Remark, UnusableSourceError
from registry.importers.folder import name_from, publisher_from
from registry.model import TOOL_NAME, first_sentence
from registry.protocols import X_REGISTRY
from registry.protocols.utcp.nulls import without_nulls
from registry.protocols.utcp.shapes import CALL_KEYS, manual_dialect, tool_dialect
from registry.utcp_tools import UTCP_VERSION

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.importers.draft import Order
    from registry.source import Json

_TOP = ("utcp_version", "manual_version", "tools", X_REGISTRY)
_TOP_BEFORE = ("version", "name", "description", "auth")
"""What 0.x has beside them."""

_TOOL = ("name", "description", "inputs", "outputs", "tags", "average_response_size")
_EFFECTS = {"GET": "read", "DELETE": "destructive"}


def convert(source: str, data: dict[str, Json], order: Order, server: str = "") -> Draft:
    """Return the manual that *data*, read from *source*, becomes.

    Each tool keeps its own shape and its call, but for addresses on the machine of whoever made the
    document, for which *server* stands in. Raises UnusableSourceError where there are no UTCP
    tools.
    """
    if manual_dialect(data) is None:
        raise UnusableSourceError(
            f"{source} holds no UTCP tools: none has a `tool_call_template`, `tool_transport` or "
            "`tool_provider`"
        )
    conversion = _Conversion(server)
    tools = list(conversion.tools(data))
    release = conversion.top(data, order) | {"tools": [*tools]}
    release[X_REGISTRY] = _registry(data, tools, order)
    urls = [url for tool in tools if (url := _url(tool))]
    hosts = list(dict.fromkeys(filter(None, map(host_of, urls))))
    title = _text(data.get("name")) or _text(_mapping(data.get("info")).get("title"))
    told = _text(data.get("description")) or _text(_mapping(data.get("info")).get("description"))
    publisher = publisher_from(hosts[0]) if hosts else ""
    return Draft(
        source=source,
        release=release,
        tools=tuple(_text(tool["name"]) for tool in tools),
        left_out=tuple(conversion.left_out),
        changed=tuple(conversion.changed),
        publisher=publisher,
        manual=name_from(title).removeprefix(f"{publisher}-") or "main",
        listing={
            **({"title": title[:80].strip()} if title.strip() else {}),
            **({"summary": first_sentence(told, 290)} if told.strip() else {}),
        },
        homepage=f"https://{hosts[0]}" if hosts else "",
        hosts=tuple(hosts),
    )


class _Conversion:
    """Makes the parts of one manual, and says what became otherwise."""

    def __init__(self, server: str) -> None:
        self._server = urlsplit(server)
        self.left_out: list[Remark] = []
        self.changed: list[Remark] = []

    def top(self, data: Mapping[str, Json], order: Order) -> dict[str, Json]:
        """Return what stands above the tools."""
        is_old = manual_dialect(data) == "0.x"
        known = (*_TOP, *_TOP_BEFORE) if is_old else _TOP
        for key in data:
            if key not in known:
                self.left_out.append(Remark(f"the key {key!r}", "no UTCP client reads it"))
        stated = data.get("manual_version")
        if stated not in (None, order.version):
            told = f"{stated!r} is {order.version} now; --version says another"
            self.changed.append(Remark("manual_version", told))
        top = {key: value for key, value in data.items() if key in known and value is not None}
        if not is_old:
            top.setdefault("utcp_version", UTCP_VERSION)
        return {**top, "manual_version": order.version}

    def tools(self, data: Mapping[str, Json]) -> Iterator[dict[str, Json]]:
        """Yield the tools that say how they are called."""
        whole = without_nulls(data)
        if whole != data:
            self.changed.append(Remark("all tools", "keys that hold null are left out"))
        listed = [each for each in cast("list[Json]", whole["tools"]) if isinstance(each, dict)]
        prefix = _common_prefix(listed)
        seen: set[str] = set()
        for number, tool in enumerate(listed, 1):
            stated = _text(tool.get("name"))
            name = _folded(stated.removeprefix(prefix))
            if not name or name in seen:
                why = "another tool has this name" if name else "it has no name"
                self.left_out.append(Remark(stated or f"tool {number}", why))
            elif tool_dialect(tool) is None:
                self.left_out.append(Remark(stated, "it does not say how it is called"))
            else:
                seen.add(name)
                if name != stated:
                    self.changed.append(Remark(stated, f"it is called {name!r} now"))
                yield self._tool({**tool, "name": name})

    def _tool(self, tool: dict[str, Json]) -> dict[str, Json]:
        call_key = CALL_KEYS[tool_dialect(tool) or "1.x"]
        name = _text(tool["name"])
        for key in tool:
            if key not in (*_TOOL, call_key):
                self.changed.append(Remark(name, f"{key!r} is left out: no UTCP client reads it"))
        kept = {key: value for key, value in tool.items() if key in (*_TOOL, call_key)}
        call = kept[call_key]
        if isinstance(call, dict):
            kept[call_key] = self._call(name, call)
        return kept

    def _call(self, name: str, call: dict[str, Json]) -> dict[str, Json]:
        """Return *call* with the server that was named, where it has an address of nobody."""
        url = _text(call.get("url"))
        if not (self._server.netloc and is_loopback(host_of(url))):
            return call
        old = urlsplit(url)
        path = self._server.path.rstrip("/") + old.path
        moved = urlunsplit((self._server.scheme, self._server.netloc, path, old.query, ""))
        self.changed.append(Remark(name, f"{url} is {moved} now"))
        return {**call, "url": moved}


def _registry(data: Mapping[str, Json], tools: list[dict[str, Json]], order: Order) -> Json:
    """Return `x-registry`, in which methods say what calls do unless the document does."""
    registry: dict[str, Json] = {"released": order.released}
    methods = {_text(tool["name"]): _method(tool) for tool in tools}
    effects = {name: _EFFECTS.get(method, "write") for name, method in methods.items() if method}
    if len(effects) == len(tools) and len(set(effects.values())) == 1:
        registry["effects"] = next(iter(effects.values()))
    elif effects:
        registry["effects"] = {**effects}
    return {**registry, **_mapping(data.get(X_REGISTRY)), "released": order.released}


def _method(tool: Mapping[str, Json]) -> str:
    """Return the HTTP method by which *tool* is called, "" where it is called otherwise."""
    call = _call_of(tool)
    is_http = any(str(call.get(key)).startswith("http") for key in _TYPES)
    return _text(call.get("http_method")).upper() or "GET" if is_http else ""


_TYPES = ("call_template_type", "transport_type", "provider_type")


def _call_of(tool: Mapping[str, Json]) -> dict[str, Json]:
    return _mapping(tool.get(CALL_KEYS[tool_dialect(tool) or "1.x"]))


def _url(tool: Mapping[str, Json]) -> str:
    return _text(_call_of(tool).get("url"))


def _common_prefix(tools: list[dict[str, Json]]) -> str:
    """Return the manual's name with a dot, if clients have put it before every tool's name."""
    prefixes = {_text(tool.get("name")).partition(".")[0::2] for tool in tools}
    heads = {head for head, _ in prefixes}
    return f"{heads.pop()}." if len(heads) == 1 and all(rest for _, rest in prefixes) else ""


def _folded(name: str) -> str:
    """Return *name* as a tool may be called, "" where nothing is left of it."""
    folded = re.sub(r"[^A-Za-z0-9_-]+", "_", name)[:64]
    return folded if TOOL_NAME.fullmatch(folded) else ""


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""


def _mapping(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}
