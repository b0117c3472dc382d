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
