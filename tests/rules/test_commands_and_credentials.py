"""Every field that may hold a command or a secret is judged, in every dialect.

A dialect that gains such a field fails here, until one function yields what is in it.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from releases import catalogue_of
from schema_fields import fields_of_manuals
from seen import some

from registry.rules._credential_fields import credentials
from registry.rules._programs import commands

if TYPE_CHECKING:
    from registry.model import Release

COMMANDS = {"command", "commands", "command_name", "args", "execution", "start"}
"""`execution` of MCP says whether a tool may be a task: no command, but a name like one."""

SECRETS = {
    *("access_token", "api_key", "bearer_token", "client_secret", "password", "token"),
    *("env", "env_vars", "headers", "secrets"),
}
NO_SECRETS = {
    *("auth", "auth_tools", "auth_type", "authorization", "header", "header_fields"),
    *("inherit_env_vars", "oauth2", "token_url", "username"),
}
"""Fields that say how a secret is sent, name it, or are errors where they hold anything."""

_LIKE_A_COMMAND = re.compile(
    r"command|cmd|^args$|^argv$|script$|shell|^exec|entrypoint|launch|install|^run$|^start$",
    re.IGNORECASE,
)
_LIKE_A_SECRET = re.compile(
    r"key$|token|secret|passw|credential|cookie|private|bearer|env|header|auth|user(?:name)$",
    re.IGNORECASE,
)
TOOL: dict[str, Any] = {"name": "now", "description": "Now.", "inputs": {"type": "object"}}
MANUAL = {"utcp_version": "1.0.1", "manual_version": "1.0.0"}
OLD = {"version": "1.0.0"}
SERVER = {"transport": "stdio", "command": "c-1", "args": ["c-2"], "env": {"API_KEY": "s-1"}}


def test_no_dialect_has_a_field_for_a_command_that_nothing_is_said_of() -> None:
    found = {name for name in fields_of_manuals() if _LIKE_A_COMMAND.search(name)}

    assert found == COMMANDS


def test_no_dialect_has_a_field_for_a_secret_that_nothing_is_said_of() -> None:
    found = {name for name in fields_of_manuals() if _LIKE_A_SECRET.search(name)}

    assert found <= SECRETS | NO_SECRETS, found - SECRETS - NO_SECRETS


def calling(**call: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {**MANUAL, "tools": [{**TOOL, "tool_call_template": call}]}


HTTP = {"call_template_type": "http", "url": "https://api.example.com/now"}
DOCUMENTS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "commands": (calling(call_template_type="cli", commands=[{"command": "c-1"}]), {"c-1"}),
    "env_vars": (
        calling(
            call_template_type="cli",
            commands=[{"command": "c-1"}],
            env_vars={"ACME_TOKEN": "s-1"},
        ),
        {"c-1", "s-1"},
    ),
    "command and args of the RFC": (
        {
            **MANUAL,
            "tools": [
                {
                    **TOOL,
                    "tool_transport": {"transport_type": "cli", "command": "c-1", "args": ["c-2"]},
                }
            ],
        },
        {"c-1", "c-2"},
    ),
    "command_name of 0.x": (
        {
            **OLD,
            "tools": [{**TOOL, "tool_provider": {"provider_type": "cli", "command_name": "c-1"}}],
        },
        {"c-1"},
    ),
    "an MCP server inside UTCP": (
        calling(
            call_template_type="mcp",
            config={
                "mcpServers": {"a": {"command": "c-1", "args": ["c-2"], "env": {"KEY": "s-1"}}}
            },
        ),
        {"c-1", "c-2", "s-1"},
    ),
    "headers of an MCP server inside UTCP": (
        calling(
            call_template_type="mcp",
            config={
                "mcpServers": {
                    "a": {"url": "https://mcp.example.com/", "headers": {"Authorization": "s-1"}}
                }
            },
        ),
        {"s-1"},
    ),
    "an MCP listing": (
        {
            "tools": [{"name": "now", "description": "Now.", "inputSchema": {"type": "object"}}],
            "x-registry": {"server": SERVER},
        },
        {"c-1", "c-2", "s-1"},
    ),
    "start": (
        {**calling(**HTTP), "x-registry": {"self_hosted": {"start": "c-1 --port 80"}}},
        {"c-1"},
    ),
    "headers": (calling(**HTTP, headers={"X-Api-Key": "s-1"}), {"s-1"}),
    "a query in the address": (
        calling(call_template_type="http", url="https://api.example.com/now?api_key=s-1"),
        {"s-1"},
    ),
    **{
        f"auth.{field}": (
            calling(**HTTP, auth={"auth_type": kind, field: "s-1", **others}),
            {"s-1"},
        )
        for kind, field, others in (
            ("api_key", "api_key", {}),
            ("basic", "password", {"username": "u"}),
            (
                "oauth2",
                "client_secret",
                {"client_id": "i", "token_url": "https://api.example.com/token"},
            ),
        )
    },
    "auth of 0.x": (
        {
            **OLD,
            "tools": [
                {
                    **TOOL,
                    "tool_provider": {
                        "provider_type": "http",
                        "url": "https://api.example.com/now",
                        "auth": {"auth_type": "api_key", "api_key": "s-1", "var_name": "X-Key"},
                    },
                }
            ],
        },
        {"s-1"},
    ),
}


def held(release: Release) -> str:
    found = [each.line for each in commands(release)]
    found += [str(value) for tool in release.tools for _, _, value in credentials(tool)]
    return " ".join(found)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_command_or_secret_in_any_field_is_yielded(name: str) -> None:
    document, wanted = DOCUMENTS[name]
    catalogue, problems = catalogue_of("1.0.0.json", json.dumps(document).encode())
    assert catalogue.manuals, problems
    (release,) = catalogue.manuals[0].releases

    for each in some(sorted(wanted)):
        assert each in held(release)
