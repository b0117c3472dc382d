"""The site is replaced as a whole or not at all, whatever happens in between."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest
from paths import ROOT
from seen import some

from registry.model.files import File
from registry.site.file_writer import write
from registry.site.swap import BusyError, staging

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.slow, pytest.mark.attack]


def tree(folder: Path) -> dict[str, bytes]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Publish a site, as an earlier build did."""
    site = tmp_path / "site"
    publish(site, "old")
    return site


def publish(site: Path, text: str) -> None:
    files = [File(f"{folder}/{name}", text.encode()) for folder in "ab" for name in "xyz"]
    with staging(site) as folder:
        write(folder, files)


def neighbours(site: Path) -> list[str]:
    return sorted(path.name for path in site.parent.iterdir())


def test_new_site_takes_the_place_of_the_old_one(site: Path) -> None:
    with staging(site) as folder:
        write(folder, [File("only", b"new")])

    assert tree(site) == {"only": b"new"}
    assert neighbours(site) == ["site"]


def test_old_site_is_put_back_where_the_new_one_cannot_take_its_place(site: Path) -> None:
    before = tree(site)
    with pytest.raises(FileNotFoundError), staging(site) as folder:
        folder.rmdir()

    assert tree(site) == before
    assert neighbours(site) == ["site"]


@pytest.mark.skipif(sys.platform != "linux", reason="takes two steps elsewhere")
def test_site_is_there_at_every_moment(site: Path) -> None:
    def build() -> None:
        for _ in range(200):
            with staging(site):
                pass

    with ThreadPoolExecutor(1) as pool:
        builds = pool.submit(build)
        while not builds.done():
            assert site.is_dir()


def test_first_site_needs_no_folder_beforehand(tmp_path: Path) -> None:
    publish(tmp_path / "deep" / "site", "first")

    assert len(tree(tmp_path / "deep" / "site")) == 6


def _write_and_stop(folder: Path) -> None:
    write(folder, [File("a/x", b"new")])
    raise KeyboardInterrupt


def test_exception_inside_leaves_the_old_site(site: Path) -> None:
    with pytest.raises(KeyboardInterrupt), staging(site) as folder:
        _write_and_stop(folder)

    assert set(tree(site).values()) == {b"old"}
    assert neighbours(site) == ["site"]


def test_leftovers_of_a_killed_build_are_removed(site: Path) -> None:
    for leftover in (".site.staging", ".site.old"):
        (site.parent / leftover / "a").mkdir(parents=True)
        (site.parent / leftover / "a" / "junk").write_bytes(b"junk")
    publish(site, "new")

    assert set(tree(site).values()) == {b"new"}
    assert neighbours(site) == ["site"]


@pytest.mark.parametrize("name", [".site.staging", ".site.old", "site"])
@pytest.mark.parametrize("is_published", [True, False])
def test_folder_that_a_link_leads_to_stays_as_it_was(
    site: Path, name: str, *, is_published: bool
) -> None:
    outside = site.parent / "outside"
    publish(outside, "mine")
    (outside / "a").chmod(0o755)
    if name == "site" or not is_published:
        shutil.rmtree(site)
    (site.parent / name).symlink_to(outside)
    publish(site, "new")

    assert set(tree(site).values()) == {b"new"}
    assert set(tree(outside).values()) == {b"mine"}
    assert (outside / "a").stat().st_mode & 0o777 == 0o755
    assert neighbours(site) == ["outside", "site"]


@pytest.mark.parametrize("name", [".site.staging", ".site.old"])
def test_file_in_the_place_of_a_leftover_is_removed(site: Path, name: str) -> None:
    (site.parent / name).write_bytes(b"junk")
    publish(site, "new")

    assert set(tree(site).values()) == {b"new"}
    assert neighbours(site) == ["site"]


