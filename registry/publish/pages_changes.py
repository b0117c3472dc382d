"""The page of changes: every release by day, the newest first."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from registry.publish._pages.listing import parts
from registry.publish._pages.news import news
from registry.publish._pages.site import Page, Site, feeds

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import File, Publication

PAGE_SIZE = 100


def render(publication: Publication) -> Iterator[File]:
    """Yield the pages."""
    site = Site(publication)
    for part in parts("changes/", news(publication.catalogue), PAGE_SIZE):
        days = [(day, list(found)) for day, found in groupby(part.items, lambda each: each.date)]
        number = f", page {part.number}" if part.number > 1 else ""
        yield site.file(
            Page(
                path=part.path,
                title=f"Changes{number}",
                description="What was released when, the newest first.",
                template="changes.html.j2",
                section="catalogue/",
                twins=feeds("all"),
                values={"days": days, "part": part},
            )
        )
