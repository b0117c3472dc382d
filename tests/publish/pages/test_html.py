"""The W3C's checker, the Nu Html Checker, finds no error in any page."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from chromium import missing
from paths import TESTS
from seen import some

if TYPE_CHECKING:
    from pathlib import Path

CHECKER = TESTS / "browser" / "node_modules" / "vnu-jar" / "build" / "dist" / "vnu.jar"
# Compiled quickly rather than well, which halves the time; that needs a deeper stack.
JAVA = ("-XX:TieredStopAtLevel=1", "-Xss8m")
OPTIONS = ("--format", "json", "--stdout", "--errors-only", "--skip-non-html", "--no-langdetect")


def errors(folder: Path) -> list[str]:
    """Return what is wrong with the pages below *folder*."""
    java = shutil.which("java")
    if not (java and CHECKER.is_file()):
        missing("THE NU HTML CHECKER (JAVA, AND `make clients`)")
    command = [str(java), *JAVA, "-jar", str(CHECKER), *OPTIONS, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode in (0, 1), done.stderr
    return [
        f"{each['url']}:{each.get('lastLine')}: {each['message']}"
        for each in json.loads(done.stdout)["messages"]
    ]


def test_no_page_has_an_error(site: Path) -> None:
    assert errors(site) == []


@pytest.mark.slow
def test_an_error_would_be_found(tmp_path: Path) -> None:
    start = "<!doctype html><html lang=en><title>A page</title>"
    (tmp_path / "right.html").write_text(f"{start}<p>text</p>", encoding="utf-8")
    (tmp_path / "wrong.html").write_text(f"{start}<p><div></p>", encoding="utf-8")

    assert all("wrong.html" in each for each in some(errors(tmp_path)))
