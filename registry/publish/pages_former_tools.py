"""A page for every tool that the latest version of its manual has no more: links stay good."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.changes import renamed
from registry.publish._changes import changes_of
from registry.publish._pages.page_frame import Page, Site
from registry.publish._removed_tools import former, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release, Tool
    from registry.model.files import File
    from registry.publish import Subject


def publish_pages_former_tools(subject: Subject) -> Iterator[File]:
    """Yield the pages of the former tools of a listed manual."""
    if subject.listed:
        site, manual = Site(subject.context, subject.files), subject.manual
        for name, (last, after) in sorted(former(manual).items()):
            yield from site.both(_page(site, manual, name, last, after))


def _successor(manual: Manual, name: str, last: Release, after: Release) -> str:
    """Return the name that the former tool *name* has now, "" where it has none."""
    other = renamed(last.tool_by_name, after.tool_by_name).get(name, "")
    return other if other in {tool.name for tool in _tools(manual)} else ""


def _similar_tools(manual: Manual, name: str, last: Release) -> tuple[str, ...]:
    """Return the tools that are called much like the former tool *name*."""
    return nearest(last.tool_by_name[name], _tools(manual))


def _tools(manual: Manual) -> tuple[Tool, ...]:
    return manual.latest.tools if manual.latest else ()


def _page(site: Site, manual: Manual, name: str, last: Release, after: Release) -> Page:
    return Page(
        path=f"tools/{manual.id}/{name}/",
        title=f"{name} ({manual.id})",
        description=f"{name}, a tool that {manual.title} does not have any more.",
        template="former.html.j2",
        markdown="former.md.j2",
        section="catalogue/",
        values={
            "manual": manual,
            "name": name,
            "last": last,
            "after": after,
            "successor": _successor(manual, name, last, after),
            "near": _similar_tools(manual, name, last),
            "changes": changes_of(manual)[after.version].of(name),
            "files": site.files_of(manual, last),
        },
    )
