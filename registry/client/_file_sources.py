"""The sources of a registry's files: a site, with what is cached of it, or a folder."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Protocol

from registry.client.errors import (
    DamagedFileError,
    OfflineWarning,
    UnavailableError,
    UntrustedFileError,
    blaming,
    warn_caller,
)
from registry.web.fetch import FetchError, get, get_current

if TYPE_CHECKING:
    from pathlib import Path

    from registry.web.download_cache import Cache
    from registry.web.fetch import Fetched

API_FOLDER = "v1/"
ROOT = "index.json"

MAX_BYTES = 32 * 1024 * 1024
"""Of any file that is read: several times the index of a hundred thousand tools."""

Form = Callable[[bytes], bytes]


class FileSource(Protocol):
    """A source of files; paths are relative to `/v1/`."""

    @property
    def is_offline(self) -> bool:
        """Whether files only come from the cache."""
        ...

    def root(self) -> bytes:
        """Return the root of the API as it is now. Raises UnavailableError."""
        ...

    def file(self, path: str, sha256: str, form: Form = bytes) -> bytes:
        """Return what *form* makes of the file at *path*, which must have the digest *sha256*.

        Raises UnavailableError, and UntrustedFileError, also for what *form* cannot read.
        """
        ...


class WebSource:
    """A site; each of its files is downloaded once, as digests tell what is still the same."""

    def __init__(self, url: str, cache: Cache, *, offline: bool) -> None:
        """*url* ends in a slash; with *offline* it is never asked."""
        self._url = url + API_FOLDER
        self._cache = cache
        self._stays_offline = offline
        self.is_offline = offline

    def root(self) -> bytes:
        """Return the root as the site has it or, without one, as it was on the last visit.

        What is no root counts like no answer. Raises UnavailableError and DamagedFileError where
        there was no last visit.
        """
        url = self._place
        cached = self._cache.root(url)
        try:
            return self._current(url, cached).data
        except DamagedFileError as error:
            if cached is None:
                raise
            return self._last_visit(cached, error)
        except FetchError as error:
            if cached is None and error.status == HTTPStatus.NOT_FOUND:
                remedy = "no registry is there: name the URL of its site, below which `v1/` is"
                raise UnavailableError(f"{error}; {remedy}") from error
            if cached is None:
                raise UnavailableError(f"{error}, and nothing of it is cached") from error
            return self._last_visit(cached, error)

    def _last_visit(self, cached: Fetched, why: Exception) -> bytes:
        self.is_offline = True
        if not self._stays_offline:
            warn_caller(OfflineWarning(f"{why}; answering from what is cached of it"))
        return cached.data

    @property
    def _place(self) -> str:
        """Under which name the root is kept, which is its address."""
        return self._url + ROOT

    def _current(self, url: str, cached: Fetched | None) -> Fetched:
        if self._stays_offline:
            raise FetchError(f"{url} is not asked")
        fetched = get_current(url, MAX_BYTES, cached)
        self.is_offline = False
        if fetched is cached:
            return fetched
        # Networks that require a login, and hosts at work, answer 200 with a page of their own.
        if fetched.data.lstrip().startswith(b"<"):
            raise FetchError(f"{url} is a page", HTTPStatus.NOT_FOUND)
        read_root(fetched.data, url)
        self._cache.keep_root(url, fetched)
        return fetched

    def file(self, path: str, sha256: str, form: Form = bytes) -> bytes:
        """Return the file from the cache, or else from the site; raises what `FileSource` says."""
        data = self._cache.file(sha256)
        if data is not None:
            return data
        if self.is_offline:
            why = "it is used offline" if self._stays_offline else "the site was not reached"
            raise UnavailableError(f"{self._url}{path} is not cached, and {why}")
        try:
            data = get(self._url + path, MAX_BYTES)
        except FetchError as error:
            raise UnavailableError(str(error)) from error
        found = verified(data, sha256, self._url + path, form)
        self._cache.keep(found)
        return found


class FolderSource:
    """A site in a folder, as `registry build` leaves it."""

    is_offline = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder / API_FOLDER

    def root(self) -> bytes:
        """Return the root. Raises UnavailableError, also where the folder is no site."""
        try:
            return self._read(ROOT)
        except UnavailableError as error:
            if not isinstance(error.__cause__, FileNotFoundError):
                raise
            raise UnavailableError(
                f"{self._folder / ROOT} does not exist, so no registry is there: name a folder "
                "that `registry build` wrote, or a URL that starts with https://"
            ) from error

    def file(self, path: str, sha256: str, form: Form = bytes) -> bytes:
        """Return the file."""
        return verified(self._read(path), sha256, str(self._folder / path), form)

    def _read(self, path: str) -> bytes:
        try:
            with (self._folder / path).open("rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        except OSError as error:
            raise UnavailableError(f"{self._folder / path}: {error.strerror}") from error
        if len(data) > MAX_BYTES:
            raise UnavailableError(f"{self._folder / path}: larger than {MAX_BYTES:,} bytes")
        return data


def read_root(data: bytes, place: str = ROOT) -> dict[str, Any]:
    """Return the data in the root of an API, which is at *place*. Raises DamagedFileError."""
    with blaming(place):
        root: dict[str, Any] = json.loads(data)
        return root | {
            "revision": str(root["revision"]),
            # It is printed and logged in many places.
            "name": "".join(filter(str.isprintable, str(root["name"]))),
            "files": dict(root["files"]),
        }


def verified(data: bytes, sha256: str, place: str, form: Form) -> bytes:
    """Return the content that *form* makes of *data*, if it has the digest *sha256*.

    Raises UntrustedFileError where that has another digest than *sha256*, or cannot be made at all,
    as of a page that says that a site is moving.
    """
    content = None
    with suppress(AttributeError, KeyError, RecursionError, TypeError, ValueError):
        content = form(data)
    if content is None or hashlib.sha256(content).hexdigest() != sha256:
        raise UntrustedFileError(f"{place} is not what the index of its site says (sha256 differs)")
    return content
