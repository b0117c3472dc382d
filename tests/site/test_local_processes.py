"""Processes that share the work end with the command, and the end of one is told."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

fcntl = pytest.importorskip("fcntl")

pytestmark = [pytest.mark.slow, pytest.mark.attack]

WORK = """
import fcntl, os, sys, time
from registry.cli._progress import working

def step(number):
    os.write(1, b"%d\\n" % os.getpid())  # in one piece, beside what the other writes
    time.sleep(60)

lock = open(sys.argv[1], "w")
fcntl.flock(lock, fcntl.LOCK_EX)
with working(2) as work:
    list(work.over("work", step, [1, 2]))
"""

WITHOUT_LOCKS = """
import os, resource
from registry.cli._progress import working

def step(number):
    return number * 2, os.getpid()

resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # a lock is a file of some bytes
with working(2) as work:
    assert list(work.over("work", step, [1, 2])) == [(2, os.getpid()), (4, os.getpid())]
"""


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """Start a command that holds a lock; yield it and its two workers."""
    command = [sys.executable, "-c", WORK, str(tmp_path / "lock")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as started:
        assert started.stdout is not None
        yield started, [int(started.stdout.readline()) for _ in range(2)]


def test_workers_of_a_killed_command_end_and_free_its_lock(
    begun: tuple[subprocess.Popen[str], list[int]], tmp_path: Path
) -> None:
    command, _ = begun
    command.kill()
    command.communicate(timeout=30)  # its output ends when the last of its workers has
    assert command.returncode == -signal.SIGKILL

    with (tmp_path / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def test_worker_that_is_killed_is_told_in_a_sentence(
    begun: tuple[subprocess.Popen[str], list[int]],
) -> None:
    command, (worker, _) = begun
    os.kill(worker, signal.SIGKILL)
    _, said = command.communicate(timeout=30)

    assert "Failure: a process of this command was killed" in said


def test_worker_dies_of_the_signal_for_which_the_command_cleans_up(tmp_path: Path) -> None:
    code = (
        "import signal\n"
        "from registry.cli._progress import working\n"
        "from registry.cli._termination import cleaned_up_when_ended\n"
        "signal.signal(signal.SIGHUP, signal.SIG_DFL)\n"  # which `nohup` of the tests ignores
        "with cleaned_up_when_ended(), working(2) as work:\n"
        "    print(*work.over('work', signal.getsignal, [signal.SIGTERM, signal.SIGHUP]))\n"
    )
    done = subprocess.run(
        (sys.executable, "-c", code), cwd=tmp_path, capture_output=True, text=True, check=True
    )

    assert done.stdout == f"{signal.SIG_DFL!s} {signal.SIG_DFL!s}\n"


def test_command_does_everything_itself_where_processes_can_share_no_lock() -> None:
    command = [sys.executable, "-c", WITHOUT_LOCKS]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
