"""A build that is killed at any moment leaves the site as it was or as it should be."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from random import Random
from typing import TYPE_CHECKING

import pytest
from attack import seeds
from paths import borrow
from upstreams import publisher, release

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

MOST_SECONDS = 6.0
"""Until the build is killed: about as long as it takes."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("registry")
    manual = made / "manuals" / "acme" / "weather"
    manual.mkdir(parents=True)
    (manual.parent / "publisher.yaml").write_text(publisher("acme"), encoding="utf-8")
    (manual / "1.0.0.yaml").write_text(release("acme"), encoding="utf-8")
    borrow(made, "docs", "mkdocs.yml")
    return made


def building(folder: Path) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "registry", "build", "--processes", "2"]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, cwd=folder, stdout=pipe, stderr=pipe, text=True)


def is_whole(site: Path) -> bool:
    """Return whether *site* has its first and its last files."""
    return all((site / name).is_file() for name in ("utcp", "v1/index.json", "index.html"))


def test_killed_build_leaves_a_whole_site_and_frees_the_next(folder: Path) -> None:
    site = folder / "site"
    for seed in seeds(1):
        with building(folder) as killed:
            time.sleep(Random(seed).random() * MOST_SECONDS)
            killed.send_signal(signal.SIGKILL)
            killed.communicate(timeout=60)  # its output ends when its last worker has

        assert not site.exists() or is_whole(site), seed
    with building(folder) as last:
        _, said = last.communicate(timeout=300)

    assert last.returncode == 0, said
    assert is_whole(site)
    assert [path.name for path in folder.iterdir() if path.name.startswith(".site.")] == []
