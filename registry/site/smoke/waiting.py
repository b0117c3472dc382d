"""Look again while something is not there yet: a CDN shows a new site some minutes late."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

FIRST_PAUSE = 5.0
LONGEST_PAUSE = 60.0
"""Seconds between two looks: each pause is twice as long as the one before, up to this."""


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock: *now* is the time in seconds, and *pause* lets some pass."""

    now: Callable[[], float] = time.monotonic
    pause: Callable[[float], None] = time.sleep


def look_until_none(
    look: Callable[[], Iterable[str]],
    seconds: float,
    tell: Callable[[str, float], None],
    clock: Clock = Clock(),
) -> tuple[str, ...]:
    """Return the last findings of *look*, which is repeated for so many *seconds*; () for none.

    Before each pause *tell* gets what was found first, and how long the pause is. The last look is
    at the end of the time, and no pause goes beyond it.
    """
    end, pause = clock.now() + seconds, FIRST_PAUSE
    while findings := tuple(look()):
        remaining = end - clock.now()
        if remaining <= 0:
            break
        tell(findings[0], min(pause, remaining))
        clock.pause(min(pause, remaining))
        pause = min(2 * pause, LONGEST_PAUSE)
    return findings
