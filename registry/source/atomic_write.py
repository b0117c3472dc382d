"""Write a file whole or not at all, also where the disk is full: manuals have no second copy."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def write_whole(path: Path, text: str | bytes, mode: int | None = None) -> None:
    """Replace the content of *path* by *text*, or create it; its permissions stay, or are *mode*.

    Raises OSError, which names *path*; it is then as it was before.
    """
    if mode is None:
        mode = path.stat().st_mode if path.exists() else _usual_mode()
    _from_draft(path, text, mode, Path.replace)


def create_whole(path: Path, text: str | bytes, mode: int | None = None) -> None:
    """Create *path* with *text*, and with the permissions *mode* instead of the usual ones.

    Raises OSError, which names *path*; nothing is left of it then. That is FileExistsError where it
    already exists.
    """
    _from_draft(path, text, _usual_mode() if mode is None else mode, _named_too)


@contextmanager
def together() -> Iterator[Callable[[Path, str], None]]:
    """Yield a function like `create_whole` that also makes the folders above the file.

    After an exception, nothing is left of all that it made, so that the same can be tried again.
    """
    with ExitStack() as undone:

        def create(path: Path, text: str) -> None:
            for folder in reversed([each for each in path.parents if not each.exists()]):
                folder.mkdir(exist_ok=True)
                undone.callback(_without_errors, folder.rmdir)
            create_whole(path, text)
            undone.callback(_without_errors, path.unlink)

        yield create
        undone.pop_all()


def _without_errors(remove: Callable[[], None]) -> None:
    """Call *remove*, which fails for a folder in which someone else has put something."""
    with suppress(OSError):
        remove()


def _from_draft(
    path: Path, text: str | bytes, mode: int, finish: Callable[[Path, Path], object]
) -> None:
    """Write *text* into a file beside *path*, which only *finish* makes *path*.

    So a process that is killed leaves a hidden draft, and no part of a file.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        draft = Path(name)
        try:
            _fill(handle, text)
            draft.chmod(mode)
            finish(draft, path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from None


def _named_too(draft: Path, path: Path) -> None:
    """Give *draft* the name *path*, which no file may have."""
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        raise
    except OSError:
        # Some disks have no second names for a file; there, two programs may collide.
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path)) from None
        draft.replace(path)


def _fill(handle: int, text: str | bytes) -> None:
    with os.fdopen(handle, "wb") as stream:
        stream.write(text.encode() if isinstance(text, str) else text)
        stream.flush()
        os.fsync(handle)


def _usual_mode() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
