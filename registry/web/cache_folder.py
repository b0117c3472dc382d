"""Where and how this user keeps what only saves time."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def default_folder() -> Path:
    """Return the current user's folder for caches, outside of any repository.

    For a user without a home, as a container may have, it is one where nothing can be kept.
    """
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or _home() / ".cache"
    return Path(base) / "open-tool-registry"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError:
        return Path(os.devnull)


def keep(path: Path, data: bytes) -> None:
    """Write *data* to *path* in one go, which only this user may read. Raises OSError.

    Other processes use the same files. Unlike what people wrote, these may get lost.
    """
    import tempfile  # noqa: PLC0415 - only needed where something changed

    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
