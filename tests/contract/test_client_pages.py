"""The examples for readers of the registry run as they stand on their pages."""

from __future__ import annotations

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from paths import ROOT
from static_host import hosting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from publishing import Published


pytestmark = pytest.mark.slow

GEOCODER = "geocoding/search_locations"
ADDRESS = "https://registry.example/"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[str]:
    return BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))


def in_a_program(block: str, names: dict[str, Any]) -> None:
    exec(compile(block, "page", "exec"), names)


def in_a_notebook(block: str, names: dict[str, Any]) -> None:
    """Run *block* as notebooks do: while the thread's event loop is running."""

    async def cell() -> None:
        in_a_program(block, names)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, cell()).result()


@pytest.mark.parametrize("execute", [in_a_program, in_a_notebook])
def test_the_page_about_python_does_what_it_says(
    launched: Published,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    execute: Callable[[str, dict[str, Any]], None],
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    names: dict[str, Any] = {}
    with hosting(dict(launched.files)) as host:
        for block in blocks("python-client.md"):
            execute(block.replace(ADDRESS, f"{host.url}/"), names)
    printed = capsys.readouterr().out

    assert len(names["answer"].hits) == 3
    assert names["manual"].version == "1.0.0"
    assert "never looked at before:" in printed
    assert any(tmp_path.rglob("root-*.json"))


def test_the_page_for_agents_calls_a_tool_as_its_inputs_are(launched: Published) -> None:
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    oslo = re.search(r"oslo = (.*)", page)
    name = re.search(r'call_tool\("registry\.(\w+)", oslo\)', page)
    tools = {tool["name"]: tool for tool in launched.json("utcp")["tools"]}

    assert oslo
    assert name
    jsonschema.validate(json.loads(oslo[1]), tools[name[1]]["inputs"])


def test_commands_on_the_page_for_agents_get_something(launched: Published) -> None:
    """Pages are not among the files here, so the records of tools and categories stand for them."""
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    commands = re.findall(r"^\$ curl -s (\S+)(?: \| grep -i (\w+))?$", page, re.MULTILINE)
    pages = {r"^tools/(.*)/index\.md": r"v1/tools/\1.json"}
    pages |= {r"^catalogue/category/(\w+)/index\.md": r"v1/categories/\1/1.json"}

    assert len(commands) == 6
    for url, word in commands:
        path = url.removeprefix(ADDRESS)
        for shown, data in pages.items():
            path = re.sub(shown, data, path)
        lines = launched.files[path].decode().splitlines()
        found = [line for line in lines if word.lower() in line.lower()]

        assert found
        if word:
            ids = {json.loads(line)["id"] for line in found}
            assert ids >= {f"open-meteo/{GEOCODER}", "openstreetmap/nominatim/get_address"}
