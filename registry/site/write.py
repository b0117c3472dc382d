"""Write the site to disk, all or nothing: into a staging folder first, then swapped in."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from registry.model.files import Digest, File


class BusyError(RuntimeError):
    """Another build is writing the same site at this moment."""


@contextmanager
def staging(site: Path) -> Iterator[Path]:
    """Yield an empty folder beside *site*; on leaving without an exception it becomes *site*.

    After an exception *site* is as it was before and the staging folder is gone. A process
    that is killed leaves at worst the folder `.<name>.staging` or `.<name>.old`, which the next
    build removes; if it died between the two renames, the next build first puts the old site
    back. Raises BusyError while another process is inside with the same *site*, and OSError, which
    names it, for a folder of an earlier build that cannot be removed.
    """
    staged = site.with_name(f".{site.name}.staging")
    old = site.with_name(f".{site.name}.old")
    with _claim(staged):
        if old.exists() and not site.exists():
            old.rename(site)
        _remove(old)
        if old.exists():
            raise OSError(errno.ENOTEMPTY, "cannot be removed", str(old))
        try:
            yield staged
            if site.exists():
                site.rename(old)
            staged.rename(site)
        except BaseException:
            if old.exists() and not site.exists():
                old.rename(site)
            raise
        finally:
            _remove(staged)
            _remove(old)


def _remove(folder: Path) -> None:
    """Remove *folder* with all in it, also where its folders are read-only."""
    shutil.rmtree(folder, ignore_errors=True)
    if not folder.exists():
        return
    folder.chmod(0o700)
    for path, below, _ in os.walk(folder):
        for each in below:
            if not os.path.islink(inner := f"{path}/{each}"):  # noqa: PTH114 - plain strings
                os.chmod(inner, 0o700)  # noqa: PTH101 - the same
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _claim(staged: Path) -> Iterator[None]:
    """Make the empty folder *staged* and hold it, so that nobody else does."""
    if staged.exists():
        with _lock(staged):
            # Whoever made it is dead: a lock dies with its process.
            _remove(staged)
    staged.parent.mkdir(parents=True, exist_ok=True)
    try:
        staged.mkdir()
    except FileExistsError:
        raise BusyError from None
    with _lock(staged):
        yield


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Lock *folder* for other processes. Raises BusyError if one of them has locked it."""
    if sys.platform == "win32":
        yield
        return
    import fcntl  # noqa: PLC0415 - there is none on Windows

    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BusyError from None
        yield
    finally:
        os.close(handle)


def write(folder: Path, files: Iterable[File]) -> dict[str, Digest]:
    """Write *files* below *folder* and return their digests by path. Raises what `Writer` does."""
    writer = Writer(folder)
    for file in files:
        writer(file)
    return writer.written


class Writer:
    """Writes files below a folder; *written* has the digests of all that it wrote, by path."""

    def __init__(self, folder: Path) -> None:
        self.written: dict[str, Digest] = {}
        self._folder = str(folder)
        self._made = {""}

    def __call__(self, file: File) -> None:
        """Write *file*.

        A file that someone died over while writing the same bytes is completed. Raises ValueError
        for a path that would leave the folder, FileExistsError for one that exists with other
        bytes or was written before by this writer, and OSError for an I/O error.
        """
        # Plain strings: a path object a file would cost as much as writing the file.
        parent, _, name = file.path.rpartition("/")
        if not _is_plain(name) or file.path.startswith("/"):
            raise ValueError(f"{file.path!r} would be written outside the site")
        _make_folder(self._folder, parent, self._made)
        path = f"{self._folder}/{file.path}"
        try:
            _write_file(path, file.data, _NEW)
        except FileExistsError:
            if file.path in self.written or not _is_begun(path, file.data):
                raise
            # Not emptied first: who was taken for dead may be writing the same bytes.
            _write_file(path, file.data, _AGAIN)
        self.written[file.path] = file.digest


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_AGAIN = os.O_WRONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0)


def _is_begun(path: str, data: bytes) -> bool:
    """Return whether the file at *path* holds the beginning of *data*, or all of it."""
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(handle, "rb") as begun:
        return data.startswith(begun.read(len(data) + 1))


def _write_file(path: str, data: bytes, flags: int) -> None:
    # Twice as fast as `open`, which asks the system what kind of file it has just made.
    handle = os.open(path, flags, 0o666)
    try:
        is_whole = os.write(handle, data) == len(data)
    except OSError as error:
        # The system knows no name for what is open.
        raise OSError(error.errno, error.strerror, path) from None
    finally:
        os.close(handle)
    if not is_whole:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)


def _make_folder(root: str, folder: str, made: set[str]) -> None:
    """Make *folder* below *root*, and those above it, unless they are among those *made*."""
    if folder in made:
        return
    above, _, name = folder.rpartition("/")
    if not _is_plain(name):
        raise ValueError(f"{folder!r} would be made outside the site")
    _make_folder(root, above, made)
    path = f"{root}/{folder}"
    try:
        os.mkdir(path)  # noqa: PTH102 - plain strings, as for files
    except FileExistsError:
        if os.path.islink(path):  # noqa: PTH114 - the same
            raise ValueError(f"{folder!r} leads outside the site") from None
        if not os.path.isdir(path):  # noqa: PTH112 - the same
            raise
    made.add(folder)


def _is_plain(name: str) -> bool:
    return name not in ("", ".", "..") and "\\" not in name
