"""The index over all tools: built from a catalogue or opened from a file, then asked."""

from __future__ import annotations

import hashlib
from itertools import chain
from typing import TYPE_CHECKING

from registry.search import archive
from registry.search.answer import SearchAnswer, ask
from registry.search.documents import documents_of
from registry.search.errors import UnusableIndexError
from registry.search.inverted_index import invert_documents

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from registry.model import Catalogue
    from registry.search.inverted_index import Inverted


def build(catalogue: Catalogue, wishes: Sequence[str] = ()) -> Index:
    """Return the index over the tools of *catalogue*: equal catalogues give equal bytes.

    *wishes* are what people ask for that none of them does.
    """
    return Index.of(invert(catalogue, wishes))


def invert(catalogue: Catalogue, wishes: Sequence[str] = ()) -> Inverted:
    """Return the index over the tools of *catalogue* as plain data; *wishes* as in `build`."""
    return invert_documents(chain.from_iterable(map(documents_of, catalogue.manuals)), wishes)


def open_index(data: bytes, sha256: str | None = None) -> Index:
    """Return the index that `Index.to_bytes` made *data* of, wherever *data* comes from.

    Nothing in *data* is run, whatever it holds. Raises UnusableIndexError when *data* has not the
    digest *sha256* (if one is given) or is no index. Damage further inside shows, as the same
    error, when a question meets it.
    """
    if sha256 is not None and hashlib.sha256(data).hexdigest() != sha256:
        raise UnusableIndexError("its bytes are not those that were published (sha256 differs)")
    return Index(archive.unpack(data))


class Index:
    """An open index over tools."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Open the index in *files*, which are those of `archive`."""
        # Only this index needs Whoosh; a reader of the small files may not have it.
        from registry.search import _whoosh  # noqa: PLC0415

        self._files = files
        self._reader = _whoosh.Reader(files)

    @classmethod
    def of(cls, inverted: Inverted) -> Index:
        """Return *inverted*, written with Whoosh."""
        from registry.search import _whoosh  # noqa: PLC0415 - as above

        return cls(_whoosh.write(inverted))

    def __len__(self) -> int:
        """Return the number of tools."""
        return len(self._reader)

    def to_bytes(self) -> bytes:
        """Return the index as one zip file, for `open_index`."""
        return archive.pack(self._files)

    def query(self, text: str, *, limit: int = 10, **narrowed: str | None) -> SearchAnswer:
        """Return the tools that answer the question *text* best; see `answer.ask`.

        Raises UnusableIndexError when the index turns out to be damaged.
        """
        return ask(self._reader, text, limit, **narrowed)
