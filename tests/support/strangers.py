"""Files that belong to another user of the machine."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

_SOMEBODY = 54_321


def give_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have *path* belong to another user; who may not give it away becomes another one."""
    if sys.platform == "win32":
        pytest.skip("its files say nothing of users")
    if os.geteuid() == 0:
        os.chown(path, _SOMEBODY, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: _SOMEBODY)
