"""Write files below a folder and nowhere else, each one once."""

from __future__ import annotations

import errno
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from registry.model.files import Digest, File


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
                raise FileExistsError(errno.EEXIST, _TAKEN, file.path) from None
            # Not emptied first: who was taken for dead may be writing the same bytes.
            _write_file(path, file.data, _AGAIN)
        self.written[file.path] = file.digest


_TAKEN = "is already published; if docs/ has a page or file for this path, rename it"
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
