"""A cache of downloads on disk: files by their digest, and the last root of each site.

Nothing is ever removed but by hand, so the folder grows with each version of a file; that it may
be deleted at any time is in `docs/python-client.md`, under *What is kept, and what is trusted*.
"""

from __future__ import annotations

import hashlib
import json
import re
from contextlib import suppress
from typing import TYPE_CHECKING

from registry.web.cache_folder import keep, kept
from registry.web.fetch import Fetched

if TYPE_CHECKING:
    from pathlib import Path

_DIGEST = re.compile(r"[0-9a-f]{64}")


class Cache:
    """A folder that may vanish, be read-only or hold rubbish at any time: it only saves time.

    What other users have left in it is not read.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def file(self, sha256: str) -> bytes | None:
        """Return the bytes that have the digest *sha256*, or None."""
        if not _DIGEST.fullmatch(sha256):
            return None
        data = self._read(sha256)
        return data if data is not None and hashlib.sha256(data).hexdigest() == sha256 else None

    def keep(self, data: bytes) -> None:
        """Remember *data* by its digest."""
        self._write(hashlib.sha256(data).hexdigest(), data)

    def root(self, url: str) -> Fetched | None:
        """Return the last root at *url*, or None."""
        with suppress(KeyError, RecursionError, TypeError, ValueError):
            known = json.loads(self._read(_name(url)) or b"")
            data = self.file(known["sha256"])
            return Fetched(data, str(known["etag"])) if data is not None else None
        return None

    def keep_root(self, url: str, fetched: Fetched) -> None:
        """Remember what is at *url* now."""
        self.keep(fetched.data)
        sha256 = hashlib.sha256(fetched.data).hexdigest()
        known = {"url": url, "etag": fetched.etag, "sha256": sha256}
        self._write(_name(url), json.dumps(known).encode())

    def _read(self, name: str) -> bytes | None:
        return kept(self._folder / name)

    def _write(self, name: str, data: bytes) -> None:
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            keep(self._folder / name, data)


def _name(url: str) -> str:
    return f"root-{hashlib.sha256(url.encode()).hexdigest()}.json"
