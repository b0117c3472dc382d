"""Open the index at a path or an address, and compare its digest where one is published."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urljoin

from registry.fetch import FetchError, get, is_url
from registry.search import archive
from registry.search.errors import UnusableIndexError
from registry.search.index import Index, open_index

_ROOT = "v1/index.json"
_MAX_ROOT = 16 * 1024 * 1024


def locate(place: str) -> Index:
    """Return the index in the file or at the address *place*.

    An address that ends in `v1/search/whoosh.zip` is compared with the digest in the
    `v1/index.json` of the same site, where that states one. Raises UnusableIndexError and
    FetchError.
    """
    if is_url(place):
        data = get(place, archive.MAX_BYTES)
        return open_index(data, _published_digest(place))
    try:
        with Path(place).open("rb") as stream:
            data = stream.read(archive.MAX_BYTES + 1)
    except OSError as error:
        raise UnusableIndexError(error.strerror or str(error)) from error
    return open_index(data)


def is_fresh(published: Path, manuals: Path) -> bool:
    """Tell whether the index at *published* is there and newer than everything in *manuals*."""
    if not published.is_file():
        return False
    built = published.stat().st_mtime
    below = (manuals, *manuals.rglob("*")) if manuals.is_dir() else ()
    return all(path.stat().st_mtime <= built for path in below)


def _published_digest(url: str) -> str | None:
    base = url.partition("?")[0].removesuffix(archive.PUBLISHED)
    if base == url:
        return None
    try:
        root = json.loads(get(urljoin(base, _ROOT), _MAX_ROOT))
        return str(root["files"][archive.PUBLISHED.removeprefix("v1/")]["sha256"])
    except (FetchError, KeyError):
        return None
    except (RecursionError, TypeError, ValueError) as error:
        raise UnusableIndexError(f"the {_ROOT} of its site is damaged") from error
