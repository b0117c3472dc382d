"""The examples for readers of the registry run as they stand on their pages."""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING, Any

from publishing import ROOT, published
from static_host import hosting
from utcp_environment import installed, run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

ADDRESS = "https://registry.example/"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
SITE = published(ROOT / "manuals")


def blocks(page: str) -> list[str]:
    return BLOCK.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))


def test_the_page_about_python_does_what_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    names: dict[str, Any] = {}
    with hosting(dict(SITE.files)) as host:
        for block in blocks("python-client.md"):
            exec(compile(block.replace(ADDRESS, f"{host.url}/"), "page", "exec"), names)
    printed = capsys.readouterr().out

    assert len(names["answer"].hits) == 3
    assert names["manual"].version == "1.0.0"
    assert "never looked at before:" in printed
    assert any(tmp_path.rglob("root-*.json"))


def test_the_page_for_agents_shows_the_plugin_as_it_is(tmp_path: Path) -> None:
    block = next(each for each in blocks("agents.md") if "open_tool_registry" in each)
    with hosting(dict(SITE.files)) as host:
        wanted = block.replace(ADDRESS, f"{host.url}/")
        script = (
            "import asyncio, json\n"
            "from utcp.utcp_client import UtcpClient\n"
            "async def main():\n"
            f"{textwrap.indent(wanted, '    ')}"
            "    print(json.dumps([tool.name for tool in tools]))\n"
            "asyncio.run(main())\n"
        )
        found = run(script, None, installed(tmp_path / "plugins"), cache=tmp_path)

    assert len(found) == 10
    assert all("." in name for name in found)
