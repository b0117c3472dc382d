"""The fields of a call that hold a secret, or the variable that stands for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import PLACEHOLDER
from registry.rules._variables import SECRET_NAME, query_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json

_SECRET_FIELDS = (
    *("api_key", "password", "token", "client_secret", "access_token", "refresh_token"),
    "bearer_token",
)


def credentials(tool: Tool) -> Iterator[tuple[tuple[str, ...], str, Json]]:
    """Yield the steps to each credential of *tool*, the name of its field, and its value."""
    call = tool.call
    fields = call.auth.fields if call.auth else {}
    for name in _SECRET_FIELDS:
        yield ("call", "auth", "fields", name), name, fields.get(name)
    for name, text in call.headers.items():
        if SECRET_NAME.search(name):
            yield ("call", "headers", name), name, text
    for name, text in query_parameters(call.url):
        # A placeholder for an argument is not a credential.
        if SECRET_NAME.search(name) and not PLACEHOLDER.fullmatch(text):
            yield ("call", "url"), name, text
    for steps, given in _environments(call.options):
        for name, value in given.items():
            if SECRET_NAME.search(name):
                yield ("call", "options", *steps, name), name, value


def _environments(options: Mapping[str, Json]) -> Iterator[tuple[tuple[str, ...], dict[str, Json]]]:
    """Yield the environment of a program or MCP server, and the steps to it."""
    given = options.get("env_vars")
    if isinstance(given, dict):
        yield ("env_vars",), given
    config = options.get("config")
    servers = config.get("mcpServers") if isinstance(config, dict) else None
    for server, settings in servers.items() if isinstance(servers, dict) else ():
        for part in ("env", "headers"):
            given = settings.get(part) if isinstance(settings, dict) else None
            if isinstance(given, dict):
                yield ("config", "mcpServers", server, part), given
