"""What is called how often: work is counted, as the time that it takes depends on the machine."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import registry

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType, ModuleType


def calls_during(
    work: Callable[[], object], package: ModuleType = registry
) -> Counter[tuple[str, str]]:
    """Return how often each function of *package* was called, by its file there and its name."""
    calls: Counter[tuple[str, str]] = Counter()
    folder = f"{Path(str(package.__file__)).parent}/"

    def note(frame: FrameType, event: str, _arg: object) -> None:
        path = frame.f_code.co_filename
        if event == "call" and path.startswith(folder):
            calls[path.removeprefix(folder), frame.f_code.co_qualname] += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls
