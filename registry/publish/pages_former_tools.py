"""A page for every tool that the latest version of its manual has no more: links stay good."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from registry.publish import Stage
from registry.publish._changes import changes_of
from registry.publish._pages.site import Page, Site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release
    from registry.publish import File, Publication

STAGE = Stage.PAGES
"""A page links to a file only if there is one."""


def render(publication: Publication) -> Iterator[File]:
    """Yield the pages of each listed manual."""
    site = Site(publication)
    for manual in publication.catalogue.listed:
        for name, (last, after) in sorted(_former(manual).items()):
            yield from site.files(_page(site, manual, name, last, after))


def _former(manual: Manual) -> dict[str, tuple[Release, Release]]:
    """Return by name each tool that is gone: the last release with it, and the one after that."""
    releases = [each for each in manual.releases if each.version not in manual.yanked]
    until = releases.index(manual.latest) if manual.latest in releases else 0
    found: dict[str, tuple[Release, Release]] = {}
    for before, after in pairwise(releases[: until + 1]):
        names = {tool.name for tool in after.tools}
        found |= {tool.name: (before, after) for tool in before.tools if tool.name not in names}
    # Some file systems take two names for one that differ in case alone.
    now = {tool.name.lower() for tool in manual.latest.tools} if manual.latest else set()
    return {name: gone for name, gone in found.items() if name.lower() not in now}


def _page(site: Site, manual: Manual, name: str, last: Release, after: Release) -> Page:
    return Page(
        path=f"tools/{manual.id}/{name}/",
        title=f"{name} ({manual.id})",
        description=f"A tool that {manual.title} does not have any more.",
        template="former.html.j2",
        markdown="former.md.j2",
        section="catalogue/",
        values={
            "manual": manual,
            "name": name,
            "last": last,
            "after": after,
            "changes": changes_of(manual)[after.version].of(name),
            "files": site.files_of(manual, last),
        },
    )
