"""A site whose root is taken only as its registry has signed it."""

from __future__ import annotations

import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from registry.client._file_sources import API_FOLDER, ROOT, WebSource
from registry.client.errors import UnavailableError, UntrustedFileError
from registry.signing import SignedSite, UnreachableSiteError, UntrustedSiteError, place_of
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
        self._kept = place_of(url, root, kept)

    def root(self) -> bytes:
        """Return the root as its registry has signed it. Raises UntrustedFileError."""
        data = super().root()
        if not self.is_offline or self._allows_expired:
            return data
        until = self._until()
        if until is None or until <= datetime.now(UTC):
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

    def _until(self) -> datetime | None:
        """Return until when what is cached counts, None where that is not known.

        Signatures that came later say nothing of it: anyone who lets only these through could keep
        a reader from what is new.
        """
        kept = self._cache.root(self._place)
        try:
            return datetime.fromisoformat(kept.etag) if kept else None
        except ValueError:
            return None

    def _current(self, url: str, kept: Fetched | None) -> Fetched:  # noqa: ARG002 - verified again
        if self._stays_offline:
            raise FetchError(f"{self._site} is not asked")
        try:
            with tempfile.TemporaryDirectory() as work:
                site = SignedSite(self._site, self._trusted, self._kept)
                data = site.file(f"{API_FOLDER}{ROOT}", Path(work) / ROOT)
                until = site.expires.isoformat()
        except UnreachableSiteError as error:
            raise FetchError(f"{self._site}: {error}") from error
        except UntrustedSiteError as error:
            raise UntrustedFileError(f"{self._site} cannot be trusted: {error}") from error
        except OSError as error:
            raise UnavailableError(
                f"{error.filename or self._kept}: {error.strerror}; the versions of a signed site "
                "are kept there, so that an older one is not taken: name another folder with "
                "`cache` or, on a command line, XDG_CACHE_HOME"
            ) from error
        self.is_offline = False
        # Nothing is asked for by an ETag here; what is kept in its place is until when it counts.
        fetched = Fetched(data, until)
        self._cache.keep_root(url, fetched)
        return fetched
