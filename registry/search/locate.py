"""Open the index at a path or an address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from registry.search import archive
from registry.search.errors import UnusableIndexError
from registry.search.index import open_index
from registry.web import is_url

if TYPE_CHECKING:
    from registry.search.index import Index


def locate(place: str, *, offline: bool = False) -> Index:
    """Return the index in the file or at the address *place*; see `download`.

    Raises UnusableIndexError, and FetchError for an address.
    """
    if is_url(place):
        from registry.search import download  # noqa: PLC0415 - HTTP takes as long as a question

        return download.kept(place) if offline else download.visited(place)
    try:
        with Path(place).open("rb") as stream:
            data = stream.read(archive.MAX_BYTES + 1)
    except OSError as error:
        raise UnusableIndexError(error.strerror or str(error)) from error
    return open_index(data)


def is_fresh(published: Path, *folders: Path) -> bool:
    """Return whether the index at *published* is there and newer than everything in *folders*."""
    if not published.is_file():
        return False
    built = published.stat().st_mtime
    below = (path for each in folders if each.is_dir() for path in (each, *each.rglob("*")))
    return all(path.stat().st_mtime <= built for path in below)
