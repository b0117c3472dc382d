"""Files of people are written whole or left as they are, also on a full disk."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from registry.source.atomic_write import create_whole, together, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytestmark = pytest.mark.attack

FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1))
from registry.cli import main
main(sys.argv[2:])
"""
LONG = "utcp_version: 1.0.1\nmanual_version: 1.0.0\n\n\ntools: []\n" + "# a comment\n" * 1000


def on_a_full_disk(
    room: int, folder: Path, *command: str | Path
) -> subprocess.CompletedProcess[str]:
    """Run a command in *folder* that can write no file larger than *room* bytes."""
    words = [sys.executable, "-B", "-c", FULL, str(room), *map(str, command)]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit to the size of files")
def test_full_disk_leaves_every_file_as_it_was_and_is_told(tmp_path: Path) -> None:
    manual = tmp_path / "manuals" / "acme" / "clock" / "1.0.0.yaml"
    manual.parent.mkdir(parents=True)
    manual.write_text(LONG, encoding="utf-8", newline="")
    fmt = on_a_full_disk(4096, tmp_path, "fmt", manual)
    new = on_a_full_disk(20, tmp_path, "new", "brook/clock", "--yes")

    assert manual.read_text("utf-8") == LONG
    assert [*tmp_path.rglob("*.*")] == [manual]
    assert [path.name for path in (tmp_path / "manuals").iterdir()] == ["acme"]
    assert (fmt.returncode, fmt.stderr) == (1, f"Error: {manual}: File too large\n")
    assert new.returncode == 1
    assert "publisher.yaml: File too large" in new.stderr


@pytest.mark.parametrize("write", [create_whole, write_whole])
def test_private_file_is_only_for_its_owner(write: Callable[..., None], tmp_path: Path) -> None:
    write(tmp_path / "key.pem", b"secret\n", 0o600)

    assert (tmp_path / "key.pem").read_bytes() == b"secret\n"
    assert (tmp_path / "key.pem").stat().st_mode & 0o777 == 0o600


def test_what_is_replaced_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o640)
    write_whole(path, "new\n")

    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new\n", 0o640)
    assert [*tmp_path.iterdir()] == [path]


def test_what_exists_is_never_created(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    create_whole(path, "first")

    with pytest.raises(FileExistsError, match=r"a\.yaml"):
        create_whole(path, "second")
    assert path.read_bytes() == b"first"


def test_what_is_created_together_leaves_nothing_if_one_file_fails(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "b").touch()

    def create_all(*paths: str) -> None:
        with together() as create:
            for each in paths:
                create(tmp_path / each, "text")

    with pytest.raises(FileExistsError, match="b"):
        create_all("new/deep/a", "old/a", "old/b")
    assert sorted(tmp_path.rglob("*")) == [tmp_path / "old", tmp_path / "old" / "b"]
