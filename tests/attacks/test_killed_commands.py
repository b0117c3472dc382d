"""A command that is killed before any of its steps on the disk leaves files whole, and no lock."""

from __future__ import annotations

import json
import re
import signal

import pytest
from attack import TIMES, seeded
from writers import COMMANDS, files, run_attacked, writable

pytestmark = pytest.mark.slow

KILLED = """
import os, signal
STEPS = {"os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.chmod", "os.symlink", "os.truncate"}
left = [int(sys.argv[1])]
def count(event, arguments):
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (
        os.O_WRONLY | os.O_RDWR | os.O_CREAT
    ) and arguments[0] != os.devnull
    if event in STEPS or writes:
        left[0] -= 1
        if left[0] < 0:
            os.kill(os.getpid(), signal.SIGKILL)
sys.addaudithook(count)
"""
"""Kills the process, and no other, before its first, second, third, … step on the disk."""

TRIED = {"build": TIMES}
"""Steps of a command before which it is killed; of most, the first two and `3 * TIMES` others.

`test_killed_builds.py` kills more builds, which take longer than all other commands together.
"""

MOST_STEPS = {"build": 2_000, "init": 60, "include": 80, "schemas": 60}

REFUSED = ("already exists", "is not empty", "already has a root")
"""Why a command does nothing again, where all of what it had to write is there, or keys are."""

DRAFT = re.compile(r"(^|/)\.[^/]+")
"""A file or folder of a command that was killed, which no reader takes for a manual or a site."""


@pytest.mark.parametrize("command", COMMANDS)
def test_killed_command_leaves_files_whole_and_runs_again(
    command: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with writable(tmp_path_factory.mktemp("whole"), command) as folder:
        before = files(folder)
        assert run_attacked(folder, "", 0, command).returncode == 0
        complete = files(folder)
    dice = seeded("killed", command)
    most = MOST_STEPS.get(command, 12)
    tried = {dice.randrange(most) for _ in range(TRIED.get(command, 3 * TIMES))}
    steps = sorted(tried if command in TRIED else {0, 1, *tried})
    killed = 0
    for step in steps:
        with writable(tmp_path_factory.mktemp("killed"), command) as folder:
            before = files(folder)
            done = run_attacked(folder, KILLED, step, command)
            if done.returncode != -signal.SIGKILL:
                break
            killed += 1
            assert damaged(before, files(folder), complete) == [], step
            again = run_attacked(folder, "", 0, command)

            assert "Traceback" not in again.stderr, step
            is_refused = any(each in again.stderr for each in REFUSED)
            assert again.returncode == 0 or is_refused, (step, again.stderr)
            assert damaged(before, files(folder), complete) == [], step
    assert killed or complete.keys() == before.keys()


def damaged(
    before: dict[str, bytes], now: dict[str, bytes], complete: dict[str, bytes]
) -> list[str]:
    """Return what was there *before* and is nowhere, and what is cut off."""
    lost = [
        name
        for name, data in before.items()
        if name not in now and data not in now.values() and name in complete
    ]
    return lost + [
        name
        for name, data in now.items()
        if data != before.get(name)
        and not DRAFT.search(name)
        and not is_whole(name, data, complete)
    ]


def is_whole(name: str, data: bytes, complete: dict[str, bytes]) -> bool:
    """Return whether *data* is all of a file; keys, days and signatures differ in each run."""
    if name in complete:
        return data == complete[name] or len(data) == len(complete[name])
    # Numbered by the time or, by a second run, by the next version.
    return (
        bool(json.loads(data))
        if name.endswith(".json")
        else len(data) in {*map(len, complete.values())}
    )
