"""What pages say to paste starts the program, from nothing but its name and an index of packages.

The index is a folder: the built wheel, and the files of what it asks for.
"""

from __future__ import annotations

import base64
import json
import os
import shlex
import subprocess
import sys
import tomllib
from functools import cache, partial
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, unquote, urlsplit

import anyio
import pytest
from empty_environment import WHEELS, built_wheel
from mcp import Client, StdioServerParameters, stdio_client
from publishing import SETTINGS
from released_clients import ENVIRONMENTS, need
from sites import sample_site

from registry.client.mcp import host_configurations

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

pytestmark = pytest.mark.slow

STARTERS = ENVIRONMENTS / "starters"
OWN_TOOLS = ["search_tools", "get_tool", "call_tool"]
PAGES = {
    "index.html": OWN_TOOLS,
    "manuals/acme/tides/index.html": OWN_TOOLS,
    "tools/acme/tides/next-tide/index.html": [*OWN_TOOLS, "acme_tides__next_tide"],
}
"""Pages with tabs for hosts, and the tools that a host has which follows one of them."""


@pytest.fixture(scope="module")
def variables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the variables with which the starters find the package and what it asks for."""
    need("package", is_there=any(WHEELS.glob(".installed-*")))
    need("starters", is_there=any(STARTERS.glob(".installed-*")))
    folder = tmp_path_factory.mktemp("starters")
    built = built_wheel(folder / "wheel").parent
    config = folder / "uv.toml"
    folders = json.dumps([str(built), str(WHEELS)])
    config.write_text(f"no-index = true\nfind-links = {folders}\n", encoding="utf-8")
    return {
        "HOME": str(folder),
        "PATH": f"{STARTERS / 'bin'}:{os.environ['PATH']}",
        "PIP_FIND_LINKS": f"{built} {WHEELS}",
        "PIP_NO_INDEX": "1",
        "UV_CONFIG_FILE": str(config),
        "UV_PYTHON": sys.executable,
        "UV_PYTHON_DOWNLOADS": "never",
    }


@pytest.mark.parametrize("starter", ["uvx", "pipx run"])
def test_program_is_started_by_the_name_of_its_package(
    starter: str, variables: dict[str, str]
) -> None:
    done = subprocess.run(
        [*starter.split(), "open-tool-registry", "--version"],
        env=variables,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )

    assert done.stdout.startswith("registry, version "), done.stderr


class Tabs(HTMLParser):
    """The tabs for hosts on a page: by host, its links, and its blocks of code in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.links: dict[str, str] = {}
        self.blocks: dict[str, list[str]] = {}
        self._host = ""
        self._is_code = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if "data-snippet" in given:
            self._host = given["data-snippet"].removeprefix("host-")
            self.blocks[self._host] = []
        elif tag == "a" and "mcp/install" in given.get("href", ""):
            self.links[self._host] = given["href"]
        elif tag == "pre":
            self._is_code = True
            self.blocks.setdefault(self._host, []).append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_code = self._is_code and tag != "pre"
        if tag == "fieldset":
            self._host = ""

    def handle_data(self, data: str) -> None:
        if self._is_code:
            self.blocks[self._host][-1] += data


def words_of(host: host_configurations.Host, tabs: Tabs) -> list[list[str]]:
    """Return the words that start the server, as each of the ways on a page says them."""
    *commands, text = tabs.blocks[host.id]
    found = tomllib.loads(text) if host.is_toml else json.loads(text)
    entries: list[Mapping[str, Any]] = [*found[host.key].values()]
    ways = []
    for command in map(shlex.split, commands):
        if "--add-mcp" in command:
            entries.append(json.loads(command[-1]))
        else:
            ways.append(command[command.index("--") + 1 :])
    if link := tabs.links.get(host.id):
        query = urlsplit(link).query
        given = parse_qs(query).get("config")
        entries.append(json.loads(base64.b64decode(given[0]) if given else unquote(query)))
    return [[each["command"], *each["args"]] for each in entries] + ways


@pytest.fixture(scope="module")
def tools_of(variables: dict[str, str]) -> Callable[[tuple[str, ...], Path], list[str]]:
    """Return a function that starts a server, once for the same words: most hosts share them."""
    return cache(partial(asked, variables))


def asked(variables: dict[str, str], words: tuple[str, ...], site: Path) -> list[str]:
    """Return the tools of the server that *words* start, with the registry in a folder."""
    command, *args = (str(site) if each == SETTINGS.base_url else each for each in words)
    assert str(site) in args

    async def ask() -> list[str]:
        started = StdioServerParameters(command=command, args=args, env=variables)
        with anyio.fail_after(240):
            async with Client(stdio_client(started)) as client:
                return [tool.name for tool in (await client.list_tools()).tools]

    return anyio.run(ask)


@pytest.mark.parametrize("host", host_configurations.HOSTS, ids=lambda host: str(host.id))
@pytest.mark.parametrize("page", PAGES)
def test_what_a_page_says_for_a_host_starts_the_server(
    page: str,
    host: host_configurations.Host,
    tools_of: Callable[[tuple[str, ...], Path], list[str]],
) -> None:
    site = sample_site().folder
    tabs = Tabs((site / page).read_text(encoding="utf-8"))
    words, *others = words_of(host, tabs)

    assert bool(host.link) == (host.id in tabs.links)
    assert len(others) == bool(host.link) + bool(host.command)
    assert all(each == words for each in others)
    assert tools_of(tuple(words), site) == PAGES[page]
