"""How the registry, a manual or a tool is entered in the MCP hosts that people run, as tabs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.client.mcp import hosts
from registry.publish._pages.clients import Snippet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Release, Tool

_ON_THE_WEB = frozenset({"http", "sse", "streamable_http"})
_SYSTEMS = {"darwin": "macOS", "win32": "Windows", "linux": "Linux"}


def host_snippets(base_url: str, options: Sequence[str] = ()) -> Iterator[Snippet]:
    """Yield a tab for each host: what its file holds, where that is, and quicker ways.

    *options* are those of `registry mcp`, such as `--only` and the id of a manual.
    """
    server = hosts.server(base_url, options)
    for host in hosts.HOSTS:
        yield Snippet(
            f"host-{host.id}",
            host.name,
            host.text(server),
            host.command(server) if host.command else "",
            place=_place(host),
            link=host.link(server) if host.link else "",
        )


def tool_hosts(base_url: str, release: Release, tool: Tool) -> Iterator[Snippet]:
    """Yield the tabs by which hosts get *tool* as a tool of their own, if it is on the web."""
    if not release.self_hosted and tool.call.transport in _ON_THE_WEB:
        yield from host_snippets(base_url, ("--expose", tool.id))


def manual_hosts(base_url: str, release: Release) -> Iterator[Snippet]:
    """Yield the tabs by which hosts find the tools of *release*, if some are on the web."""
    on_the_web = any(tool.call.transport in _ON_THE_WEB for tool in release.tools)
    if on_the_web and not release.self_hosted:
        yield from host_snippets(base_url, ("--only", f"{release.publisher}/{release.manual}"))


def _place(host: hosts.Host) -> str:
    """Return where the file is, by system where that differs; paths are between backticks."""
    files = dict.fromkeys(host.files.values())
    if len(files) == 1:
        return f"`{next(iter(files))}`"
    return ", ".join(f"`{host.files[each]}` ({name})" for each, name in _SYSTEMS.items())
