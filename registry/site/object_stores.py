"""Write a site to an object store instead of a folder, through fsspec."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import SplitResult, urlsplit

from fsspec.core import url_to_fs
from fsspec.implementations.local import LocalFileSystem

from registry.source.atomic_write import write_whole
from registry.web.content_types import stored_type
from registry.web.hosts import without_user

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


def _azure_type(kind: str) -> dict[str, Any]:
    return {"content_settings": {"content_type": kind}}


_TYPE_OPTIONS: dict[str, Callable[[str], dict[str, Any]]] = {
    "s3": lambda kind: {"ContentType": kind},
    "s3a": lambda kind: {"ContentType": kind},
    "gs": lambda kind: {"content_type": kind},
    "gcs": lambda kind: {"content_type": kind},
    "az": _azure_type,
    "abfs": _azure_type,
    "abfss": _azure_type,
}
"""By kind of store, how it is told the type that a file is served as."""


class StoreError(RuntimeError):
    """A store cannot be read or written; the text says which, and what it answered."""


class Store:
    """The files below a URL that fsspec knows, such as `s3://bucket/folder` or `file:///folder`.

    Its *name* is that URL without a password.

    Raises StoreError for a URL without a place, such as `s3://`, or of a kind that is not known or
    needs a package that is missing.
    """

    def __init__(self, url: str) -> None:
        parts = _parts_of(url)
        self._kind = parts.scheme
        user, at, _ = parts.netloc.rpartition("@")
        self._user = user + at
        self.name = f"{parts.scheme}://{parts.hostname or ''}{parts.path}"
        with self.as_store_errors():
            self._files, root = url_to_fs(url)
            self._root = root.rstrip("/")

    def read(self, path: str) -> bytes | None:
        """Return the content of the file at *path*, None if there is none. Raises StoreError."""
        with self.as_store_errors():
            try:
                data: bytes = self._files.cat_file(self._at(path))
            except FileNotFoundError:
                return None
        return data

    def write(self, files: Mapping[str, Path]) -> None:
        """Write *files*, by path, each to be served as `stored_type` says. Raises StoreError."""
        by_type: dict[str, list[str]] = {}
        for path in files:
            by_type.setdefault(stored_type(path), []).append(path)
        options = _TYPE_OPTIONS.get(self._kind)
        for kind, paths in by_type.items():
            self._put([str(files[path]) for path in paths], paths, options(kind) if options else {})

    def _put(self, local: list[str], paths: list[str], options: dict[str, Any]) -> None:
        with self.as_store_errors():
            if isinstance(self._files, LocalFileSystem):
                for source, path in zip(local, paths, strict=True):
                    self._replace(path, Path(source).read_bytes())
                return
            self._files.put(local, [self._at(path) for path in paths], **options)

    def write_bytes(self, path: str, data: bytes) -> None:
        """Write *data* to the file at *path*. Raises StoreError."""
        with self.as_store_errors():
            if isinstance(self._files, LocalFileSystem):
                self._replace(path, data)
            else:
                self._files.pipe_file(self._at(path), data)

    def _replace(self, path: str, data: bytes) -> None:
        """Write the file at *path* of a folder as stores do: readers see all of it or the last."""
        file = Path(self._at(path))
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, data)

    def remove(self, paths: Sequence[str]) -> None:
        """Remove the files at *paths*, of which some may be missing. Raises StoreError."""
        with self.as_store_errors():
            for path in paths:
                try:
                    self._files.rm_file(self._at(path))
                except FileNotFoundError:
                    continue

    def _at(self, path: str) -> str:
        return f"{self._root}/{path}"

    @contextmanager
    def as_store_errors(self) -> Iterator[None]:
        """Turn every error into a StoreError, which does not show the password of a URL."""
        try:
            yield
        except StoreError:
            raise
        except Exception as error:
            # Each kind of store has its own errors, and none of them has a base in common.
            message = _error_text(error)
            if self._user:
                message = message.replace(self._user, "")
            raise StoreError(f"{self.name}: {message}") from error


def _parts_of(url: str) -> SplitResult:
    """Return the parts of *url*. Raises StoreError if they name no place."""
    try:
        parts = urlsplit(url)
        is_placed = bool(parts.hostname or parts.path)
    except ValueError:
        is_placed = False
    if not is_placed:
        raise StoreError(
            f"{without_user(url)!r} names no place; give one such as s3://bucket/folder"
        )
    return parts


def _error_text(error: Exception) -> str:
    """Return what *error* says, without the number that the system has for it."""
    if isinstance(error, OSError) and error.strerror and error.filename:
        return f"{error.filename}: {error.strerror}"
    return str(error) or type(error).__name__
