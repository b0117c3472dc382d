"""Open a place: a folder, a site, or a site that is taken only as its registry has signed it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from registry.client._file_sources import FolderSource, WebSource
from registry.client.errors import UnavailableError
from registry.web import is_url
from registry.web.cache_folder import default_folder
from registry.web.download_cache import Cache
from registry.web.hosts import host_of, is_loopback

if TYPE_CHECKING:
    from registry.client._file_sources import FileSource


def source_at(
    place: str | Path,
    cache: str | Path | None,
    signed_by: str | Path | None,
    *,
    offline: bool,
    allow_expired: bool,
) -> tuple[FileSource, bool]:
    """Return the source of the files of the registry at *place*, and whether it is local.

    The arguments are those of `Catalogue.open`. Raises ValueError for a folder that is to be
    signed, ModuleNotFoundError where the extra `sign` is missing, and UnavailableError where the
    trust root cannot be read.
    """
    address = str(place)
    if not is_url(address):
        if signed_by is not None:
            raise ValueError("a folder is not verified; open the address of its site")
        return FolderSource(Path(place)), True
    folder = Path(cache) if cache else default_folder()
    url, cache_files = address.rstrip("/") + "/", Cache(folder)
    is_local = is_loopback(host_of(url))
    if signed_by is None:
        return WebSource(url, cache_files, offline=offline), is_local
    try:
        from registry.client._signed import SignedSource  # noqa: PLC0415 - needs an extra
    except ModuleNotFoundError as error:
        missing = "signed_by needs the extra `sign`: pip install 'open-tool-registry[sign]'"
        raise ModuleNotFoundError(missing, name=error.name) from error
    root = _trust_root(Path(signed_by))
    source = SignedSource(
        url, cache_files, root, folder / "trust", offline=offline, allow_expired=allow_expired
    )
    return source, is_local


def _trust_root(file: Path) -> bytes:
    from registry.source.plain_files import read_named  # noqa: PLC0415 - only for signed sites

    try:
        return read_named(file)
    except OSError as error:
        why = str(error.strerror).partition(";")[0]
        raise UnavailableError(
            f"signed_by {str(file)!r} cannot be read: {why}; name the file with the site's trust "
            "root, such as 1.root.json"
        ) from error
