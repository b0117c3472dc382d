"""Read files that others may have written: only plain ones, and no more of each than is used."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

from registry.source.limits import MAX_BYTES

if TYPE_CHECKING:
    from pathlib import Path

_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
"""Opened so, a pipe does not wait for someone who writes into it."""


def read_plain(path: str | Path, most: int = MAX_BYTES) -> bytes:
    """Return the content of the file at *path*; of one larger than *most* bytes, one byte more.

    That byte is enough for every reader to refuse it. Raises what `open_plain` does.
    """
    # Without a stream, which takes longer to make than most files to read: a check reads thousands.
    handle, size = _opened(path)
    try:
        # Python makes room for all that is asked for, so most files are asked for little.
        most_bytes = min(size, most) + 1
        content = os.read(handle, most_bytes)
        while len(content) < most_bytes and (more := os.read(handle, most_bytes - len(content))):
            content += more
        return content
    finally:
        os.close(handle)


def read_named(path: str | Path, most: int = MAX_BYTES) -> bytes:
    """Return the content of the file that the user has named, which may be a pipe of a shell.

    Raises OSError, which names *path*, also for one with more than *most* bytes, such as a device.
    """
    with open(path, "rb") as stream:  # noqa: PTH123 - a path may be a string
        content = stream.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"has more than {most:,} bytes; name another file", str(path))
    return content


def read_if_there(path: str | Path) -> bytes | None:
    """Return the content of the plain file at *path*, None if nothing is there. Raises OSError.

    A link to nothing is something: who made it expects its file to be read.
    """
    try:
        return read_plain(path)
    except FileNotFoundError:
        if os.path.islink(path):  # noqa: PTH114 - a path may be a string
            raise _not_plain(path) from None
        return None


def open_plain(path: str | Path) -> int:
    """Return a handle of the file at *path*, open to be read; the caller closes it.

    Raises OSError, which names *path*, also for a folder, and for pipes and devices, which make
    their reader wait or have no end.
    """
    return _opened(path)[0]


def _opened(path: str | Path) -> tuple[int, int]:
    """Return a handle of the plain file at *path*, as `open_plain` does, and its size in bytes."""
    try:
        handle = os.open(path, _FLAGS)
    except OSError as error:
        if error.errno == errno.ENXIO:
            raise _not_plain(path) from None
        raise
    status = os.fstat(handle)
    if not stat.S_ISREG(status.st_mode):
        os.close(handle)
        raise _not_plain(path)
    return handle, status.st_size


def _not_plain(path: str | Path) -> OSError:
    reason = "is not a plain file; remove it, or put the file itself there"
    return OSError(errno.EINVAL, reason, str(path))
