"""How a host gets a tool is made once for all tools, and says of each what it would by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from publishing import SETTINGS, published

from registry.publish._pages.installs import host_snippets, tool_hosts
from registry.publish._pages.tabs import tabs

if TYPE_CHECKING:
    from pathlib import Path

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
