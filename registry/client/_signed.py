"""A site whose root is taken only as its registry has signed it."""

from __future__ import annotations

import hashlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from registry.client._sources import FOLDER, ROOT, WebSource
from registry.client.errors import UntrustedFileError
from registry.fetch import Fetched, FetchError
from registry.signing import SignedSite, UnreachableSiteError, UntrustedSiteError

if TYPE_CHECKING:
    from registry.cache import Cache


class SignedSource(WebSource):
    """A signed site: the digests in its verified root lead to every other file."""

    def __init__(self, url: str, cache: Cache, root: bytes, kept: Path, *, offline: bool) -> None:
        """*root* is a version of the site's trust root; *kept* remembers what was read before."""
        super().__init__(url, cache, offline=offline)
        self._site = url
        self._trusted = root
        # Readers who begin elsewhere must not lead this one to accept what is older.
        self._kept = kept / hashlib.sha256(url.encode() + root).hexdigest()

    @property
    def _place(self) -> str:
        # What was read without signatures is kept under another name.
        return f"{super()._place}#signed"

    def _current(self, url: str, kept: Fetched | None) -> Fetched:  # noqa: ARG002 - verified anew
        if self._stays_offline:
            raise FetchError(f"{self._site} is not asked")
        try:
            with tempfile.TemporaryDirectory() as work:
                site = SignedSite(self._site, self._trusted, self._kept)
                data = site.file(f"{FOLDER}{ROOT}", Path(work) / ROOT)
        except UnreachableSiteError as error:
            raise FetchError(f"{self._site}: {error}") from error
        except UntrustedSiteError as error:
            raise UntrustedFileError(f"{self._site} is not to be trusted: {error}") from error
        self.is_offline = False
        fetched = Fetched(data, "")
        self._cache.keep_root(url, fetched)
        return fetched
