"""Files of strangers are read without waiting, and no more of them than is used."""

from __future__ import annotations

import os
import socket
import sys
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from repositories import Repository

from registry.cli import main
from registry.source.plain_files import read_if_there, read_named, read_plain

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

NOT_PLAIN = "is not a plain file; remove it, or put the file itself there"


def test_a_file_is_read_to_the_first_byte_that_is_too_much(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")

    assert [read_plain(tmp_path / "file", most) for most in (6, 5, 4)] == [
        b"12345",
        b"12345",
        b"12345",
    ]
    assert read_plain(tmp_path / "file", 3) == b"1234"
    assert read_if_there(tmp_path / "none") is None


def test_link_to_nothing_is_not_taken_for_no_file(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").symlink_to(tmp_path / "none")

    with pytest.raises(OSError, match=NOT_PLAIN):
        read_if_there(tmp_path / "rules.yaml")


def _device(path: Path) -> None:
    path.symlink_to(os.devnull)


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind(path.name)


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes and sockets in folders")
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, _device, _socket])
def test_anything_else_is_named_and_not_read(
    make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path / "odd")

    with pytest.raises(OSError, match=NOT_PLAIN) as raised:
        read_plain(tmp_path / "odd")
    assert raised.value.filename == str(tmp_path / "odd")


@pytest.mark.skipif(sys.platform == "win32", reason="needs pipes in folders")
@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("rules.yaml", "check"),
        ("mkdocs.yml", "check"),
        ("README.md", "check --base HEAD"),
        ("README.md", "fmt"),
        ("included/partner/lock.json", "review --base HEAD --author 7"),
    ],
)
def test_no_command_waits_for_a_pipe(path: str, command: str, tmp_path: Path) -> None:
    made = Repository(tmp_path)
    made.write("manuals/README.md", "")
    made.write(path, "{}\n")
    made.commit()
    (tmp_path / path).unlink()
    os.mkfifo(tmp_path / path)

    done = CliRunner().invoke(main, [*command.split(), "--manuals", str(tmp_path / "manuals")])

    assert (done.exit_code, done.stderr) == (1, f"Error: {tmp_path / path}: {NOT_PLAIN}\n")


@pytest.mark.skipif(sys.platform == "win32", reason="shells there have no such pipes")
def test_named_file_may_be_a_pipe_and_has_an_end(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"root")
    os.close(writing)
    assert read_named(f"/dev/fd/{reading}") == b"root"
    os.close(reading)

    with pytest.raises(OSError, match="has more than 4 bytes") as refused:
        read_named("/dev/zero", 4)
    assert refused.value.filename == "/dev/zero"
