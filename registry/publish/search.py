"""`/v1/search/…`: the index as small JSON files, and as one file for `registry search`."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from registry import search
from registry.model.files import File
from registry.model.wishes import phrases_of
from registry.publish import to_json
from registry.publish._file_paths import SEARCH
from registry.search import archive, shards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing, Subject
    from registry.search import SearchDocument
    from registry.source import Json

DIGESTS = f"{SEARCH}/digests.json"


def note_search(subject: Subject) -> tuple[SearchDocument, ...]:
    """Return the tools of the manual as the index sees them, in the order in which it has them."""
    return tuple(sorted(search.documents_of(subject.manual), key=lambda found: found.tool.id))


def list_search(listing: Listing) -> Iterator[File]:
    """Yield the index over the tools in both forms, and the digests of the small files."""
    wishes = phrases_of(listing.context.wishes)
    inverted = search.invert_documents(chain.from_iterable(listing.taken("search")), wishes)
    yield File(archive.PUBLISHED, search.Index.of(inverted).to_bytes())
    digests: dict[str, Json] = {}
    for path, content in shards.files(inverted):
        file = File(f"{SEARCH}/{path}", to_json(content))
        digests[path] = file.digest.sha256
        yield file
    yield File(DIGESTS, to_json(digests))
