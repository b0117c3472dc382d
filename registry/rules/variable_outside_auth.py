"""A variable is used where no credential belongs.

Clients fill in variables from the configuration and the environment of their user. In a path, a
query or a command, such a value ends up in logs and on screens, and a manual could ask for any of
them. Clients also take `$word` without braces for a variable, and it cannot be escaped.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/${ACCOUNT}/weather  # expect: variable-outside-auth
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        account: {type: string, description: Number of the account.}
      required: [account]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/{account}/weather
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import VARIABLE
from registry.model.naming import OF_THE_SYSTEM
from registry.rules import Finding
from registry.rules._addresses import Fault, read_url
from registry.rules._credential_fields import AS_HEADER, is_of_secret
from registry.rules._schema_pieces import pieces_of
from registry.rules._variables import call_strings, uses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.rules._variables import Use

SEVERITY = Severity.ERROR
HINT = "make it an input of the tool, or move it to `auth`"

_HINTS = {
    "command": "clients fill in `$NAME` themselves, before any shell sees it, and fail where their "
    "configuration has none: pass a secret in `env_vars`, and write one command in place of two "
    "of which the second reads what the first has printed",
    "query": "clients take each `$name` of a GraphQL query for a variable of their configuration: "
    "make it a POST over `http` whose input `body` has the properties `query`, a `const`, and "
    "`variables`; if the tool has the name of a field without fields of its own, it is enough to "
    "leave out `query` and state `variable_types`",
}
"""By field: what to do where a dollar means something to those who read it after the client."""

_IN_ENVIRONMENT = (
    "pass it in `env` of the server, under the name that the program reads: "
    '`env: {{{0}: "${{{0}}}"}}`'
)
_OF_ONE_MACHINE = (
    "leave it out: its value is another on each machine; for a folder, write a path below the one "
    "where the server is started, such as `.`"
)
_IN_PATH = (
    "clients have no place for a key in a path: pass it in `auth`, if the API also takes it in a "
    "header or the query, or name an MCP server that keeps it; as an input, the model would see it"
)

_PLACES = {"url": "{{{}}}", "command": "UTCP_ARG_{}_UTCP_END"}
"""By field: how the place of an argument is written."""

_IN_MESSAGE = "UTCP_ARG_{}_UTCP_ARG"
_WITH_MESSAGES = ("websocket", "tcp", "udp")

_DOLLAR = re.compile(r"\$\{?[A-Za-z0-9_]{1,20}\}?")
"""What clients take for a variable; they take any other dollar literally."""

_IN_SCHEMA = re.compile(r"(?:(?:Basic|Bearer|Token) )?\$\{?([A-Z][A-Z0-9_]+)\}?")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find variables in fields of the call that are not for credentials, and in inputs."""
    for use in uses(tool):
        # `variable-host` reports a variable in the host.
        if not use.is_credential and not (
            use.steps == ("call", "url") and read_url(tool.call.url).fault is Fault.VARIABLE_HOST
        ):
            field = _field(use.steps)
            yield Finding(
                use.place,
                f"the variable {use.name!r} is used in {field!r}, which is no part of `auth`",
                _hint(use, field),
            )
    for steps, text, is_credential in call_strings(tool):
        dollar = None if is_credential else _DOLLAR.search(VARIABLE.sub("", text))
        if dollar:
            yield Finding(
                tool.at(*steps).place,
                f"clients take {dollar[0]!r} for a variable, but no configuration has one",
                _for_input(tool, dollar[0].strip("${}"), _field(steps))
                or "write the call without `$`: clients have no way to escape it",
            )
    for piece in pieces_of(tool):
        for keyword in ("const", "default") if piece.is_input else ():
            value = piece.schema.get(keyword)
            if isinstance(value, str) and (variable := _IN_SCHEMA.fullmatch(value)):
                yield Finding(
                    piece.place(keyword),
                    f"the variable {variable[1]!r} is the {keyword} of {piece.name}, where clients "
                    "fill in none",
                    "remove the input, and pass the key in `auth` or `headers`, if the API reads "
                    "it there",
                )


def _hint(use: Use, field: str) -> str:
    """Return what to do about a variable in *field*; "" for what the rule says anyway."""
    tool = use.tool
    if field == "url" and re.search(rf"[?&]\$\{{?{use.name}\}}?=", tool.call.url):
        return f"write `%24{use.name}=`, if the name of the parameter begins with a dollar"
    if place := _for_input(tool, use.name, field):
        return place
    if tool.call.transport == "mcp" and OF_THE_SYSTEM.fullmatch(use.name):
        return _OF_ONE_MACHINE
    if tool.call.transport == "mcp":
        return (AS_HEADER if field == "url" else _IN_ENVIRONMENT).format(use.name)
    if field == "url" and is_of_secret(use.name):
        return _IN_PATH
    return "" if tool.call.transport not in ("cli", "graphql") else _HINTS.get(field, "")


def _for_input(tool: Tool, name: str, field: str) -> str:
    """Return how to write a place for the input *name* in *field*; "" if there is none."""
    is_message = field != "url" and tool.call.transport in _WITH_MESSAGES
    place = _IN_MESSAGE if is_message else _PLACES.get(field)
    return (
        f"write `{place.format(name)}` for the input" if place and name in tool.properties else ""
    )


def _field(steps: tuple[str | int, ...]) -> str:
    """Return the last name among *steps*; entries of lists have none."""
    return next(step for step in reversed(steps) if isinstance(step, str))
