"""A page for every publisher, and a list of them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._pages import paths
from registry.publish._pages.site import Page, Site, feeds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Publisher
    from registry.publish import File, Publication


def render(publication: Publication) -> Iterator[File]:
    """Yield the list of publishers and the page of each that has something listed."""
    site = Site(publication)
    manuals: dict[str, list[Manual]] = {}
    for manual in publication.catalogue.listed:
        manuals.setdefault(manual.publisher.name, []).append(manual)
    listed = [each for each in publication.catalogue.publishers if each.name in manuals]
    entries = [(each, manuals[each.name], _tools(manuals[each.name])) for each in listed]
    yield from site.files(
        Page(
            path="publishers/",
            title="Publishers",
            description="Everybody whose tools are in the catalogue.",
            template="publishers.html.j2",
            markdown="publishers.md.j2",
            section="catalogue/",
            values={"entries": entries},
        )
    )
    for publisher, found, tools in entries:
        yield from site.files(_page(publisher, found, tools))


def _tools(manuals: list[Manual]) -> int:
    return sum(len(manual.latest.tools) for manual in manuals if manual.latest)


def _page(publisher: Publisher, manuals: list[Manual], tools: int) -> Page:
    return Page(
        path=paths.publisher_page(publisher),
        title=publisher.title,
        description=publisher.summary or f"The manuals of {publisher.title}.",
        template="publisher.html.j2",
        markdown="publisher.md.j2",
        twins=feeds(f"publisher/{publisher.name}"),
        section="catalogue/",
        values={"publisher": publisher, "manuals": manuals, "tools": tools},
    )
