"""The interface of an index, from which `answer` answers questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from registry.search.documents import ToolSummary


class Store(Protocol):
    """A source of postings, labels, words and tools: one index, or files of it."""

    def postings(self, term: str) -> Mapping[int, int]:
        """Return the documents that have *term*, rising, each with the term's score there."""
        ...

    def wished(self, term: str) -> Mapping[int, int]:
        """Return the numbers of the wishes that have *term*, each with the term's score there."""
        ...

    def sign_weights(self) -> Mapping[str, int]:
        """Return the weight of each sign of a good answer."""
        ...

    def wish(self, number: int) -> str:
        """Return the text of a wish."""
        ...

    def length_of_wish(self, number: int) -> int:
        """Return the number of different terms of a wish."""
        ...

    def labelled(self, facet: str, label: str) -> AbstractSet[int]:
        """Return the documents that have *label* in *facet*."""
        ...

    def labels(self, facet: str) -> Sequence[str]:
        """Return the labels of *facet*, sorted."""
        ...

    def words(self, group: str, /) -> Mapping[str, int]:
        """Return the words that begin as in `we-` or end as in `-er`, with their tools."""
        ...

    def is_english(self, word: str, /) -> bool:
        """Return whether *word* is spelt correctly."""
        ...

    def is_product(self, word: str, /) -> bool:
        """Return whether *word*, which no tool has, is the name of a product."""
        ...

    def known_places(self) -> AbstractSet[str]:
        """Return the names of places that some tool has."""
        ...

    def is_place(self, word: str, /) -> bool:
        """Return whether *word*, which no tool has, is the name of a place."""
        ...

    def unknown_weight(self) -> int:
        """Return the weight of an unknown word."""
        ...

    def tool(self, document: int) -> ToolSummary:
        """Return the summary of *document*."""
        ...
