"""Read a signed site as somebody who trusts its root."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tuf.api.exceptions import DownloadError, DownloadHTTPError, RepositoryError
from tuf.ngclient import Updater, UpdaterConfig

from registry.signing._errors import UnreachableSiteError, UntrustedSiteError, told
from registry.signing._sites import METADATA

if TYPE_CHECKING:
    from pathlib import Path


LOADED_FIRST = ("utcp.json", "utcp-config.json", ".well-known/utcp.json", "v1/index.json")
"""What programs load first; the digests in it lead to all other files."""


class SignedSite:
    """A signed site as a reader sees it who trusts *root*, a version of its root as JSON.

    The folder *kept* holds what was read before, against which nothing older is accepted.
    """

    def __init__(self, url: str, root: bytes, kept: Path) -> None:
        """*url* ends in a slash. Raises UntrustedSiteError."""
        kept.mkdir(parents=True, exist_ok=True)
        try:
            self._updater = Updater(
                metadata_dir=str(kept),
                metadata_base_url=f"{url}{METADATA}/",
                target_base_url=url,
                config=UpdaterConfig(prefix_targets_with_hash=False),
                bootstrap=root,
            )
            self._updater.refresh()
        except DownloadHTTPError as error:
            raise UntrustedSiteError(f"its signatures cannot be read: {told(error)}") from error
        except DownloadError as error:
            raise UnreachableSiteError(told(error)) from error
        except (RepositoryError, ValueError) as error:
            raise UntrustedSiteError(told(error)) from error

    def file(self, path: str, into: Path) -> bytes:
        """Return the file at *path*, downloaded to *into*. Raises UntrustedSiteError."""
        try:
            target = self._updater.get_targetinfo(path)
            if target is None:
                raise UntrustedSiteError(f"{path} is not among the signed files")
            self._updater.download_target(target, filepath=str(into))
        except (DownloadError, RepositoryError) as error:
            raise UntrustedSiteError(f"{path}: {told(error)}") from error
        return into.read_bytes()
