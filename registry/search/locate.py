"""Open the index at a path or an address, and compare its digest where one is published."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urljoin

from registry.search import archive
from registry.search.errors import UnusableIndexError
from registry.search.index import Index, open_index
from registry.web.caches import default_folder
from registry.web.download_cache import Cache
from registry.web.fetch import FetchError, get, get_if_changed, is_url

_ROOT = "v1/index.json"
_MAX_ROOT = 16 * 1024 * 1024


def locate(place: str, *, offline: bool = False) -> Index:
    """Return the index in the file or at the address *place*.

    What is at an address is kept, and downloaded again only when it has changed; with *offline*
    it is the one of the last visit, and nothing is asked. An address that ends in
    `v1/search/whoosh.zip` is compared with the digest in the `v1/index.json` of the same site,
    where that states one. Raises UnusableIndexError and FetchError.
    """
    if is_url(place):
        return _kept(place) if offline else _visited(place)
    try:
        with Path(place).open("rb") as stream:
            data = stream.read(archive.MAX_BYTES + 1)
    except OSError as error:
        raise UnusableIndexError(error.strerror or str(error)) from error
    return open_index(data)


def _kept(url: str) -> Index:
    kept = Cache(default_folder()).root(url)
    if kept is None:
        raise UnusableIndexError("it was not downloaded before; search once without --offline")
    return open_index(kept.data)


def _visited(url: str) -> Index:
    cache = Cache(default_folder())
    kept = cache.root(url)
    fetched = get_if_changed(url, archive.MAX_BYTES, kept.etag if kept else "") or kept
    if fetched is None:
        raise FetchError(f"{url}: the server answers 304 though nothing was at hand")
    index = open_index(fetched.data, _published_digest(url))
    if fetched is not kept:
        cache.keep_root(url, fetched)
    return index


def is_fresh(published: Path, *folders: Path) -> bool:
    """Return whether the index at *published* is there and newer than everything in *folders*."""
    if not published.is_file():
        return False
    built = published.stat().st_mtime
    below = (path for each in folders if each.is_dir() for path in (each, *each.rglob("*")))
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
