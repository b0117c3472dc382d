"""Files are written below the folder, each one once, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from registry.model.files import File, digest
from registry.site.file_writer import write


def test_every_file_is_entered_with_its_digest(tmp_path: Path) -> None:
    written = write(tmp_path, [File("a/b", b"1"), File("c", b"22")])

    assert written == {"a/b": digest(b"1"), "c": digest(b"22")}
    assert written["c"].size == 2


@pytest.mark.parametrize(
    "path", ["../outside", "a/../../outside", "/tmp/outside", "a/../../site-2/x", "b\\..\\x/y"]
)
def test_path_out_of_the_site_is_refused(tmp_path: Path, path: str) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    with pytest.raises(ValueError, match="outside"):
        write(folder, [File(path, b"x")])

    assert [*tmp_path.rglob("*")] == [folder]


def test_link_out_of_the_site_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "a").symlink_to(tmp_path)
    with pytest.raises(ValueError, match="outside"):
        write(folder, [File("a/x", b"x")])

    assert not (tmp_path / "x").exists()


def test_file_of_the_site_generator_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "utcp").write_bytes(b"page")
    with pytest.raises(FileExistsError, match="if docs/ has a page or file for this path, rename"):
        write(tmp_path, [File("utcp", b"document")])

    assert (tmp_path / "utcp").read_bytes() == b"page"


@pytest.mark.parametrize("begun", [b"", b"docu", b"document"])
def test_file_that_someone_died_over_is_completed(tmp_path: Path, begun: bytes) -> None:
    (tmp_path / "utcp").write_bytes(begun)
    write(tmp_path, [File("utcp", b"document")])

    assert (tmp_path / "utcp").read_bytes() == b"document"


def test_one_writer_writes_no_file_twice(tmp_path: Path) -> None:
    with pytest.raises(FileExistsError):
        write(tmp_path, [File("utcp", b"document"), File("utcp", b"document")])


def test_link_in_the_place_of_a_file_is_not_followed(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (tmp_path / "outside").write_bytes(b"docu")
    (folder / "utcp").symlink_to(tmp_path / "outside")
    with pytest.raises(OSError, match="utcp"):
        write(folder, [File("utcp", b"document")])

    assert (tmp_path / "outside").read_bytes() == b"docu"


def test_file_and_folder_of_one_name_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="utcp"):
        write(tmp_path, [File("utcp", b"x"), File("utcp/index.html", b"page")])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
def test_full_disk_is_told_with_the_file_that_did_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("registry.site.file_writer._NEW", os.O_WRONLY)
    (tmp_path / "full").symlink_to("/dev/full")

    with pytest.raises(OSError, match="No space left on device") as refused:
        write(tmp_path, [File("full", b"1")])
    assert refused.value.filename == f"{tmp_path}/full"
