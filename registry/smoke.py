"""Read a built or published site as an agent and a browser would, and say what does not come.

It knows nothing of how the site was made: a folder before it is deployed and an address afterwards
are asked for the same.
"""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from registry import fetch
from registry.client import Catalogue, NotFoundError, RegistryError
from registry.model import State

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.client import Manual

MOST_GONE = 0.1
"""The share of the published tools that may be gone at once."""

FEW_GONE = 3
"""Tools that may be gone at once, however few there are."""

NAMED = 5
NOT_FOUND = 404

_LIMIT = 64 * 1024 * 1024
_HEAD = {"utcp_version", "manual_version", "tools"}
_PAGES = ("", "catalogue/", "publishers/", "agents/")


def problems(place: str, most: int) -> Iterator[str]:
    """Yield what is wrong with the site at *place*, a folder or an address.

    Every file that is read is held against the digests of the index. Of the manuals *most* are
    looked at, spread over all names.
    """
    site = _Site(place)
    yield from site.said(_discovery, site)
    for page in _PAGES:
        yield from site.said(_page, site, page)
    with tempfile.TemporaryDirectory() as cache, site.opened(cache) as (catalogue, why):
        if catalogue is None:
            yield why
            return
        step = max(1, -(-len(catalogue.manuals) // max(1, most)))
        for manual_id in catalogue.manuals[::step]:
            yield from site.said(_manual, site, catalogue, manual_id)


def losses(place: str, published: str) -> Iterator[str]:
    """Yield what is wrong if the site at *place* lacks many of the tools at *published*.

    A tool that agents use should be deprecated before it goes, so that many at once are more
    likely a mistake: a folder that was not read, or a build of another branch. Where nothing is
    published yet, nothing can be lost.
    """
    try:
        before = _tools(_Site(published))
    except fetch.FetchError as error:
        if error.status != NOT_FOUND:
            yield str(error)
        return
    except OSError as error:
        yield str(error)
        return
    gone = sorted(before - _tools(_Site(place)))
    if len(gone) > max(FEW_GONE, MOST_GONE * len(before)):
        named = ", ".join(gone[:NAMED])
        yield (
            f"{len(gone):,} of the {len(before):,} tools that are published are gone: {named}, …; "
            "if that is meant, publish once with --expect-losses"
        )


def _tools(site: _Site) -> set[str]:
    return {tool["id"] for tool in json.loads(site.read("v1/tools.json"))["tools"]}


class _Site:
    def __init__(self, place: str) -> None:
        self.place = place
        self._is_web = fetch.is_url(place)

    @contextmanager
    def opened(self, cache: str) -> Iterator[tuple[Catalogue | None, str]]:
        """Yield the catalogue, read with the empty folder *cache*; None and why it cannot be."""
        try:
            yield Catalogue.open(self.place, cache=cache), ""
        except RegistryError as error:
            yield None, str(error)

    def read(self, path: str) -> bytes:
        if self._is_web:
            return fetch.get(f"{self.place.rstrip('/')}/{path}", _LIMIT)
        return (Path(self.place) / path).read_bytes()

    def has_page(self, path: str) -> bool:
        if self._is_web:
            return fetch.status(f"{self.place.rstrip('/')}/{path}") == 200  # noqa: PLR2004 - OK
        return (Path(self.place) / path / "index.html").is_file()

    def said(self, look: Callable[..., Iterator[str]], *about: object) -> Iterator[str]:
        """Yield what *look* finds, and what keeps it from looking."""
        try:
            yield from look(*about)
        except (RegistryError, OSError) as error:
            yield str(error)


def _discovery(site: _Site) -> Iterator[str]:
    for name in ("utcp", "utcp.json"):
        try:
            keys = set(json.loads(site.read(name)))
        except ValueError:
            yield f"{name}: is no JSON"
            continue
        if keys != _HEAD:
            yield f"{name}: has the keys {', '.join(sorted(keys))}, which no client takes"


def _page(site: _Site, path: str) -> Iterator[str]:
    if not site.has_page(path):
        yield f"{path or 'the home page'}: is not there"


def _manual(site: _Site, catalogue: Catalogue, manual_id: str) -> Iterator[str]:
    try:
        manual = catalogue.manual(manual_id)
    except NotFoundError:  # every version of it is withdrawn
        return
    for name in manual.tools:
        catalogue.tool(f"{manual_id}/{name}")
    if manual.state != State.QUARANTINED:
        yield from _listed(site, catalogue, manual)
    try:
        catalogue.utcp_manual(manual_id)
    except NotFoundError:  # nothing in it is called over http
        return


def _listed(site: _Site, catalogue: Catalogue, manual: Manual) -> Iterator[str]:
    yield from _page(site, f"manuals/{manual.id}/")
    for name in manual.tools:
        yield from _page(site, f"tools/{manual.id}/{name}/")
    publisher = manual.id.partition("/")[0]
    if not catalogue.search(f"publisher:{publisher}").hits:
        yield f"the search finds no tool of {publisher}"
