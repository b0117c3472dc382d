"""A built site that is tried on this machine: its files with the address that serves them here.

A site is built for one address, which is in `/utcp`, in the snippets of its pages, in `llms.txt`,
in its feeds and in its sitemaps. Where it is served from elsewhere, these say the other address, so
that what a reader copies, and the registry's own tools, lead to the site that they came from.
"""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from registry.web.serve import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

_LOADED = ("utcp", "utcp.json", "utcp-config.json")
_READ = (".html", ".md", ".txt", ".xml")
_FEEDS = "feeds/"
_INDEX = "v1/index.json"
_JSON = ("v1/", "mcp/")
"""What is JSON here, whatever the names of its files say."""

_OPENAPI = "v1/openapi.json"
_SIGNATURES = "tuf"


def at_local_address(site: Path) -> Callable[[str, str], bytes | None]:
    """Return a function that returns a file of *site*, by its path and the site's URL, or None.

    None means that the file is served as it is. All files of a signed site are, since its
    signatures are over the files as they are.
    """
    return partial(_local, site)


def _local(site: Path, path: str, url: str) -> bytes | None:
    is_index = path == _INDEX
    is_read = path.endswith(_READ) and not path.startswith(_JSON)
    is_text = is_read or path in _LOADED or path.startswith(_FEEDS)
    if not (is_index or is_text) or (site / _SIGNATURES).is_dir():
        return None
    built_for = _built_for(site)
    with suppress(OSError, ValueError):
        data = (site / path).read_bytes()
        if built_for and is_index:
            return _index(site, data, built_for, url)
        if built_for:
            data = _with_own_url(data, built_for, url)
            return _from_root(data, built_for) if path == MISSING else data
    return None


def _built_for(site: Path) -> str:
    """Return the URL that the site was built for, "" if it does not say."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        return str(json.loads((site / _OPENAPI).read_bytes())["servers"][0]["url"])
    return ""


def _with_own_url(data: bytes, built_for: str, url: str) -> bytes:
    return data.replace(built_for.encode() + b"/", url.encode())


def _from_root(page: bytes, built_for: str) -> bytes:
    """Return *page*, which is shown at any depth and so begins its links at the root of a host."""
    return page.replace(f'="{urlsplit(built_for).path}/'.encode(), b'="/')


def _index(site: Path, data: bytes, built_for: str, url: str) -> bytes:
    """Return the index with the digests of the files that are not served as they are."""
    index: dict[str, Any] = json.loads(data)
    for path in _LOADED:
        listed = index.get("files", {}).get(f"../{path}")
        if listed:
            served = _with_own_url((site / path).read_bytes(), built_for, url)
            listed |= {"sha256": hashlib.sha256(served).hexdigest(), "bytes": len(served)}
    return json.dumps(index, ensure_ascii=False, indent=2).encode()
