"""`registry build` refuses what would lose a file, and says how far it has come."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from command_line import CONFIG, SAMPLES, build, everything, read_terminal, refused, run
from paths import ROOT

from registry.site.swap import staging

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def test_folder_with_other_files_is_never_taken_for_an_old_site(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").write_text("years of work", encoding="utf-8")

    refused(build(tmp_path, "home"), 2, "is not a site")
    refused(build(tmp_path / "home", "."), 2, "is not a site")
    assert set(everything(tmp_path)) == {"home", "home/thesis.txt"}


def test_mount_point_is_refused_before_the_build(tmp_path: Path) -> None:
    """As a volume of a container, which cannot be renamed."""
    refused(build(tmp_path, "/"), 2, "is a mount point")


def test_folder_inside_the_manuals_is_no_place_for_the_site() -> None:
    before = set(everything(SAMPLES))

    refused(build(ROOT, str(SAMPLES)), 2, "is inside")
    refused(build(ROOT, str(SAMPLES / "site")), 2, "is inside")
    assert set(everything(SAMPLES)) == before


@pytest.mark.parametrize(
    ("config", "words"),
    [("%", "bad.yml:1"), ("site_name: x", "site_url"), ("- x", "bad.yml:1")],
)
def test_configuration_that_cannot_be_used_is_wrong_use(
    config: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "bad.yml").write_text(config, encoding="utf-8")

    done = run("build", "--manuals", SAMPLES, "--config", "bad.yml", folder=tmp_path)
    refused(done, 2, words)


def test_generator_that_fails_is_named(tmp_path: Path) -> None:
    done = build(tmp_path, "site", REGISTRY_SITE_GENERATOR="no_such_module")

    refused(done, 1, "no_such_module")
    assert list(everything(tmp_path)) == []


AT_ONCE = "from registry.cli import _progress, main; _progress._SHORT = 0; main()"
"""The program that shows progress from the beginning, since some machines build in no time."""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal that a test can read")
def test_terminal_is_told_how_far_a_build_has_come(tmp_path: Path) -> None:
    import pty  # noqa: PLC0415 - not everywhere

    here, there = pty.openpty()
    words = ("build", "--manuals", str(SAMPLES), "--config", str(CONFIG), "--site", "site")
    with subprocess.Popen(
        [sys.executable, "-c", AT_ONCE, *words],
        cwd=tmp_path,
        env={**os.environ, "TERM": "xterm"},
        stdout=subprocess.PIPE,
        stderr=there,
    ) as building:
        os.close(there)
        told = "".join(read_terminal(here))
        assert building.stdout is not None
        printed = building.stdout.read()
    os.close(here)

    assert re.search(r"\r\x1b\[Klisting: \d+ of ", told)
    assert told.endswith("make serve)\r\n")
    assert b"listing" not in printed


def test_nobody_else_is_told_but_the_operator_who_has_no_contact(tmp_path: Path) -> None:
    note, view = build(tmp_path, "my site").stderr.splitlines()

    assert note.startswith("note: mkdocs.yml sets neither repo_url nor extra.registry.contact")
    assert view == "view it with: registry serve 'my site'"


def test_second_build_of_one_site_says_that_it_is_not_alone(tmp_path: Path) -> None:
    with staging(tmp_path / "site"):
        refused(build(tmp_path, "site"), 1, "another build")
