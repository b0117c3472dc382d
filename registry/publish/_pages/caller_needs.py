"""The needs of a caller before a call: keys, other variables, and programs on the machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry import utcp_export
from registry.publish._pages.requests import token_request
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from registry.model import Manual, Release, Tool


@dataclass(frozen=True, slots=True)
class Need:
    """A value that the caller must have, under the name that a UTCP client looks up.

    *shared* is that name where the client has loaded `/utcp` as `registry`, "" for what is not
    in it. *token* is the command that exchanges it for a token, "" where there is none.
    """

    name: str
    shared: str
    variable: str
    description: str
    obtain: str
    sent: str
    token: str


def needs_of(manual: Manual, tools: tuple[Tool, ...]) -> tuple[Need, ...]:
    """Return the needs of a caller of *tools*, each thing once.

    A UTCP client puts the name of the manual in front of a variable and doubles its underscores.
    """
    by_variable: dict[str, Need] = {}
    for tool in tools:
        for variable in tool.variables:
            by_variable.setdefault(
                variable.name,
                Need(
                    utcp_export.client_variable_name(manual.utcp_name, variable.name),
                    _shared_name(manual, tool, variable.name),
                    variable.name,
                    variable.description,
                    variable.obtain,
                    _credential_place(tool),
                    token_request(tool),
                ),
            )
    return tuple(by_variable.values())


def _shared_name(manual: Manual, tool: Tool, variable: str) -> str:
    if utcp_export.offer_obstacles(manual, tool):
        return ""
    return utcp_export.client_variable_name(
        utcp_export.AGGREGATE, utcp_export.aggregate_variable(tool, variable)
    )


def _credential_place(tool: Tool) -> str:
    """Return the place of the credentials in a call of *tool*, in words."""
    auth = tool.call.auth
    if auth is None:
        return "in the body, under `context`" if tool.call.envelope and tool.variables else ""
    if auth.kind == "api_key":
        where = {"header": "header", "query": "query parameter", "cookie": "cookie"}
        location = where.get(str(auth.fields.get("location", "header")), "header")
        return f"{location} {auth.fields.get('var_name', 'X-Api-Key')}"
    if auth.kind == "oauth2":
        return f"exchanged for a token at {auth.fields.get('token_url', '')}"
    return {"basic": "basic authentication"}.get(auth.kind, auth.kind)


def exports(wanted: tuple[Need, ...], *, for_clients: bool) -> str:
    """Return the lines for a shell that give *wanted* to programs, and *for_clients* too."""
    plain = "".join(f'export {need.variable}="…"\n' for need in wanted)
    plain += "".join(dict.fromkeys(f"export {need.token}" for need in wanted if need.token))
    if not for_clients:
        return plain
    looked_up = "".join(f'export {need.name}="…"\n' for need in wanted)
    shared = "".join(f'export {need.shared}="…"\n' for need in wanted if need.shared)
    shared = f"# for those that load /utcp as {utcp_export.AGGREGATE}\n{shared}" if shared else ""
    return f"# for UTCP clients\n{looked_up}{shared}# for other programs\n{plain}"


def needed_programs(release: Release, tools: tuple[Tool, ...]) -> str:
    """Return what has to be on the caller's machine for calls of *tools*, "" for nothing."""
    if release.self_hosted:
        return "Its server, which you start yourself."
    local = [tool.call for tool in tools if tool.call.starts_program]
    servers = [mapping(each) for call in local for each in call.mcp_servers.values()]
    commands = sorted({string(each.get("command")) for each in servers} - {""})
    if commands:
        names = " and ".join(f"`{each}`" for each in commands)
        return f"{names} on your machine, which a call starts."
    return "The programs that its commands run, on your machine." if local else ""


def place_of_calls(release: Release) -> str:
    """Return what has to run on the caller's machine for a call of *release*, "" for nothing."""
    if release.self_hosted:
        return "You start its server yourself"
    if release.tools and all(tool.call.starts_program for tool in release.tools):
        return "Calls run a program on your machine"
    return ""
