"""`/llms.txt`, and the same as the twin of the start page: what a model needs to find its way."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import File, Stage
from registry.publish._pages.facets import facets_of
from registry.publish._pages.templates import render_markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual
    from registry.publish import Publication

STAGE = Stage.LISTS

MOST_PUBLISHERS = 400
"""Publishers that are listed by name; the file must stay below 50,000 characters."""

MOST_CATEGORIES = 60
MOST_TITLES = 4


def render(publication: Publication) -> Iterator[File]:
    """Yield the file under its two names."""
    manuals: dict[str, list[Manual]] = {}
    for manual in publication.catalogue.listed:
        manuals.setdefault(manual.publisher.name, []).append(manual)
    publishers = [each for each in publication.catalogue.publishers if each.name in manuals]
    facets = facets_of(publication.catalogue)
    category = next(facet for facet in facets.all if facet.id == "category")
    values = {
        "settings": publication.settings,
        "base": publication.settings.base_url,
        "tools": len(publication.catalogue.tools),
        "categories": facets.values(category)[:MOST_CATEGORIES],
        "publishers": [
            (each, _titles(manuals[each.name])) for each in publishers[:MOST_PUBLISHERS]
        ],
        "left": len(publishers) - MOST_PUBLISHERS,
    }
    text = render_markdown("llms.md.j2", values).encode("utf-8")
    yield File("llms.txt", text)
    yield File("index.md", text)


def _titles(manuals: list[Manual]) -> str:
    titles = "; ".join(manual.title for manual in manuals[:MOST_TITLES])
    return f"{titles}; …" if len(manuals) > MOST_TITLES else titles
