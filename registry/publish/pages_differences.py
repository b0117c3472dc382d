"""The differences of any two versions of a manual: a page for each pair, and one to choose from.

A pair has an address of its own, so that it can be linked to, and needs no script.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from registry.publish._changes import Changed, changes_between, changes_of, sides_of
from registry.publish._pages import paths
from registry.publish._pages.page_frame import Page, Site
from registry.publish._removed_tools import with_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release
    from registry.model.files import File
    from registry.publish import Subject

NEWEST = 12
"""Releases of which each pair has a page, at most 66; `registry diff` compares any two."""

LONGEST = 1_000
"""Characters of a value that is shown before and after."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Two versions of a manual and what changes between them."""

    manual: Manual
    before: Release
    after: Release
    changed: Changed

    @property
    def path(self) -> str:
        """The folder of its page."""
        return paths.difference_page(self.manual, self.before.version, self.after.version)


def publish_pages_differences(subject: Subject) -> Iterator[File]:
    """Yield the pages of a listed manual that has more than one release."""
    differences = tuple(_differences(subject.manual)) if subject.listed else ()
    if differences:
        site = Site(subject.context, subject.files)
        yield site.file(_choice(subject.manual, differences))
        for difference in differences:
            yield site.file(_page(difference))


def _differences(manual: Manual) -> Iterator[Difference]:
    """Yield every pair of the newest releases, by the later one, the newest first."""
    for after, before in combinations(reversed(manual.releases[-NEWEST:]), 2):
        yield Difference(manual, before, after, _changes_between(manual, before, after))


def _changes_between(manual: Manual, before: Release, after: Release) -> Changed:
    """Return what changes from *before* to *after*; for most manuals, most of it is known."""
    published = changes_of(manual).get(after.version)
    if published is None or published.since != before.version:
        return changes_between(before, after, LONGEST)
    return replace(published, sides=sides_of(published.changes, before, after, LONGEST))


def _choice(manual: Manual, differences: tuple[Difference, ...]) -> Page:
    rows = groupby(differences, key=lambda each: each.after.version)
    return Page(
        path=paths.differences_page(manual),
        title=f"Any two versions: {manual.id}",
        description=f"What changes for callers between any two versions of {manual.title}.",
        template="differences.html.j2",
        section="manuals/",
        values={
            "manual": manual,
            "rows": [(version, list(found)) for version, found in rows],
            "most": NEWEST,
        },
    )


def _page(difference: Difference) -> Page:
    manual = difference.manual
    span = f"{difference.before.version} to {difference.after.version}"
    return Page(
        path=difference.path,
        title=f"{span}: {manual.id}",
        description=f"What changes for callers of {manual.title} from {span}.",
        template="difference.html.j2",
        section="manuals/",
        values={
            "manual": manual,
            "difference": difference,
            "changed": difference.changed,
            "with_page": with_page(manual),
        },
    )
