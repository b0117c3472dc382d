"""The same tree gives the same bytes, wherever, whenever and by whomever it is built."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import generator
import pytest
from paths import ROOT
from publishing import SAMPLES
from seen import some

from registry.site.mkdocs_frame import GENERATOR_VARIABLE

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

CIRCUMSTANCES = (
    {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C", "COLUMNS": "40"},
    {"PYTHONHASHSEED": "2", "TZ": "America/Los_Angeles", "LC_ALL": "C.UTF-8", "HOME": "/tmp"},
)


COMMAND = """
import sys
from registry.cli import main
main(["build", "--config", *sys.argv[1:]])
"""

SPAWNED = """
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from registry.pipeline import build
from registry.site.parallel import Work
with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
    build(Path("manuals"), Path("site"), Path(sys.argv[1]), work=Work(lambda: executor))
"""


def start(
    work: Path, circumstances: dict[str, str], program: str, *options: str
) -> subprocess.Popen[str]:
    """Start to build a copy of the samples in *work*, which is also the working directory."""
    shutil.copytree(SAMPLES, work / "manuals")
    return subprocess.Popen(
        [sys.executable, "-c", program, ROOT / "mkdocs.yml", *options],
        cwd=work,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **circumstances},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


@pytest.fixture(scope="module")
def sites(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, bytes]]:
    """Build the samples in different circumstances; return the files of each site by path.

    One process builds the first, three that were forked the second, two that were spawned the last.
    These are around the hand-written pages that all tests share, which were made where those run.
    """
    names = ("a", "a-longer-name", "b")
    folders = [tmp_path_factory.mktemp("build") / name for name in names]
    shared = {name: os.environ[name] for name in (GENERATOR_VARIABLE, generator.KEPT)}
    builds = [
        start(folders[0], CIRCUMSTANCES[0], COMMAND, "--processes", "1"),
        start(folders[1], CIRCUMSTANCES[1] | shared, COMMAND, "--processes", "3"),
        start(folders[2], CIRCUMSTANCES[1] | shared, SPAWNED),
    ]
    for build in builds:
        output, _ = build.communicate(timeout=120)
        assert build.returncode == 0, output
    return [files(work / "site") for work in folders]


def files(site: Path) -> dict[str, bytes]:
    found = (path for path in sorted(site.rglob("*")) if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in found}


def test_same_files_are_there(sites: list[dict[str, bytes]]) -> None:
    assert len(sites[0]) > 100
    assert list(sites[0]) == list(sites[1]) == list(sites[2])


def test_every_file_has_the_same_bytes(sites: list[dict[str, bytes]]) -> None:
    one, *others = sites

    for other in some(others):
        assert [path for path in some(one) if one[path] != other[path]] == []


def test_no_file_knows_where_it_was_built(sites: list[dict[str, bytes]]) -> None:
    places = (str(ROOT).encode(), b"/tmp/pytest")
    named = {path for path, data in sites[0].items() if any(place in data for place in places)}

    assert not named
