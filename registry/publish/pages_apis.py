"""The list of all APIs, and a page at every address above those of manuals and tools."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from registry.model import Effect
from registry.publish._pages import paths, structured_data, words
from registry.publish._pages.facets import PAGE_SIZE
from registry.publish._pages.page_frame import Page, Site
from registry.publish._pages.pagination import parts
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Publisher
    from registry.model.entries import ManualEntry
    from registry.model.files import File
    from registry.publish import Listing

APIS = 300
"""APIs on one page: 40 kB of them are sent."""

_ALL = ("manuals/", "APIs")


class _Head(NamedTuple):
    """The path and title of a list, the pages above it, the nearest last, and what it is of."""

    folder: str
    title: str
    crumbs: tuple[tuple[str, str], ...] = ()
    owner: str = ""


def list_pages_apis(listing: Listing) -> Iterator[File]:
    """Yield the pages of all APIs, and those of each publisher's APIs and tools."""
    site = Site(listing.context)
    listed = listing.entries.listed
    yield from _apis(site, _Head(*_ALL), listed)
    yield from _apis(site, _Head("tools/", "Tools by API", (_ALL,)), listed)
    for publisher, found in groupby(listed, key=lambda manual: manual.publisher):
        yield from _of_publisher(site, publisher, list(found))


def _of_publisher(site: Site, publisher: Publisher, manuals: list[ManualEntry]) -> Iterator[File]:
    above = (_ALL, (paths.publisher_page(publisher), publisher.title))
    name = f"{publisher.title} ({publisher.name})"
    yield from _apis(site, _Head(f"manuals/{publisher.name}/", f"APIs of {name}", above), manuals)
    head = _Head(f"tools/{publisher.name}/", f"Tools of {name}", above, name)
    yield from _tools(site, head, manuals)
    for manual in manuals:
        steps = (*above, (paths.manual_page(manual), words.title_below_publisher(manual)))
        name = f"{manual.title} ({manual.id})"
        head = _Head(f"tools/{manual.id}/", f"Tools of {name}", steps, name)
        yield from _tools(site, head, [manual])


def _apis(site: Site, head: _Head, manuals: Sequence[ManualEntry]) -> Iterator[File]:
    tools = sum(len(manual.tools) for manual in manuals)
    hint = f"{counted(len(manuals), 'API')} with {counted(tools, 'tool')}."
    sentence = f"{hint} What they do, what they need, and who described them."
    # Cards show the titles, and not the publishers by which everything else is sorted.
    by_title = sorted(manuals, key=lambda manual: (manual.title.casefold(), manual.id))
    categories = {words.category_name(each.category) for each in manuals if each.category}
    for part in parts(head.folder, by_title, APIS):
        title = f"{head.title}{part.suffix}"
        yield from site.both(
            Page(
                path=part.path,
                title=title,
                description=f"{title}: {sentence}",
                template="manuals.html.j2",
                markdown="manuals.md.j2",
                section="manuals/",
                graph=structured_data.of_list(site.settings, part.items),
                values={
                    "head": head,
                    "hint": hint,
                    "part": part,
                    "categories": sorted(categories),
                    "traits": (words.AUTHS[""], words.EFFECTS[Effect.READ]),
                },
            )
        )


def _tools(site: Site, head: _Head, manuals: Sequence[ManualEntry]) -> Iterator[File]:
    tools = [tool for manual in manuals for tool in manual.tools]
    for part in parts(head.folder, tools, PAGE_SIZE):
        title = f"{head.title}{part.suffix}"
        yield from site.both(
            Page(
                path=part.path,
                title=title,
                description=f"{title}: {counted(len(tools), 'tool')} that AI agents can call.",
                template="tools_of.html.j2",
                markdown="tools_of.md.j2",
                section="manuals/",
                values={"head": head, "count": len(tools), "part": part},
            )
        )
