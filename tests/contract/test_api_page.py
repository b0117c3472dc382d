"""The programs on the page about the API run against the real catalogue."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from paths import ROOT

from registry.web.serve import serving

if TYPE_CHECKING:
    from pathlib import Path

    from publishing import Published

pytestmark = pytest.mark.slow

PAGE = ROOT / "docs" / "api.md"
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
ADDRESS = "https://registry.example/"


def run(code: str, names: dict[str, Any]) -> None:
    exec(compile(code, str(PAGE), "exec"), names)


def test_programs_of_the_page_do_what_it_says(
    launched: Published, launched_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names: dict[str, Any] = {}
    with serving(launched_folder) as url:
        for block in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
            run(block.replace(ADDRESS, url), names)

        latest = names["load"](names["MANUAL"])["manual_version"]
    folder = "v1/manuals/open-meteo/forecast"
    first = launched.json(f"{folder}/1.0.0/utcp.json")

    assert names["tools"] == [tool["name"] for tool in first["tools"]]
    assert latest == launched.json(f"{folder}/index.json")["latest"]
    assert names["is_untouched"]
    assert capsys.readouterr().out == ""


def test_file_that_was_changed_on_the_way_is_refused(launched_folder: Path) -> None:
    changed = launched_folder / "v1/manuals/open-meteo/forecast/1.0.0/utcp.json"
    true = changed.read_bytes()
    changed.unlink()
    changed.write_bytes(true + b" ")
    first, *_ = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    refusal = pytest.raises(ValueError, match="is not what the index says")
    try:
        with serving(launched_folder) as url, refusal:
            run(first.replace(ADDRESS, url), {})
    finally:
        changed.write_bytes(true)
