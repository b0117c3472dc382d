"""Make something once for all processes of one run of the tests."""

from __future__ import annotations

import fcntl
import gc
import os
import pickle
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = "KEPT_BETWEEN_TESTS"
"""The variable that names the folder in which things are kept; `conftest.py` sets it."""

_Made = TypeVar("_Made")


def once(name: str, make: Callable[[], _Made]) -> _Made:
    """Return what *make* returns, called by the first process that asks for *name*.

    The others wait for it, and are given a copy.
    """
    if KEPT not in os.environ:
        return make()
    path = Path(os.environ[KEPT], name)
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.is_file():
            made = make()
            path.write_bytes(pickle.dumps(made))
            return made
    gc.disable()  # it would look at the new objects again and again: four times as long in all
    try:
        found: _Made = pickle.loads(path.read_bytes())
    finally:
        gc.enable()
    return found