def test_old_site_comes_back_after_death_between_the_two_renames(site: Path) -> None:
    site.rename(site.parent / ".site.old")
    with pytest.raises(KeyboardInterrupt), staging(site) as folder:
        _write_and_stop(folder)

    assert set(tree(site).values()) == {b"old"}


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for root")
def test_read_only_folders_of_the_old_site_are_removed(site: Path) -> None:
    for folder in (*site.iterdir(), site):
        folder.chmod(0o555)
    for text in ("new", "newer"):
        publish(site, text)

    assert set(tree(site).values()) == {b"newer"}
    assert neighbours(site) == ["site"]


def test_old_site_that_cannot_be_removed_is_named(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = site.with_name(".site.old")
    old.mkdir()
    monkeypatch.setattr("registry.site.swap.shutil.rmtree", lambda *_, **__: None)

    with pytest.raises(OSError, match="cannot be removed") as refused:
        publish(site, "new")
    assert refused.value.filename == str(old)
    assert set(tree(site).values()) == {b"old"}


HOLDS = """
import sys
from pathlib import Path
from registry.site.swap import staging

with staging(Path(sys.argv[1])):
    print("inside", flush=True)
    sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks on folders")
def test_second_build_of_the_same_site_is_turned_away_and_harms_neither(site: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, site],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as first:
        assert first.stdout is not None
        assert first.stdin is not None
        first.stdout.readline()
        with pytest.raises(BusyError):
            publish(site, "second")
        assert set(tree(site).values()) == {b"old"}
        publish(site.with_name("other"), "other")
        first.stdin.close()
        assert first.wait() == 0

    assert tree(site) == {}
    publish(site, "third")
    assert neighbours(site) == ["other", "site"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks on folders")
def test_build_that_still_removes_the_old_site_keeps_others_out(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    removed = []

    def remove(folder: Path) -> None:
        if folder.name == ".site.old" and folder.exists():
            with pytest.raises(BusyError):
                publish(site, "second")
            removed.append(folder)
        rmtree(folder)

    rmtree = shutil.rmtree
    monkeypatch.setattr("registry.site.swap.shutil.rmtree", remove)
    publish(site, "new")

    assert len(removed) == 1
    assert set(tree(site).values()) == {b"new"}
    assert neighbours(site) == ["site"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks on folders")
def test_of_many_builds_at_once_only_one_is_inside(site: Path) -> None:
    def build(number: int) -> int:
        done = 0
        for _ in range(1000):
            with suppress(BusyError), staging(site) as folder:
                folder.joinpath(str(number)).touch()
                assert [each.name for each in folder.iterdir()] == [str(number)]
                done += 1
        return done

    with ThreadPoolExecutor() as pool:
        assert sum(pool.map(build, range(4)))

    assert neighbours(site) == ["site"]


KILLED = """
import os, sys
from pathlib import Path
from registry.model.files import File
from registry.site.swap import BusyError, staging
from registry.site.file_writer import write

def files(number):
    for name in "abcdefgh":
        os.write(1, b".")
        yield File(f"{name}/x", b"%d" % number)

for number in range(1, 10_000):
    with staging(Path(sys.argv[1])) as folder:
        write(folder, files(number))
    os.write(1, b".")
"""
"""A program that builds again and again, with a dot for every step."""


def test_killed_build_leaves_a_whole_site_or_one_that_the_next_build_puts_back(
    tmp_path: Path,
) -> None:
    site = tmp_path / "site"
    publish(site, "0")
    for steps in some(range(1, 13)):
        with subprocess.Popen(
            [sys.executable, "-c", KILLED, site], cwd=ROOT, stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            process.stdout.read(10 + steps)
            process.kill()
        seen = tree(site if site.exists() else tmp_path / ".site.old")

        assert len(set(seen.values())) == 1, "files of two builds"
        with pytest.raises(KeyboardInterrupt), staging(site) as folder:
            _write_and_stop(folder)
        assert tree(site) == seen
        assert neighbours(site) == ["site"]
