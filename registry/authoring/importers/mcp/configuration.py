"""The configuration of an MCP host, such as `.mcp.json`: the command that imports each server."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from registry.model import VARIABLE
from registry.source.narrowing import array, string

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_KEYS = ("mcpServers", "servers")
"""Under which hosts have servers by name; the second is that of VS Code."""

_LOGIN = re.compile(r"authorization", re.IGNORECASE)


def import_commands(data: Mapping[str, Json]) -> dict[str, str]:
    """Return, for each server of the configuration *data*, the command that imports it.

    Without any, *data* is no configuration. A command has names of variables, and no values.
    """
    found: dict[str, str] = {}
    for key in _KEYS:
        servers = data.get(key)
        for name, server in servers.items() if isinstance(servers, dict) else ():
            words = _words(server) if isinstance(server, dict) else []
            if words:
                found[name] = shlex.join(["registry", "import", "mcp", *words])
    return found


def _words(server: Mapping[str, Json]) -> list[str]:
    """Return what `registry import mcp` needs for *server*; [] if it has neither form."""
    command, url = string(server.get("command")), string(server.get("url"))
    if command:
        names = server.get("env")
        asked = [
            word for name in (names if isinstance(names, dict) else ()) for word in ("--env", name)
        ]
        args = [each for each in array(server.get("args")) if isinstance(each, str)]
        # What people write into one string is words for a shell.
        return [*asked, "--", *(command.split() if not args else [command]), *args]
    return [url, *_bearer(server.get("headers"))] if url else []


def _bearer(headers: Json) -> list[str]:
    for name, value in headers.items() if isinstance(headers, dict) else ():
        if _LOGIN.fullmatch(name):
            stated = VARIABLE.search(string(value))
            return ["--bearer", stated[1] if stated else "TOKEN"]
    return []
