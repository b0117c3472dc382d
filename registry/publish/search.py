"""`/v1/search/…`: the index as small JSON files, and as one file for `registry search`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import search
from registry.publish import File, digest, to_json
from registry.publish._paths import SEARCH
from registry.search import archive, shards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Publication
    from registry.source import Json

DIGESTS = f"{SEARCH}/digests.json"

IS_LONG = True


def render(publication: Publication) -> Iterator[File]:
    """Yield the index over the tools in both forms, and the digests of the small files."""
    inverted = search.invert(publication.catalogue)
    yield File(archive.PUBLISHED, search.Index.of(inverted).to_bytes())
    digests: dict[str, Json] = {}
    for path, content in shards.files(inverted):
        data = to_json(content)
        digests[path] = digest(data).sha256
        yield File(f"{SEARCH}/{path}", data)
    yield File(DIGESTS, to_json(digests))
