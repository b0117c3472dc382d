"""Write the site to disk, all or nothing: into a staging folder first, then swapped in."""

from __future__ import annotations

import shutil
from contextlib import contextmanager
from typing import TYPE_CHECKING

from registry.publish import digest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

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
    root = folder.resolve()
    made: set[str] = set()
    for file in files:
        # Plain strings: a path object a file would cost as much as writing the file.
        parent = file.path.rpartition("/")[0]
        if parent not in made:
            _make_parent(root, parent, file.path)
            made.add(parent)
        with open(f"{root}/{file.path}", "xb") as stream:  # noqa: PTH123 - see above
            stream.write(file.data)
        written[file.path] = digest(file.data)


def _make_parent(root: Path, parent: str, path: str) -> None:
    folder = (root / parent).resolve()
    if not folder.is_relative_to(root) or ".." in path or "\\" in path:
        raise ValueError(f"{path!r} would be written outside the site")
    folder.mkdir(parents=True, exist_ok=True)
