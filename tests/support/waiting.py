"""Wait for what another process does, without sleeping longer than it takes."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def wait_until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    """Return as soon as *is_so* returns True; fail if that takes longer than *seconds*."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until, "it has taken too long"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Return whether there is a process *pid*."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
