"""`/utcp`: the document from which a UTCP client has tools to call at once.

It holds the registry's own tools and, while it stays within the budget, every tool of the
catalogue that each released client can load and call; above the budget the registry's own tools
alone, which lead to the others.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from registry import utcp_tools
from registry.publish import File, to_json
from registry.publish._own_tools import own_tools
from registry.publish._paths import UTCP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication
    from registry.source import Json

MANUAL_VERSION = "1.0.0"
"""Of the form of the document. What is in it changes with every build; digests tell."""


def render(publication: Publication) -> Iterator[File]:
    """Yield the discovery document under both of its names."""
    own = own_tools(publication.settings)
    everything = _within_budget(publication, own)
    data = to_json(utcp_tools.manual(MANUAL_VERSION, everything or own))
    for path in UTCP:
        yield File(path, data)


def _within_budget(publication: Publication, own: list[dict[str, Json]]) -> list[dict[str, Json]]:
    """Return *own* and all offered tools, or [] if they would exceed the budget."""
    offered = (
        utcp_tools.aggregate_document(tool)
        for tool in publication.catalogue.tools
        if not publication.obstacles[tool.id]
    )
    size, found = len(to_json(utcp_tools.manual(MANUAL_VERSION, []))), []
    for document in chain(own, offered):
        size += len(to_json(document))
        if size > publication.settings.utcp_budget:
            return []
        found.append(document)
    return found
