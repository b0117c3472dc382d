"""Read a signed site as a client that trusts its root."""

from __future__ import annotations

import errno
import hashlib
from datetime import UTC, datetime
from http import HTTPStatus
from typing import TYPE_CHECKING

from tuf.api.exceptions import (
    BadVersionNumberError,
    DownloadError,
    DownloadHTTPError,
    DownloadLengthMismatchError,
    ExpiredMetadataError,
    LengthOrHashMismatchError,
    RepositoryError,
    UnsignedMetadataError,
)
from tuf.api.metadata import Metadata
from tuf.ngclient import FetcherInterface, Updater, UpdaterConfig

from registry.signing._errors import (
    UnreachableSiteError,
    UntrustedSiteError,
    UnusableTrustError,
    error_text,
)
from registry.signing._sign_site import AT_THE_TOP, METADATA
from registry.signing._trust import root_of
from registry.web.cache_folder import is_own
from registry.web.fetch import FetchError, get

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tuf.api.metadata import Signed

MAX_BYTES = 64 * 1024 * 1024
"""Of a signed file, whatever length its signatures state."""

LOADED_FIRST = (*AT_THE_TOP, "v1/index.json")
"""What programs load first; the digests in it lead to all other files."""


def place_of(url: str, root: bytes, folder: Path) -> Path:
    """Return the folder in *folder* for what was read of the site at *url*, from *root* on.

    Each site has its own, so that one does not make another be forgotten, and so has each root:
    readers who begin elsewhere must not lead one to accept what is older.
    """
    return folder / hashlib.sha256(url.encode(errors="surrogatepass") + root).hexdigest()


class SignedSite:
    """A signed site as a reader sees it who trusts *root*, a version of its root as JSON.

    The folder *kept* has what was read before; nothing older is accepted.
    """

    def __init__(self, url: str, root: bytes, kept: Path) -> None:
        """*url* ends in a slash.

        Raises UntrustedSiteError, of which one kind is no answer, and OSError if nothing can be
        kept in *kept*.
        """
        try:
            root_of(root)
        except UnusableTrustError as error:
            raise UntrustedSiteError(f"nothing can be compared: {error}") from error
        kept.mkdir(parents=True, exist_ok=True)
        if not is_own(kept.stat()):
            # Who owns it could have what is older taken for the newest.
            raise OSError(errno.EACCES, "it belongs to another user", str(kept))
        self._kept = kept
        fetcher = _Fetcher()
        try:
            self._updater = Updater(
                metadata_dir=str(kept),
                metadata_base_url=f"{url}{METADATA}/",
                target_base_url=url,
                fetcher=fetcher,
                config=UpdaterConfig(prefix_targets_with_hash=False),
                bootstrap=root,
            )
            self._updater.refresh()
        except (DownloadError, RepositoryError, ValueError) as error:
            raise _refusal(error, fetcher.newest_name) from error

    def version(self, role: str) -> int:
        """Return the version of `root` or `timestamp` that counts; newer ones are higher."""
        return self._signed(role).version

    @property
    def expires(self) -> datetime:
        """Until when its files count, in UTC, unless it is signed again."""
        return min(self._signed(role).expires for role in ("root", "timestamp"))

    def _signed(self, role: str) -> Signed:
        return Metadata.from_file(str(self._kept / f"{role}.json")).signed

    def file(self, path: str, into: Path) -> bytes:
        """Return the file at *path*, downloaded to *into*. Raises as `SignedSite` does."""
        try:
            target = self._updater.get_targetinfo(path)
            if target is None:
                raise UntrustedSiteError(f"{path} is not among the signed files")
            self._updater.download_target(target, filepath=str(into))
        except (DownloadLengthMismatchError, LengthOrHashMismatchError) as error:
            raise UntrustedSiteError(
                f"{path} is not what was signed: {error_text(error)}; if the site was published "
                "at this moment, try again"
            ) from error
        except RepositoryError as error:
            message = f"{path}: its signatures are damaged: {error_text(error)}"
            raise UntrustedSiteError(message) from error
        except DownloadError as error:
            raise UnreachableSiteError(f"{path}: {error_text(error)}") from error
        return into.read_bytes()


class _Fetcher(FetcherInterface):
    """Gets files as the rest of the program does: over https, to a limit in size and time."""

    newest_name = METADATA
    """The path of what was asked for last: signatures are verified as soon as they have arrived."""

    def _fetch(self, url: str) -> Iterator[bytes]:
        self.newest_name = f"{METADATA}/{url.rpartition('/')[2]}"
        try:
            data = get(url, MAX_BYTES)
        except FetchError as error:
            if _is_answer(url, error.status):
                raise DownloadHTTPError(str(error), error.status) from error
            raise DownloadError(str(error)) from error
        yield data


def _refusal(error: Exception, name: str) -> UntrustedSiteError:
    """Return why *error* leaves a site unread; *name* is the path of what was asked for last."""
    text = error_text(error)
    match error:
        case DownloadHTTPError():
            message = f"its signatures cannot be read: {text}; it is not signed, or at another URL"
        case DownloadError() if not isinstance(error, DownloadLengthMismatchError):
            return UnreachableSiteError(text)
        case ExpiredMetadataError():
            message = (
                f"{text} by the clock of this machine, where it is "
                f"{datetime.now(UTC):%Y-%m-%d}; its operator has to sign it again"
            )
        case UnsignedMetadataError():
            message = f"{name}: {text} that the root names; is this the root of this site?"
        case BadVersionNumberError():
            message = f"a part of it is older than what was read before, or than the rest: {error}"
        case _:
            message = f"its signatures in {name} are damaged: {text}"
    return UntrustedSiteError(message)


def _is_answer(url: str, status: int) -> bool:
    """Return whether *status* says what a site has at *url*, for good.

    A server that fails or is busy says nothing of that, and what the timestamp names may only be
    gone because another one was published meanwhile.
    """
    is_asked_first = url.endswith(("timestamp.json", "root.json"))
    is_for_now = status >= HTTPStatus.INTERNAL_SERVER_ERROR or status in (
        HTTPStatus.REQUEST_TIMEOUT,
        HTTPStatus.TOO_MANY_REQUESTS,
    )
    return bool(status) and is_asked_first and not is_for_now
