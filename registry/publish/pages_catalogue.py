"""The catalogue: a list that a script filters, and the same from A to Z in plain pages."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from registry.model.files import File
from registry.publish import to_json
from registry.publish._pages import paths
from registry.publish._pages.facets import PAGE_SIZE, facets_of
from registry.publish._pages.page_frame import Page, Site
from registry.publish._pages.pagination import parts
from registry.publish._pages.words import unusual_state
from registry.report import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model.entries import ToolEntry
    from registry.publish import Context, Listing
    from registry.publish._pages.facets import Facet, Facets
    from registry.source import Json

COLUMNS = "catalogue/columns.json"
BLOCKS = "catalogue/rows/"
BLOCK = 15
"""Tools whose names and summaries are read at a time."""

LATE = ("tag",)
"""Facets that the script reads after the rest: most of what there is to read is theirs."""

LETTER_PAGE_SIZE = 200
SHOWN_VALUES = 8
"""Values of a facet that the page shows before the script has come."""


def list_pages_catalogue(listing: Listing) -> Iterator[File]:
    """Yield the list, what its script reads, and the pages from A to Z."""
    site = Site(listing.context)
    facets = facets_of(listing.entries)
    yield site.file(_page(facets, listing.context))
    yield File(COLUMNS, to_json(_columns(facets)))
    yield File("catalogue/names.json", to_json({"ranks": _ranks(listing.entries.tools)}))
    for facet in facets.all:
        if facet.id in LATE:
            yield File(f"catalogue/{facet.id}.json", to_json(_places(facets, facet)))
    tools = listing.entries.tools
    for number, start in enumerate(range(0, len(tools), BLOCK)):
        rows: list[Json] = [[tool.name, tool.summary] for tool in tools[start:][:BLOCK]]
        yield File(f"{BLOCKS}{number}.json", to_json({"tools": rows}))
    yield from _alphabet(site, listing.entries.tools)


def _page(facets: Facets, context: Context) -> Page:
    tools = facets.entries.tools
    size = counted(len(tools), "tool")
    return Page(
        path="catalogue/",
        title="Tools",
        description=f"{size}, by protocol, transport, credentials and effect.",
        template="catalogue.html.j2",
        section="catalogue/",
        values={
            "tools": tools[:PAGE_SIZE],
            "total": len(tools),
            "facets": [(facet, facets.values(facet)) for facet in facets.all],
            "shown": SHOWN_VALUES,
            "block": BLOCK,
            "request": paths.request_url(context.settings.repository),
            "has_wishes": bool(context.wishes),
        },
    )


def _columns(facets: Facets) -> dict[str, Json]:
    """Return what the script needs of every tool, column by column, texts as numbers in a list."""
    tools, listed = facets.entries.tools, facets.entries.listed
    manuals = {manual.id: number for number, manual in enumerate(listed)}
    columns: list[Json] = [_column(facets, facet) for facet in facets.all if facet.id not in LATE]
    return {
        "manuals": list(manuals),
        "released": [manual.released for manual in listed],
        "states": [unusual_state(manual.status.state) for manual in listed],
        "manual": [manuals[tool.manual_id] for tool in tools],
        "stated": [int(tool.effect_is_stated) for tool in tools],
        "facets": columns,
    }


def _column(facets: Facets, facet: Facet) -> dict[str, Json]:
    """Return the values of *facet*, and those of every tool as numbers: one, or a list."""
    values = facets.values(facet)
    numbers = {value.id: number for number, value in enumerate(values)}
    of: list[Json] = []
    for tool in facets.entries.tools:
        found = [numbers[each] for each in facet.of(tool)]
        of.append(found[0] if len(found) == 1 else [*found])
    return {
        "id": facet.id,
        "title": facet.title,
        "values": [[value.id, value.title] for value in values],
        "of": of,
    }


def _places(facets: Facets, facet: Facet) -> dict[str, Json]:
    """Return the values of *facet*, and where each is: in whole manuals, and in single tools.

    A place is said as the distance from the one before, and no title that is the id: where tools
    have several values, this takes half the bytes of a column.
    """
    values, tools = facets.values(facet), facets.entries.tools
    numbers = {value.id: number for number, value in enumerate(values)}
    had = [{numbers[each] for each in facet.of(tool)} for tool in tools]
    shared: dict[str, set[int]] = {}
    for tool, numbers_of_tool in zip(tools, had, strict=True):
        shared[tool.manual_id] = shared.get(tool.manual_id, numbers_of_tool) & numbers_of_tool
    of_manuals: list[list[int]] = [[] for _ in values]
    of_tools: list[list[int]] = [[] for _ in values]
    for place, manual in enumerate(facets.entries.listed):
        for number in shared.get(manual.id, ()):
            of_manuals[number].append(place)
    for place, (tool, numbers_of_tool) in enumerate(zip(tools, had, strict=True)):
        for number in numbers_of_tool - shared[tool.manual_id]:
            of_tools[number].append(place)
    return {
        "id": facet.id,
        "title": facet.title,
        "values": [[*dict.fromkeys((each.id, each.title))] for each in values],
        "manuals": [_distances(each) for each in of_manuals],
        "tools": [_distances(each) for each in of_tools],
    }


def _distances(places: list[int]) -> list[Json]:
    return [here - before for before, here in pairwise([0, *places])]


def _ranks(tools: tuple[ToolEntry, ...]) -> list[Json]:
    """Return for every tool which place it has by name."""
    order = sorted(range(len(tools)), key=lambda number: (tools[number].name.casefold(), number))
    ranks: list[Json] = [0] * len(tools)
    for rank, number in enumerate(order):
        ranks[number] = rank
    return ranks


def _alphabet(site: Site, tools: tuple[ToolEntry, ...]) -> Iterator[File]:
    """Yield a page of all letters, and pages with those of *tools* that begin with each."""
    letters: dict[str, list[ToolEntry]] = {}
    for tool in sorted(tools, key=lambda tool: tool.name.casefold()):
        letters.setdefault(tool.name[0].lower(), []).append(tool)
    counts = [(letter, len(found)) for letter, found in sorted(letters.items())]
    yield site.file(
        Page(
            path="catalogue/a-z/",
            title="Tools from A to Z",
            description="Every tool of the catalogue by the first letter of its name.",
            template="alphabet.html.j2",
            section="catalogue/",
            values={"letters": counts},
        )
    )
    for letter, tools_of_letter in letters.items():
        for part in parts(f"catalogue/{letter}/", tools_of_letter, LETTER_PAGE_SIZE):
            yield site.file(
                Page(
                    path=part.path,
                    title=f"Tools with {letter.upper()}{part.suffix}",
                    description=f"Tools whose name starts with {letter.upper()}{part.suffix}.",
                    template="letter.html.j2",
                    section="catalogue/",
                    values={"letter": letter, "letters": counts, "part": part},
                )
            )
