"""Plain lists of the tools that have something in common: a tag, a protocol, a kind of key."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._pages.facets import PAGE_SIZE, facets_of
from registry.publish._pages.listing import parts
from registry.publish._pages.site import Page, Site, feeds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import File, Publication
    from registry.publish._pages.facets import Facet, Facets, Value

_OWN_PAGES = ("publisher",)
"""Facets whose values have pages of another kind."""

WITH_TWINS = ("category",)
"""Facets by which `llms.txt` leads to tools."""


def render(publication: Publication) -> Iterator[File]:
    """Yield the list of tags, and the pages of every value of every facet."""
    site = Site(publication)
    facets = facets_of(publication.catalogue)
    for facet in facets.all:
        if facet.id not in _OWN_PAGES:
            for value in facets.values(facet):
                yield from _pages(site, facet, value)
    yield site.file(_tags(facets))


def _pages(site: Site, facet: Facet, value: Value) -> Iterator[File]:
    for part in parts(value.page, value.tools, PAGE_SIZE):
        yield from site.files(
            Page(
                path=part.path,
                title=f"{facet.title}: {value.title}",
                description=facet.sentence.format(value.title),
                template="facet.html.j2",
                markdown="facet.md.j2" if facet.id in WITH_TWINS else "",
                section="catalogue/",
                twins=feeds(f"tag/{value.id}") if facet.id == "tag" else (),
                values={"facet": facet, "value": value, "part": part},
            )
        )


def _tags(facets: Facets) -> Page:
    tags = next(facet for facet in facets.all if facet.id == "tag")
    return Page(
        path="tags/",
        title="Tags",
        description="Every tag of the catalogue, and how many tools have it.",
        template="tags.html.j2",
        section="catalogue/",
        values={"tags": sorted(facets.values(tags), key=lambda value: value.id)},
    )
