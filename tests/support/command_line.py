"""The program itself, run as users run it, and what is expected of every refusal."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from forked import forked
from paths import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRAM = "from registry.__main__ import run\nrun()\n"
CONFIG = ROOT / "mkdocs.yml"
SAMPLES = ROOT / "tests" / "broken" / "_base" / "manuals"


def run(
    *arguments: str | Path, folder: Path, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the program in a copy of a process that has loaded it; see `forked`."""
    return forked(PROGRAM, *map(str, arguments), cwd=folder, env={**os.environ, **environment})


def build(folder: Path, site: str, **environment: str) -> subprocess.CompletedProcess[str]:
    arguments = ("build", "--manuals", SAMPLES, "--config", CONFIG, "--site", site)
    return run(*arguments, folder=folder, **environment)


def everything(folder: Path) -> Iterator[str]:
    return (path.relative_to(folder).as_posix() for path in folder.rglob("*"))


def refused(done: subprocess.CompletedProcess[str], code: int, words: str) -> None:
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stdout + done.stderr
    assert words in done.stderr
    assert done.stderr.strip().splitlines()[-1].strip()


def shown_on_a_terminal(*arguments: str, folder: Path) -> str:
    """Run the program, and return all that it writes to the terminal that it is started from."""
    import pty  # noqa: PLC0415 - not everywhere

    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "dumb", "NO_COLOR": "1"}
    command = [sys.executable, "-m", "registry", *arguments]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=theirs, stderr=theirs):
        os.close(theirs)
        shown = "".join(read_terminal(ours))
    os.close(ours)
    return shown


def read_terminal(descriptor: int) -> Iterator[str]:
    """Yield what comes until nobody writes any more, which some systems call an error."""
    with suppress(OSError):
        while data := os.read(descriptor, 1024):
            yield data.decode()
