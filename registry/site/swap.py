"""Put a new site in the place of the old one, in one step or not at all."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import sys
from contextlib import contextmanager, nullcontext
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
"""Of Linux: paths from the current folder on, and the flag of renameat2(2)."""


class BusyError(RuntimeError):
    """Another build is writing the same site at this moment."""


@contextmanager
def staging(site: Path) -> Iterator[Path]:
    """Yield an empty folder beside *site*; on leaving without an exception it becomes *site*.

    After an exception *site* is as it was before and the staging folder is gone. A process
    that is killed leaves at worst the folder `.<name>.staging` or `.<name>.old`, which the next
    build removes; if it died between two renames, where folders cannot be exchanged, the next
    build first puts the old site back. Raises BusyError while another process is inside with the
    same *site*, and OSError, which names it, for a folder of an earlier build that cannot be
    removed.
    """
    staged = site.with_name(f".{site.name}.staging")
    old = site.with_name(f".{site.name}.old")
    with _claim(staged, site):
        if old.exists() and not (old.is_symlink() or site.exists()):
            old.rename(site)
        _remove(old)
        if old.exists():
            raise OSError(errno.ENOTEMPTY, "cannot be removed", str(old))
        try:
            yield staged
            if _exchange(staged, site):
                staged.rename(old)
            else:
                if site.exists():
                    site.rename(old)
                staged.rename(site)
        except BaseException:
            if old.exists() and not site.exists():
                old.rename(site)
            raise
        _remove(old)


def _exchange(first: Path, second: Path) -> bool:
    """Give two folders the name of each other in one step, and return whether that was done.

    A server that reads *second* then finds it at every moment, which two renames cannot promise. It
    is not done where *second* is missing, nor by systems and disks that cannot do it.
    """
    if sys.platform != "linux":
        return False
    try:
        rename = ctypes.CDLL(None).renameat2
    except AttributeError:  # an old C library
        return False
    paths = ((_AT_FDCWD, os.fsencode(each)) for each in (first, second))
    return bool(rename(*chain(*paths), _RENAME_EXCHANGE) == 0)


def _remove(folder: Path) -> None:
    """Remove *folder* with all in it, also where its folders are read-only.

    A link, which a commit may have brought, is removed itself; nothing that it leads to is touched.
    """
    if folder.is_symlink() or not folder.is_dir():
        folder.unlink(missing_ok=True)
        return
    try:
        shutil.rmtree(folder)
    except OSError:
        folder.chmod(0o700)
        for path, below, _ in os.walk(folder):
            for each in below:
                if not os.path.islink(inner := f"{path}/{each}"):  # noqa: PTH114 - plain strings
                    os.chmod(inner, 0o700)  # noqa: PTH101 - the same
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _claim(staged: Path, site: Path) -> Iterator[None]:
    """Make the empty folder *staged* and hold it and *site*, so that nobody else does.

    After an exception *staged* is gone. Raises BusyError.
    """
    if staged.is_symlink() or staged.is_file():
        _remove(staged)
    elif staged.exists():
        with _lock(staged):
            # The process that made it has ended: its lock ended with it.
            _remove(staged)
    staged.parent.mkdir(parents=True, exist_ok=True)
    try:
        staged.mkdir()
    except FileExistsError:
        raise BusyError from None
    with _lock(staged):
        try:
            # Another process that has just put *site* in place may still remove the old one.
            with _lock(site) if site.exists() else nullcontext():
                yield
        except BaseException:
            _remove(staged)
            raise


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Lock *folder* for other processes.

    Raises BusyError if one of them has locked it, or has put it elsewhere meanwhile.
    """
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415 - there is none on Windows

    try:
        # Without waiting, should it be a pipe.
        handle = os.open(folder, os.O_RDONLY | os.O_NONBLOCK)
    except FileNotFoundError:
        raise BusyError from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            is_here = os.path.samestat(os.fstat(handle), folder.stat())
        except (BlockingIOError, FileNotFoundError):
            raise BusyError from None
        if not is_here:
            raise BusyError
        yield
    finally:
        os.close(handle)
