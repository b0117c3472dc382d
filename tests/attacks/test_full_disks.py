"""Wherever a disk becomes full, what was there stays whole, and one sentence names a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from attack import TIMES
from writers import COMMANDS, files, run_attacked, writable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

resource = pytest.importorskip("resource")

pytestmark = pytest.mark.slow

FULL = (
    "sys.dont_write_bytecode = True; import resource; "
    "resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), -1))"
)
ROOMS = (0, 100, 2_000, 20_000)[:: 1 if TIMES > 1 else 2]
"""Bytes of the largest file that can be written."""


@pytest.fixture
def folder(tmp_path: Path, command: str) -> Iterator[Path]:
    with writable(tmp_path, command) as folder:
        yield folder


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("command", COMMANDS)
def test_command_leaves_what_was_there(command: str, room: int, folder: Path) -> None:
    before = files(folder)
    done = run_attacked(folder, FULL, room, command)
    after = files(folder)

    assert {name: after.get(name) for name in before if after.get(name) != before[name]} == {} or (
        done.returncode == 0
    )
    assert "Traceback" not in done.stderr
    if done.returncode:
        assert len(done.stderr.splitlines()) <= 3, done.stderr
    written = {name: data for name, data in after.items() if name not in before}
    assert all(data for data in written.values()), [name for name in written if not written[name]]


@pytest.mark.parametrize("command", COMMANDS)
def test_command_writes_where_there_is_room(command: str, folder: Path) -> None:
    before = files(folder)
    done = run_attacked(folder, FULL, 1 << 30, command)

    assert done.returncode == 0, done.stderr
    assert files(folder) != before or command in {"check", "fmt"}
