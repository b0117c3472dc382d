"""Plain lists of the tools that have something in common: a tag, a protocol, a kind of key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._pages.facets import PAGE_SIZE, facets_of
from registry.publish._pages.page_frame import Page, Site, feeds
from registry.publish._pages.pagination import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model.files import File
    from registry.publish import Listing
    from registry.publish._pages.facets import Facet, Facets, Value

_OWN_PAGES = ("category", "publisher")
"""Facets whose values have pages of another kind."""

_OWN_LISTS = ("publisher", "tag")
"""Facets whose values are listed elsewhere."""

_NAMES = {"category": ("category", "categories"), "protocol": ("protocol",), "tag": ("tag",)}
"""What the values of a facet are called, one and many, where that is a plain noun."""


def list_pages_facets(listing: Listing) -> Iterator[File]:
    """Yield the list of tags, and the pages of every value of every facet."""
    site = Site(listing.context)
    facets = facets_of(listing.entries)
    for facet in facets.all:
        if facet.id not in _OWN_PAGES:
            for value in facets.values(facet):
                yield from _pages(site, facet, value)
        if facet.id not in _OWN_LISTS:
            yield site.file(_values(facets, facet))
    yield site.file(_tags(facets))


def _pages(site: Site, facet: Facet, value: Value) -> Iterator[File]:
    for part in parts(value.page, value.tools, PAGE_SIZE):
        yield site.file(
            Page(
                path=part.path,
                title=f"{facet.title}: {value.title}{part.suffix}",
                description=f"{facet.sentence.format(value.title)}{part.suffix}.",
                template="facet.html.j2",
                section="catalogue/",
                twins=feeds(f"tag/{value.id}") if facet.id == "tag" else (),
                values={"facet": facet, "value": value, "part": part},
            )
        )


def _values(facets: Facets, facet: Facet) -> Page:
    return Page(
        path=f"catalogue/{facet.id}/",
        title=f"Tools by {facet.title.lower()}",
        description=f"The tools of the catalogue by {facet.title.lower()}.",
        template="values.html.j2",
        section="catalogue/",
        values={
            "title": f"Tools by {facet.title.lower()}",
            "values": facets.values(facet),
            "names": _NAMES.get(facet.id, ("value",)),
            "has_icons": facet.id == "category",
        },
    )


def _tags(facets: Facets) -> Page:
    tags = next(facet for facet in facets.all if facet.id == "tag")
    return Page(
        path="tags/",
        title="Tags",
        description="Every tag of the catalogue, and how many tools have it.",
        template="values.html.j2",
        section="catalogue/",
        values={
            "title": "Tags",
            "names": _NAMES["tag"],
            "has_icons": False,
            "values": sorted(facets.values(tags), key=lambda value: value.id),
        },
    )
