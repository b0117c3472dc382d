"""The page of changes: every release and every change of status by day, the newest first."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from registry.publish._events import dated_releases
from registry.publish._pages.news import news
from registry.publish._pages.page_frame import Page, Site, feeds
from registry.publish._pages.pagination import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model.files import File
    from registry.publish import Listing, Subject
    from registry.publish._events import DatedRelease

PAGE_SIZE = 100


def note_pages_changes(subject: Subject) -> tuple[DatedRelease, ...]:
    """Return the dated releases of the manual."""
    return dated_releases(subject.manual)


def list_pages_changes(listing: Listing) -> Iterator[File]:
    """Yield the pages."""
    site = Site(listing.context)
    for part in parts("changes/", news(listing, "pages_changes"), PAGE_SIZE):
        days = [
            (day, list(found)) for day, found in groupby(part.items, lambda each: each.event.date)
        ]
        yield site.file(
            Page(
                path=part.path,
                title=f"Changes{part.suffix}",
                description=f"What was released when, the newest first{part.suffix}.",
                template="changes.html.j2",
                section="catalogue/",
                twins=feeds("all"),
                values={"days": days, "part": part},
            )
        )
