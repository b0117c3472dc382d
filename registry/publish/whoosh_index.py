"""`/v1/search/whoosh.zip`: the search index, for `registry search` on any machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import search
from registry.publish import File
from registry.search.archive import PUBLISHED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication


def render(publication: Publication) -> Iterator[File]:
    """Yield the index over the tools of the catalogue."""
    yield File(PUBLISHED, search.build(publication.catalogue).to_bytes())
