"""A site that is looked at: a folder, or an address."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import unquote

from registry.client import Catalogue, RegistryError
from registry.web import fetch, is_url

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

T = TypeVar("T")

_LIMIT = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class InspectedSite:
    """The site at *place*; paths are relative to its root."""

    place: str

    @property
    def is_web(self) -> bool:
        """Whether it is asked over http, and so has headers, too."""
        return is_url(self.place)

    @contextmanager
    def opened(self, cache: str) -> Iterator[tuple[Catalogue | None, str]]:
        """Yield the catalogue, read with the empty folder *cache*; None and why it cannot be."""
        try:
            yield Catalogue.open(self.place, cache=cache), ""
        except RegistryError as error:
            yield None, str(error)

    def address(self, path: str) -> str:
        """Return the URL of *path*, for a site on the web."""
        return f"{self.place.rstrip('/')}/{path}"

    def reach(self, path: str) -> None:
        """Check that the file at *path* is there. Raises OSError if it is not."""
        if not self.is_web and not self.has(path):
            raise OSError(f"{path}: is not in {self.place}; name a folder with a built site")
        if self.is_web and (status := fetch.status_of(self.address(path))) != HTTPStatus.OK:
            remedy = "deploy the whole site, or name the URL at which it is"
            raise OSError(f"{self.address(path)}: the server answers {status}; {remedy}")

    def read(self, path: str) -> bytes:
        """Return the file at *path*. Raises OSError."""
        if self.is_web:
            return fetch.get(self.address(path), _LIMIT)
        try:
            return (Path(self.place) / path).read_bytes()
        except OSError as error:
            raise OSError(f"{path}: {error.strerror}") from None
        except ValueError:
            raise OSError(f"{path}: no file can have this name") from None

    def mapping(self, path: str) -> dict[str, Any]:
        """Return the JSON object at *path*. Raises OSError, also where there is another thing."""
        try:
            data = json.loads(self.read(path))
        except (ValueError, RecursionError):
            data = None
        if not isinstance(data, dict):
            raise OSError(f"{path}: is not a JSON object")
        return data

    def has_page(self, path: str) -> bool:
        """Return whether a browser is shown something at *path*, as in `has`. Raises OSError."""
        if self.is_web:
            return fetch.status_of(self.address(path)) == HTTPStatus.OK
        return (Path(self.place) / unquote(path) / "index.html").is_file()

    def has(self, path: str) -> bool:
        """Return whether there is a file at *path*, or a page if it is a folder's. Raises OSError.

        It is written as links write it; that of a folder is "" or ends with a slash.
        """
        if not path or path.endswith("/"):
            return self.has_page(path)
        if self.is_web:
            return fetch.status_of(self.address(path)) == HTTPStatus.OK
        return (Path(self.place) / unquote(path)).is_file()


def problems_of(look: Callable[..., Iterator[str]], *about: object) -> Iterator[str]:
    """Yield the problems that *look* finds, and the error that keeps it from looking."""
    try:
        yield from look(*about)
    except (RegistryError, OSError) as error:
        yield str(error)


def spread(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most so many of *items*, from all over them."""
    return items[:: max(1, -(-len(items) // max(1, most)))]
