"""What a whole process takes: seconds, seconds of processor, and memory."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path


class Cost(NamedTuple):
    """What one process and those that it started took; *megabytes* is that of the largest."""

    seconds: float
    worked: float
    megabytes: float
    code: int = 0


def cost_of(words: Sequence[str | Path], folder: Path, **environment: str) -> Cost:
    """Return what the command of *words* takes in *folder*; what it prints is thrown away.

    A small process starts it, as Linux counts the memory of who starts a program as the program's.
    """
    done = subprocess.run(
        [sys.executable, "-S", __file__, *map(str, words)],
        cwd=folder,
        stdout=subprocess.PIPE,
        env={**os.environ, **environment},
        check=True,
    )
    return Cost(*json.loads(done.stdout))


def _measure(words: list[str]) -> Cost:
    begun = time.perf_counter()
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    seconds = time.perf_counter() - begun
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(seconds, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, done.returncode)


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1:])))
