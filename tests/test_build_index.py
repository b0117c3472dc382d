"""`build_index.py` is `registry build` under the name that stands at the top of the project."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from paths import ROOT

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

SAMPLES = ROOT / "tests" / "broken" / "_base" / "manuals"


def test_it_builds_the_site_from_any_folder(tmp_path: Path) -> None:
    arguments = ("--manuals", SAMPLES, "--config", ROOT / "mkdocs.yml", "--site", tmp_path / "site")
    done = subprocess.run(
        [sys.executable, ROOT / "build_index.py", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "utcp").is_file()


def test_python_without_the_packages_is_told_how_to_get_them() -> None:
    done = subprocess.run(
        [sys.executable, "-S", ROOT / "build_index.py"],  # -S: no packages but its own
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "make site" in done.stderr
    assert "-m pip install --require-hashes -r requirements/site.lock" in done.stderr
    assert (ROOT / "requirements" / "site.lock").is_file()
