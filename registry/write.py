"""Write the site to disk, all or nothing: into a staging folder first, then swapped in."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from registry.publish import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.publish import Digest, File


@contextmanager
def staging(site: Path) -> Iterator[Path]:
    """Yield an empty folder beside *site*; on leaving without an exception it becomes *site*.

    After an exception *site* is as it was before and the staging folder is gone. A process
    that is killed leaves at worst the folder `.<name>.staging` or `.<name>.old`, which the next
    build removes; if it died between the two renames, the next build first puts the old site
    back.
    """
    staged = site.with_name(f".{site.name}.staging")
    old = site.with_name(f".{site.name}.old")
    if old.exists() and not site.exists():
        old.rename(site)
    for leftover in (staged, old):
        shutil.rmtree(leftover, ignore_errors=True)
    staged.mkdir(parents=True)
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
        shutil.rmtree(staged, ignore_errors=True)
        shutil.rmtree(old, ignore_errors=True)


def write(folder: Path, files: Iterable[File], written: dict[str, Digest]) -> None:
    """Write *files* below *folder* and enter each into *written* before the next is asked for.

    Raises ValueError for a path that would leave *folder*, FileExistsError for one that the
    site's generator has written already, and OSError when the disk refuses.
    """
    made = {""}
    for file in files:
        # Plain strings: a path object a file would cost as much as writing the file.
        parent, _, name = file.path.rpartition("/")
        if not _is_plain(name) or file.path.startswith("/"):
            raise ValueError(f"{file.path!r} would be written outside the site")
        _make_folder(str(folder), parent, made)
        with open(f"{folder}/{file.path}", "xb") as stream:  # noqa: PTH123 - see above
            stream.write(file.data)
        written[file.path] = digest(file.data)


def _make_folder(root: str, folder: str, made: set[str]) -> None:
    """Make *folder* below *root*, and those above it, unless they are among those *made*."""
    if folder in made:
        return
    above, _, name = folder.rpartition("/")
    if not _is_plain(name):
        raise ValueError(f"{folder!r} would be made outside the site")
    _make_folder(root, above, made)
    path = Path(f"{root}/{folder}")
    path.mkdir(exist_ok=True)
    if path.is_symlink():
        raise ValueError(f"{folder!r} leads outside the site")
    made.add(folder)


def _is_plain(name: str) -> bool:
    return name not in ("", ".", "..") and "\\" not in name
