"""The catalogue: a list that a script filters, and the same from A to Z in plain pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import File, to_json
from registry.publish._pages.facets import PAGE_SIZE, facets_of
from registry.publish._pages.listing import parts
from registry.publish._pages.site import Page, Site

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.publish import Publication
    from registry.publish._pages.facets import Facets
    from registry.source import Json

COLUMNS = "catalogue/columns.json"
SUMMARIES = "catalogue/summaries.json"
LETTER_PAGE_SIZE = 200
SHOWN_VALUES = 8
"""Values of a facet that the page shows before the script has come."""


def render(publication: Publication) -> Iterator[File]:
    """Yield the list, what its script reads, and the pages from A to Z."""
    site = Site(publication)
    facets = facets_of(publication.catalogue)
    yield site.file(_page(publication, facets))
    yield File(COLUMNS, to_json(_columns(publication, facets)))
    yield File(SUMMARIES, to_json({"summaries": [each.summary for each in facets.catalogue.tools]}))
    yield from _alphabet(site)


def _page(publication: Publication, facets: Facets) -> Page:
    tools = publication.catalogue.tools
    return Page(
        path="catalogue/",
        title="Catalogue",
        description=f"All {len(tools):,} tools, by protocol, transport, credentials and effect.",
        template="catalogue.html.j2",
        section="catalogue/",
        values={
            "tools": tools[:PAGE_SIZE],
            "total": len(tools),
            "facets": [(facet, facets.values(facet)) for facet in facets.all],
            "shown": SHOWN_VALUES,
        },
    )


def _columns(publication: Publication, facets: Facets) -> dict[str, Json]:
    """Return what the script needs of every tool, column by column, texts as numbers in a list."""
    tools = publication.catalogue.tools
    manuals = {manual.id: number for number, manual in enumerate(publication.catalogue.listed)}
    columns: list[Json] = []
    for facet in facets.all:
        values = facets.values(facet)
        numbers = {value.id: number for number, value in enumerate(values)}
        columns.append(
            {
                "id": facet.id,
                "title": facet.title,
                "values": [[value.id, value.title] for value in values],
                "of": [[numbers[each] for each in facet.of(tool)] for tool in tools],
            }
        )
    return {
        "names": [tool.name for tool in tools],
        "manuals": list(manuals),
        "released": [
            manual.latest.released if manual.latest else ""
            for manual in publication.catalogue.listed
        ],
        "manual": [manuals[tool.manual_id] for tool in tools],
        "stated": [int(tool.effect_is_stated) for tool in tools],
        "method": [tool.call.method for tool in tools],
        "facets": columns,
    }


def _alphabet(site: Site) -> Iterator[File]:
    """Yield a page of all letters, and pages with the tools of each."""
    letters: dict[str, list[Tool]] = {}
    for tool in sorted(site.publication.catalogue.tools, key=lambda tool: tool.name.casefold()):
        letters.setdefault(tool.name[0].lower(), []).append(tool)
    counts = [(letter, len(tools)) for letter, tools in sorted(letters.items())]
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
    for letter, tools in letters.items():
        for part in parts(f"catalogue/{letter}/", tools, LETTER_PAGE_SIZE):
            yield site.file(
                Page(
                    path=part.path,
                    title=f"Tools with {letter.upper()}",
                    description=f"Tools whose name starts with {letter.upper()}.",
                    template="letter.html.j2",
                    section="catalogue/",
                    values={"letter": letter, "letters": counts, "part": part},
                )
            )
