"""How a host gets a tool is made once for all tools, and how it starts a manual's own server."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from publishing import SETTINGS, published
from seen import some

from registry.model import Call
from registry.publish._pages.installs import (
    host_snippets,
    own_server,
    server_snippets,
    tool_hosts,
)
from registry.publish._pages.tabs import tabs

if TYPE_CHECKING:
    from pathlib import Path

    from registry.client.mcp.host_configurations import Server
    from registry.publish._pages.tabs import Snippet
    from registry.source import Json

NAMES = ("get_forecast", "a", "Über.all", "say 'it' & \"that\"", "a%2Fb", "<b>")


@pytest.mark.parametrize("name", NAMES)
def test_tabs_are_those_that_are_made_for_the_tool_alone(name: str) -> None:
    tools = [
        (manual.latest, replace(tool, name=name))
        for manual in published().catalogue.manuals
        if manual.latest and not manual.latest.self_hosted
        for tool in manual.latest.tools
        if tool.call.transport == "http"
    ]
    assert tools
    for release, tool in tools:
        alone = tuple(host_snippets(SETTINGS.base_url, ("--expose", tool.id)))
        made = tool_hosts(SETTINGS.base_url, release, tool)
        assert made == tabs(alone, "host", "MCP host")


def test_a_page_says_how_a_second_tool_gets_into_the_same_entry(site: Path) -> None:
    page = (site / "tools/acme/tides/next-tide/index.html").read_text(encoding="utf-8")

    assert "An entry replaces another of its name." in page
    assert "<code>--expose acme/tides/next-tide</code>" in page


def server_of(*configs: Json) -> Server | None:
    """Return the server of a manual with a tool for each of *configs*."""
    manual = published().catalogue.manuals[0]
    assert manual.latest
    tools = tuple(
        replace(
            manual.latest.tools[0],
            name=f"tool_{number}",
            call=Call("mcp", options={"config": {"mcpServers": {"server": config}}}),
        )
        for number, config in enumerate(configs)
    )
    return own_server(manual, replace(manual.latest, tools=tools))


def hosts_of(config: Json) -> dict[str, Snippet]:
    server = server_of(config, config)
    assert server
    return {each.title: each for each in server_snippets(server)}


WITH_KEY: dict[str, Json] = {"command": "npx", "args": ["-y", "a@1"], "env": {"KEY": "${KEY}"}}
WITHOUT: dict[str, Json] = {"command": "npx", "args": ["-y", "a@1"]}


def test_each_host_starts_the_server_of_a_manual() -> None:
    hosts = hosts_of(WITH_KEY)
    name = published().catalogue.manuals[0].utcp_name

    assert json.loads(hosts["Claude Desktop"].code) == {"mcpServers": {name: WITH_KEY}}
    assert json.loads(hosts["VS Code"].code) == {"servers": {name: {"type": "stdio", **WITH_KEY}}}
    assert tomllib.loads(hosts["Codex"].code) == {"mcp_servers": {name: WITH_KEY}}


def test_only_the_reader_knows_a_key() -> None:
    for snippet in some(hosts_of(WITH_KEY).values()):
        assert snippet.hint == "Write your own value in place of `${KEY}`."
        assert not snippet.install
        assert not snippet.link


def test_server_without_a_key_is_added_by_a_click_or_a_command() -> None:
    hosts = hosts_of(WITHOUT)

    assert hosts["Cursor"].link.startswith("cursor://")
    assert hosts["Codex"].install.endswith(" -- npx -y a@1")
    assert not any(each.hint for each in hosts.values())


@pytest.mark.parametrize(
    "configs",
    [
        pytest.param([{"url": "https://mcp.example.com/"}], id="on the web"),
        pytest.param([WITHOUT, WITH_KEY], id="two servers"),
        pytest.param([{**WITHOUT, "cwd": "/srv"}], id="more than a host has a place for"),
        pytest.param(["npx"], id="no server"),
        pytest.param([], id="no tools"),
    ],
)
def test_what_is_no_single_server_with_a_command_is_left_to_the_registry(
    configs: list[Json],
) -> None:
    assert server_of(*configs) is None
