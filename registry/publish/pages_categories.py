"""A page for each category: what can be done, which API to take for what, and worked tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish._pages import structured_data
from registry.publish._pages.categories import (
    Terms,
    category_of,
    rows_of,
    terms_of,
    twins_of,
    worked_tasks,
)
from registry.publish._pages.category_twins import group_of
from registry.publish._pages.facets import PAGE_SIZE, facets_of
from registry.publish._pages.page_frame import Page, Site
from registry.publish._pages.pagination import parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual
    from registry.model.categories import Category, WorkedTask
    from registry.model.entries import ToolEntry
    from registry.publish import Listing, Subject
    from registry.publish._pages.categories import Row
    from registry.publish._pages.facets import Value

FACET = "category"


def note_pages_categories(subject: Subject) -> Terms:
    """Return the conditions of the manual."""
    manual: Manual = subject.manual
    limits = tuple(map(str, manual.limits))
    tools = subject.listed.tools if subject.listed else ()
    keyless = sum(not tool.auth_kind for tool in tools)
    release = subject.listed
    choices = (each for known in subject.context.categories.values() for each in known.choices)
    when = next((each.when for each in choices if each.manual == manual.id), "")
    group = group_of(subject.settings, manual, release, when) if release else None
    return Terms(manual.id, keyless, manual.coverage, limits, manual.non_commercial, group)


def list_pages_categories(listing: Listing) -> Iterator[File]:
    """Yield the pages of every category that some tool has."""
    site = Site(listing.context)
    facets = facets_of(listing.entries)
    facet = next(each for each in facets.all if each.id == FACET)
    terms = terms_of(listing)
    for value in facets.values(facet):
        category = category_of(listing, value)
        rows = tuple(rows_of(listing.entries, category, terms))
        tasks = tuple(worked_tasks(listing.entries, category))
        yield from _pages(site, category, value, rows, tasks)
        yield from (File(twin.path, twin.data) for twin in twins_of(listing, value, terms))


def _pages(
    site: Site,
    category: Category,
    value: Value,
    rows: tuple[Row, ...],
    tasks: tuple[tuple[WorkedTask, list[ToolEntry]], ...],
) -> Iterator[File]:
    apis = [row.manual for row in rows]
    for part in parts(value.page, value.tools, PAGE_SIZE):
        yield site.file(
            Page(
                path=part.path,
                title=f"{category.title}: APIs and tools{part.suffix}",
                description=f"{category.summary}{part.suffix}",
                template="category.html.j2",
                twins=(("text/markdown", f"{value.page}index.md"),),
                section="catalogue/",
                graph=structured_data.of_list(site.settings, apis if part.number == 1 else ()),
                values={
                    "rows": rows,
                    "tasks": tasks,
                    "category": category,
                    "value": value,
                    "part": part,
                },
            )
        )
