"""A program that a signal ends removes what it made for itself, and dies of that signal."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from command_line import run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform == "win32", reason="needs signals that are sent"),
]

ENDING = ("SIGTERM", "SIGHUP")


@pytest.fixture(autouse=True)
def _is_ended_by_any_signal() -> Iterator[None]:
    """Let programs be ended by SIGHUP, also where `nohup` runs the tests."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


def ended(folder: Path, root: Path, number: int) -> int:
    """Return how `registry verify` ends that gets the signal while it waits for an answer."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        silent.settimeout(60)
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        program = subprocess.Popen(
            (sys.executable, "-m", "registry", "verify", url, "--root", str(root)),
            env={**os.environ, "TMPDIR": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        with program, silent.accept()[0]:
            assert any(folder.iterdir())
            program.send_signal(number)
            _, said = program.communicate(timeout=60)
    assert said == b""
    return program.returncode


@pytest.mark.parametrize("name", ENDING)
def test_temporary_folder_is_removed_by_a_program_that_is_ended(tmp_path: Path, name: str) -> None:
    number, temporary, registry = (
        signal.Signals[name],
        tmp_path / "temporary",
        tmp_path / "registry",
    )
    temporary.mkdir()
    registry.mkdir()
    run("trust", "init", "--keys", "../keys", folder=registry)

    assert ended(temporary, registry / "trust" / "1.root.json", number) == -number
    assert not any(temporary.iterdir())


def test_signal_that_is_ignored_stays_so(tmp_path: Path) -> None:
    code = (
        "import signal\n"
        "from registry.cli._termination import cleaned_up_when_ended\n"
        "signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
        "with cleaned_up_when_ended():\n"
        "    signal.raise_signal(signal.SIGHUP)\n"
    )

    assert subprocess.run((sys.executable, "-c", code), cwd=tmp_path, check=False).returncode == 0
