"""The configuration of an MCP host, such as `.mcp.json`: the command that imports each server."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

from registry.model import VARIABLE
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

_KEYS = ("mcpServers", "servers", "mcp_servers", "context_servers", "mcp")
"""Under which hosts have servers by name; the second is that of VS Code.

The last is that of OpenCode, and in the settings of VS Code it has the second below it.
"""

_URLS = ("url", "serverUrl", "httpUrl")
"""How hosts call the address of a server."""

_LOGIN = re.compile(r"authorization", re.IGNORECASE)


def import_commands(data: Mapping[str, Json]) -> dict[str, str]:
    """Return, for each server of the configuration *data*, the command that imports it.

    Without any, *data* is no configuration. A command has names of variables, and no values.
    """
    commands: dict[str, str] = {}
    settings = mapping(data.get("mcp"))
    for servers in (*map(data.get, _KEYS), settings.get("servers")):
        for name, server in mapping(servers).items():
            if words := _words(mapping(server)):
                commands[name] = shlex.join(["registry", "import", "mcp", *words])
    return commands


def _words(server: Mapping[str, Json]) -> list[str]:
    """Return what `registry import mcp` needs for *server*; [] if it has neither form."""
    command = string(server.get("command"))
    listed = (*array(server.get("command")), *array(server.get("args")))  # OpenCode has one list.
    args = [each for each in listed if isinstance(each, str)]
    if command or args:
        names = mapping(server.get("env") or server.get("environment"))
        asked = [word for name in names for word in ("--env", name)]
        # What people write into one string is words for a shell.
        return [*asked, "--", *([command] if command and args else command.split()), *args]
    url = next(filter(None, (string(server.get(key)) for key in _URLS)), "")
    return [url, *_bearer(server.get("headers"))] if url else []


def _bearer(headers: Json) -> list[str]:
    for name, value in mapping(headers).items():
        if _LOGIN.fullmatch(name):
            stated = VARIABLE.search(string(value))
            return ["--bearer", stated[1] if stated else "TOKEN"]
    return []
