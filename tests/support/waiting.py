"""Wait for what another process does, without sleeping longer than it takes."""

from __future__ import annotations

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
