"""Download the index at an address, and compare its digest where one is published.

What was downloaded is kept, and downloaded again only when it has changed.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from registry.search import archive
from registry.search.errors import UnusableIndexError
from registry.search.index import open_index
from registry.web.cache_folder import default_folder
from registry.web.download_cache import Cache
from registry.web.fetch import FetchError, get, get_current

if TYPE_CHECKING:
    from registry.search.index import Index

_ROOT = "v1/index.json"
_MAX_ROOT = 16 * 1024 * 1024


def kept(url: str) -> Index:
    """Return the index that was at *url* on the last visit, and ask nothing.

    Raises UnusableIndexError, also when there was no visit.
    """
    cached = Cache(default_folder()).root(url)
    if cached is None:
        raise UnusableIndexError("it was not downloaded before; search once without --offline")
    return open_index(cached.data)


def visited(url: str) -> Index:
    """Return the index at *url*.

    An address that ends in `v1/search/whoosh.zip` is compared with the digest in the
    `v1/index.json` of the same site, where that states one. Raises UnusableIndexError and
    FetchError.
    """
    cache = Cache(default_folder())
    before = cache.root(url)
    fetched = get_current(url, archive.MAX_BYTES, before)
    index = open_index(fetched.data, _published_digest(url))
    if fetched is not before:
        cache.keep_root(url, fetched)
    return index


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
