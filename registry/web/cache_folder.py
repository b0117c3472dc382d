"""The folder for what is cached for this user, and files in it that only this user may read."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


def default_folder() -> Path:
    """Return the current user's folder for caches, outside of any repository.

    For a user without a home, as a container may have, it is one where nothing can be kept. A
    relative path in the environment is ignored, as the XDG Base Directory Specification says: it
    would be another folder in each working directory.
    """
    is_windows = sys.platform == "win32"
    stated = Path(os.environ.get("LOCALAPPDATA" if is_windows else "XDG_CACHE_HOME", ""))
    usual = _home() / ("AppData/Local" if is_windows else ".cache")
    return (stated if stated.is_absolute() else usual) / "open-tool-registry"


def _home() -> Path:
    nowhere = Path(os.devnull)
    try:
        home = Path.home()
    except RuntimeError:
        return nowhere
    return home if home.is_absolute() else nowhere


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


def kept(path: Path) -> bytes | None:
    """Return the content that this user has kept at *path*, None if there is nothing.

    A file of another user is nothing: in a folder into which others may write, such as one in
    `/tmp`, they could leave what is then believed.
    """
    try:
        with os.fdopen(os.open(path, _FLAGS), "rb") as stream:
            found = os.fstat(stream.fileno())
            return stream.read() if stat.S_ISREG(found.st_mode) and is_own(found) else None
    except OSError:
        return None


def is_own(found: os.stat_result) -> bool:
    """Return whether what was *found* belongs to this user, or to the system."""
    return sys.platform == "win32" or found.st_uid in (0, os.geteuid())
