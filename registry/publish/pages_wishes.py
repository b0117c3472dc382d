"""The page of wishes that no tool fulfils, for those who look for something to add."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._pages import paths
from registry.publish._pages.page_frame import Page, Site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model.files import File
    from registry.publish import Listing


def list_pages_wishes(listing: Listing) -> Iterator[File]:
    """Yield the page, if there are wishes."""
    wishes = sorted(listing.context.wishes, key=lambda each: each.title.casefold())
    if not wishes:
        return
    site = Site(listing.context)
    yield from site.both(
        Page(
            path="wishes/",
            title="Not here yet",
            description="What people ask for that no tool of the catalogue does.",
            template="wishes.html.j2",
            markdown="wishes.md.j2",
            section="submit/",
            values={
                "wishes": wishes,
                "total": sum(len(each.phrases) for each in wishes),
                "request": paths.request_url(site.settings.repository),
            },
        )
    )
