"""`/llms.txt`, and the same as the twin of the start page: what a model needs to find its way."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from registry.model.files import File
from registry.publish._file_paths import CATALOGUE, CATEGORIES, UTCP
from registry.publish._pages.categories import terms_of, twins_of
from registry.publish._pages.facets import facets_of
from registry.publish._pages.templates import render_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model.files import Digest
    from registry.publish import Listing
    from registry.publish._pages.category_twins import Twin

MOST_CATEGORIES = 60
MOST_PAGES = 20
"""Pages of a category that are listed; each names those after it."""

MOST_HINTS = 20
"""APIs of a page that are named; the file must stay below 50,000 characters."""


class _Listed(NamedTuple):
    """A page of a category: its address, its size, and what it is about."""

    path: str
    size: str
    hints: str


def finish_llms(listing: Listing, written: Mapping[str, Digest]) -> Iterator[File]:
    """Yield the file under its two names, with the sizes of what it leads to."""
    facets, terms = facets_of(listing.entries), terms_of(listing)
    category = next(facet for facet in facets.all if facet.id == "category")
    values = {
        "settings": listing.settings,
        "base": listing.settings.base_url,
        "tools": len(listing.entries.tools),
        "categories": [
            (value, [*map(_listed, islice(twins_of(listing, value, terms), MOST_PAGES))])
            for value in facets.values(category)[:MOST_CATEGORIES]
        ],
        "left": len(facets.values(category)) - MOST_CATEGORIES,
        "sizes": {
            "utcp": _size(written, UTCP[1]),
            "catalogue": _size(written, CATALOGUE),
            "categories": _size(written, CATEGORIES),
            "manuals": _size(written, "manuals/index.md"),
        },
    }
    text = render_markdown("llms.md.j2", values).encode("utf-8")
    yield File("llms.txt", text)
    yield File("index.md", text)


def _listed(twin: Twin) -> _Listed:
    more = ("…",) if len(twin.hints) > MOST_HINTS else ()
    hints = "; ".join((*twin.hints[:MOST_HINTS], *more))
    return _Listed(twin.path, _kilobytes(len(twin.data)), hints)


def _size(written: Mapping[str, Digest], path: str) -> str:
    return _kilobytes(written[path].size) if path in written else "not there"


def _kilobytes(size: int) -> str:
    return f"{size / 1000:.0f} kB" if size > 10_000 else f"{size / 1000:.1f} kB"  # noqa: PLR2004 - small ones matter to the byte
