"""Write a file whole or not at all, also where the disk is full: manuals have no second copy."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, text: str) -> None:
    """Replace the content of *path* by *text*, or create it; its permissions stay.

    Raises OSError, which names *path*; it is then as it was before.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        draft = Path(name)
        try:
            _fill(handle, text)
            draft.chmod(path.stat().st_mode if path.exists() else 0o666 & ~_umask())
            draft.replace(path)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def create_whole(path: Path, text: str) -> None:
    """Create *path* with *text*. Raises OSError, which names *path*; nothing is left of it then.

    That is FileExistsError where it already exists.
    """
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        _fill(handle, text)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from None


def _fill(handle: int, text: str) -> None:
    with os.fdopen(handle, "wb") as stream:
        stream.write(text.encode())
        stream.flush()
        os.fsync(handle)


def _umask() -> int:
    found = os.umask(0)
    os.umask(found)
    return found
