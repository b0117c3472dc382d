"""Where this user keeps what only saves time, outside of any repository."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def default_folder() -> Path:
    """Return the current user's folder for caches."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "open-tool-registry"
