"""The fields of a call that hold a secret, or the variable that stands for one."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from registry.model import PLACEHOLDER
from registry.rules._variables import query_parameters
from registry.source.narrowing import array, mapping, string
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

_PAIR = re.compile(r"(--?[\w-]{1,60}|[A-Za-z_]\w{0,60})=(.+)", re.DOTALL)
_OF_SECRET = re.compile(
    r"(?:(?:access|account|api|app|auth|client|licen[cs]e|secret|service)[-_]?key|token|secret"
    r"|passw(?:or)?d|(?:^|[-_])pat)$",
    re.IGNORECASE,
)
"""The name of an option or a variable whose value is a secret, and no number or file of one."""
_KEY = re.compile(r"--?key", re.IGNORECASE)
_IS_RANDOM = re.compile(
    r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[\w-]{16,200}",
    re.IGNORECASE,
)
"""An option that may be of anything, and a value with which it is one of a credential."""
_MAY_BE_SECRET = re.compile(r"(?!-)(?!\d+$)(?!.*\.(?:json|key|pem|txt)$)[^\s/$]+")

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


def secret_arguments(tool: Tool) -> Iterator[tuple[tuple[str | int, ...], str, str]]:
    """Yield what `credentials` does of the arguments with which MCP servers of *tool* start.

    Those are `--token abc`, `--token=abc`, `TOKEN=abc` as behind `-e` of a container, and a URL
    with `?token=abc`.
    """
    for server, started in tool.call.mcp_servers.items():
        steps = ("call", "options", "config", "mcpServers", server, "args")
        args = [string(argument) for argument in array(mapping(started).get("args"))]
        for number, (argument, after) in enumerate(pairwise((*args, ""))):
            pair = _PAIR.fullmatch(argument)
            option, value = (pair[1], pair[2]) if pair else (argument, after)
            is_named = argument.startswith("-") or pair
            if is_named and _is_secret(option, value):
                yield (*steps, number + (not pair)), option, value
            for name, text in query_parameters(argument) if "://" in argument else ():
                if SECRET_NAME.search(name) and _MAY_BE_SECRET.fullmatch(text):
                    yield (*steps, number), name, text


def _is_secret(option: str, value: str) -> bool:
    """Return whether *value* of *option* is a secret."""
    if _KEY.fullmatch(option):
        return _IS_RANDOM.fullmatch(value) is not None
    return bool(_OF_SECRET.search(option) and _MAY_BE_SECRET.fullmatch(value))


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
