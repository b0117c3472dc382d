"""A page for every publisher, and a list of them all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._pages import paths
from registry.publish._pages.page_frame import Page, Site, feeds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Publisher
    from registry.model.entries import ManualEntry
    from registry.model.files import File
    from registry.publish import Listing


def list_pages_publishers(listing: Listing) -> Iterator[File]:
    """Yield the list of publishers and the page of each that has something listed."""
    site = Site(listing.context)
    manuals: dict[str, list[ManualEntry]] = {}
    for manual in listing.entries.listed:
        manuals.setdefault(manual.publisher.name, []).append(manual)
    listed = [each for each in listing.entries.publishers if each.name in manuals]
    entries = [(each, manuals[each.name], _tools(manuals[each.name])) for each in listed]
    yield from site.both(
        Page(
            path="publishers/",
            title="Publishers",
            description="Everybody whose tools are in the catalogue.",
            template="publishers.html.j2",
            markdown="publishers.md.j2",
            section="publishers/",
            values={"entries": entries},
        )
    )
    for publisher, found, tools in entries:
        yield from site.both(_page(site, publisher, found, tools))


def _tools(manuals: list[ManualEntry]) -> int:
    return sum(len(manual.tools) for manual in manuals)


def _page(site: Site, publisher: Publisher, manuals: list[ManualEntry], tools: int) -> Page:
    return Page(
        path=paths.publisher_page(publisher),
        title=publisher.title,
        description=publisher.summary or f"The manuals of {publisher.title}.",
        template="publisher.html.j2",
        markdown="publisher.md.j2",
        twins=feeds(f"publisher/{publisher.name}"),
        section="publishers/",
        values={
            "publisher": publisher,
            "manuals": manuals,
            "tools": tools,
            "report": paths.report_url(site.settings, publisher.name),
        },
    )
