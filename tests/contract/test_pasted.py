"""The Python of README and documentation runs as a file when it is pasted into one."""

from __future__ import annotations

import json
import re
import subprocess
import textwrap
from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from released_clients import ENVIRONMENTS, ask
from seen import some
from utcp_environment import installed

from registry.site.local_address import at_local_address
from registry.web.serve import serving

if TYPE_CHECKING:
    from pathlib import Path

BLOCK = re.compile(r"^( *)```python\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
SKELETON = ROOT / "registry" / "authoring" / "skeleton"
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    *sorted(SKELETON.rglob("*.md")),
]


def blocks(page: Path) -> list[str]:
    return [textwrap.dedent(each[1]) for each in BLOCK.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(
    "page", [each for each in PAGES if blocks(each)], ids=lambda each: str(each.relative_to(ROOT))
)
def test_every_block_is_a_file(page: Path) -> None:
    for number, block in enumerate(some(blocks(page))):
        assert compile(block, f"{page.name}-{number}.py", "exec").co_code


def pasted(block: str, address: str, tmp_path: Path) -> str:
    """Return what *block* prints as a file, where the UTCP client is installed with our plugin."""
    plugins = installed()
    ask("python", {}, plugins)  # skips where the client is not installed
    for shown in ("http://127.0.0.1:8000/", "https://registry.example/"):
        block = block.replace(shown, address)
    file = tmp_path / "pasted.py"
    file.write_text(block, encoding="utf-8")
    done = subprocess.run(
        [str(ENVIRONMENTS / "utcp" / "bin" / "python"), str(file)],
        env={"PYTHONPATH": str(plugins), "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


README = blocks(ROOT / "README.md")
FOR_AGENTS = blocks(ROOT / "docs" / "agents.md")
RUN = {
    "README": (README[0], "registry.open_meteo_forecast__get_forecast\n"),
    "one manual": (
        next(each for each in FOR_AGENTS if "utcp-config.json" in each),
        "open_meteo_forecast.get_forecast",
    ),
    "plugin": (next(each for each in FOR_AGENTS if "open_tool_registry" in each), "."),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", RUN)
def test_block_finds_and_calls_tools_of_a_site_on_this_machine(
    case: str, launched_folder: Path, tmp_path: Path
) -> None:
    block, expected = RUN[case]
    with serving(launched_folder, instead=at_local_address(launched_folder)) as url:
        assert expected in pasted(block, url, tmp_path)


@pytest.mark.slow
def test_readme_calls_what_it_has_found(launched_folder: Path, tmp_path: Path) -> None:
    with serving(launched_folder, instead=at_local_address(launched_folder)) as url:
        printed = pasted(README[0], url, tmp_path).splitlines()
    record = json.loads(
        (launched_folder / "v1/tools/open-meteo/forecast/get_forecast.json").read_text()
    )

    assert printed[-1] == record["summary"]
