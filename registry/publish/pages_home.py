"""The start page: search at once, a way in for readers, publishers and agents, what is new."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._pages import graph
from registry.publish._pages.facets import facets_of
from registry.publish._pages.site import Page, Site, feeds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual
    from registry.publish import File, Publication

NEWEST = 6
TAGS = 16


def render(publication: Publication) -> Iterator[File]:
    """Yield the page."""
    catalogue = publication.catalogue
    facets = facets_of(catalogue)
    values = {facet.id: facets.values(facet) for facet in facets.all}
    site = Site(publication)
    yield site.file(
        Page(
            path="",
            title="Tools that agents can call",
            description="Tools of public APIs for AI agents: described once, checked, searchable.",
            template="home.html.j2",
            twins=(
                ("text/markdown", "index.md"),
                ("application/json", "v1/index.json"),
                *feeds("all"),
            ),
            graph=graph.of_site(site.settings, len(catalogue.tools)),
            values={
                "tools": len(catalogue.tools),
                "manuals": len(catalogue.listed),
                "publishers": len(values["publisher"]),
                "keyless": sum(tool.call.auth is None for tool in catalogue.tools),
                "protocols": values["protocol"],
                "categories": values["category"][:TAGS],
                "tags": values["tag"][:TAGS],
                "newest": sorted(catalogue.listed, key=_age)[:NEWEST],
            },
        )
    )


def _age(manual: Manual) -> tuple[list[int], str]:
    """Return a key that sorts the newest manuals first, those of one day by name."""
    released = manual.latest.released if manual.latest else ""
    return [-ord(character) for character in released], manual.id
