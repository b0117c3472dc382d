"""A site whose root is taken only as its registry has signed it."""

from __future__ import annotations

import hashlib
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from registry.client._sources import FOLDER, ROOT, WebSource
from registry.client.errors import UntrustedFileError
from registry.signing import SignedSite, UnreachableSiteError, UntrustedSiteError, expiry
from registry.web.fetch import Fetched, FetchError

if TYPE_CHECKING:
    from registry.web.download_cache import Cache


class SignedSource(WebSource):
    """A signed site: the digests in its verified root lead to every other file."""

    def __init__(  # noqa: PLR0913 - all that decides what counts
        self,
        url: str,
        cache: Cache,
        root: bytes,
        kept: Path,
        *,
        offline: bool,
        allow_expired: bool = False,
    ) -> None:
        """*root* is a version of the site's trust root; *kept* remembers what was read before.

        What is cached counts no longer than its signature, unless *allow_expired*.
        """
        self._allows_expired = allow_expired
        super().__init__(url, cache, offline=offline)
        self._site = url
        self._trusted = root
        # Readers who begin elsewhere must not lead this one to accept what is older.
        self._kept = kept / hashlib.sha256(url.encode() + root).hexdigest()

    def root(self) -> bytes:
        """Return the root as its registry has signed it. Raises UntrustedFileError."""
        data = super().root()
        until = expiry(self._kept)
        is_current = until is not None and until > datetime.now(UTC)
        if self.is_offline and not is_current and not self._allows_expired:
            when = f"counted until {until:%Y-%m-%d}" if until else "has no signature"
            raise UntrustedFileError(
                f"what is cached of {self._site} {when}; ask the site again, or allow it with "
                "allow_expired"
            )
        return data

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
            raise UntrustedFileError(f"{self._site} cannot be trusted: {error}") from error
        self.is_offline = False
        fetched = Fetched(data, "")
        self._cache.keep_root(url, fetched)
        return fetched
