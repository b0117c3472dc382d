"""The tabs that say how to enter the registry, a manual or a tool in an MCP host."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from registry.client.mcp import host_configurations
from registry.client.mcp.host_configurations import Server
from registry.model import VARIABLE
from registry.publish._pages.markup import Markup
from registry.publish._pages.tabs import Snippet, tabs
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from registry.model import Manual, Release, Tool

_ON_THE_WEB = frozenset({"http", "sse", "streamable_http"})
_OF_HOSTS = {"transport", "command", "args", "env"}
"""What a server may state of itself that each host has a place for."""

_SYSTEMS = {"darwin": "macOS", "win32": "Windows", "linux": "Linux"}


def host_snippets(base_url: str, options: Sequence[str] = ()) -> Iterator[Snippet]:
    """Yield a tab for each host that is to start this registry's own MCP server.

    *options* are those of `registry mcp`, such as `--only` and the id of a manual.
    """
    return server_snippets(host_configurations.registry_server(base_url, options))


def server_snippets(server: Server) -> Iterator[Snippet]:
    """Yield a tab for each host: what its file holds, where that is, and quicker ways.

    A server with variables has none: with a click, the reader could not write the values.
    """
    is_quick = not server.env and not VARIABLE.search(server.words)
    for host in host_configurations.HOSTS:
        yield Snippet(
            f"host-{host.id}",
            host.name,
            host.text(server),
            host.command(server) if host.command and is_quick else "",
            place=_place(host),
            link=host.link(server) if host.link and is_quick else "",
            hint=own_values(host.text(server)),
        )


def own_values(text: str) -> str:
    """Return what to replace in the configuration *text*, "" for nothing: not every host does."""
    names = dict.fromkeys(VARIABLE.findall(text))
    places = " and ".join(f"`${{{name}}}`" for name in names)
    return f"Write your own value in place of {places}." if places else ""


def tool_hosts(base_url: str, release: Release, tool: Tool) -> Markup:
    """Return the tabs by which hosts get *tool* as a tool of their own, if it is on the web."""
    if release.self_hosted or tool.call.transport not in _ON_THE_WEB:
        return Markup()
    if not _PLAIN.fullmatch(tool.id):
        return _tabs(base_url, tool.id)
    text, links = _made_once(base_url)
    server = host_configurations.registry_server(base_url, ("--expose", tool.id))
    for link, before in links:
        text = text.replace(before, escape(link(server)))
    text = text.replace(_quoted(_STAND_IN), _quoted(tool.id))
    return Markup(text.replace(_STAND_IN, tool.id))


_PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]*")
"""An id that JSON, TOML, shells and HTML write as it is; in addresses, it is different."""

_STAND_IN = "stand-in/for-the/id-of-a-tool"
"""The tabs of all tools are made once, with this id."""


@lru_cache(maxsize=4)
def _made_once(
    base_url: str,
) -> tuple[str, list[tuple[Callable[[host_configurations.Server], str], str]]]:
    """Return the tabs with the stand-in, and each address in them that encodes it beyond that."""
    server = host_configurations.registry_server(base_url, ("--expose", _STAND_IN))
    links = [(each.link, each.link(server)) for each in host_configurations.HOSTS if each.link]
    encoded = [(make, escape(link)) for make, link in links if _quoted(_STAND_IN) not in link]
    return str(_tabs(base_url, _STAND_IN)), encoded


def _quoted(tool: str) -> str:
    """Return the plain id *tool* as it is in an address."""
    return tool.replace("/", "%2F")


def _tabs(base_url: str, tool: str) -> Markup:
    return tabs(tuple(host_snippets(base_url, ("--expose", tool))), "host", "MCP host")


def own_server(manual: Manual, release: Release) -> Server | None:
    """Return how the MCP server that has all tools of *release* is started, if it is one.

    None for a server that is not started with a command, but reached on the web.
    """
    configs = [tool.call.mcp_servers for tool in release.tools if tool.call.transport == "mcp"]
    if not configs or len(configs) < len(release.tools) or release.self_hosted:
        return None
    entries = [mapping(each) for config in configs for each in config.values()]
    entry = entries[0] if entries else {}
    if "command" not in entry or entry.keys() - _OF_HOSTS or entries != [entry] * len(configs):
        return None
    args = tuple(map(string, array(entry.get("args"))))
    env = tuple((name, string(value)) for name, value in mapping(entry.get("env")).items())
    return Server(manual.utcp_name, string(entry["command"]), args, env)


def manual_hosts(base_url: str, release: Release) -> Iterator[Snippet]:
    """Yield the tabs by which hosts find the tools of *release*, if some are on the web."""
    on_the_web = any(tool.call.transport in _ON_THE_WEB for tool in release.tools)
    if on_the_web and not release.self_hosted:
        yield from host_snippets(base_url, ("--only", release.manual_id))


def _place(host: host_configurations.Host) -> str:
    """Return where the file is, by system where that differs; paths are between backticks."""
    files = dict.fromkeys(host.files.values())
    if len(files) == 1:
        return f"`{next(iter(files))}`"
    return ", ".join(f"`{host.files[each]}` ({name})" for each, name in _SYSTEMS.items())
