"""The fields of a call that hold a secret, or the variable that stands for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import PLACEHOLDER
from registry.rules._variables import query_parameters
from registry.source.narrowing import mapping, string
from registry.web.secret_patterns.names import SECRET_NAME

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Call, Tool
    from registry.source import Json

_SECRET_FIELDS = (
    *("api_key", "password", "token", "client_secret", "access_token", "refresh_token"),
    "bearer_token",
)

AS_HEADER = (
    "remove it from the URL, and send it in a header, if the server takes it there: "
    '`headers: {{Authorization: "Bearer ${{{}}}"}}` beside `url`'
)
"""What to do about a key in the URL of an MCP server, which has neither inputs nor `auth`."""

_ENDS = ("_KEY", "_PASS", "_PAT")
"""How environment variables end that have a credential."""


def credentials(tool: Tool) -> Iterator[tuple[tuple[str, ...], str, Json]]:
    """Yield the steps to each credential of *tool*, the name of its field, and its value."""
    call = tool.call
    fields = call.auth_fields
    for name in _SECRET_FIELDS:
        yield ("call", "auth", "fields", name), name, fields.get(name)
    for name, text in call.headers.items():
        if SECRET_NAME.search(name):
            yield ("call", "headers", name), name, text
    for steps, url in (("url",), call.url), *_addresses(call):
        for name, text in query_parameters(url):
            # A placeholder for an argument is not a credential.
            if SECRET_NAME.search(name) and not PLACEHOLDER.fullmatch(text):
                yield ("call", *steps), name, text
    for steps, given in _environments(call):
        for name, value in mapping(given).items():
            if is_of_secret(name):
                yield ("call", "options", *steps, name), name, value


def is_of_secret(variable: str) -> bool:
    """Return whether *variable*, of an environment, has the name of a credential."""
    return bool(SECRET_NAME.search(variable)) or variable.upper().endswith(_ENDS)


def _addresses(call: Call) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the URL of each MCP server, and the steps to it."""
    for name, server in call.mcp_servers.items():
        yield ("options", "config", "mcpServers", name, "url"), string(mapping(server).get("url"))


def _environments(call: Call) -> Iterator[tuple[tuple[str, ...], Json]]:
    """Yield what a program or MCP server is given beside its command, and the steps to it."""
    yield ("env_vars",), call.options.get("env_vars")
    for name, server in call.mcp_servers.items():
        for part in ("env", "headers"):
            yield ("config", "mcpServers", name, part), mapping(server).get(part)
