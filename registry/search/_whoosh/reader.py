"""Read an index that Whoosh has written, and that may be doctored."""

from __future__ import annotations

from array import array
from contextlib import contextmanager
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from whoosh import index
from whoosh.codec import whoosh3

from registry.search import quality, spelling
from registry.search._whoosh.files import (
    ABOUT,
    BEGIN,
    END,
    RECORD,
    TEXT,
    UNASKED,
    UNKNOWN,
    WISH,
    WISHED,
    Storage,
    index_schema,
)
from registry.search._whoosh.restricted import restricted
from registry.search.documents import ToolSummary
from registry.search.term_weights import terms_of_wish
from registry.search.word_lists import english_beginning, places, products

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


class Reader:
    """An open index. Every method raises UnusableIndexError where the index is damaged."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Open the index in *files*; the schema it brings is not even read."""
        storage = Storage()
        storage.files = dict(files)
        self._labelled: dict[tuple[str, str], frozenset[int]] = {}
        with restricted():
            self._unguarded = index.FileIndex(storage, schema=index_schema()).reader()

    @contextmanager
    def _reading(self) -> Iterator[Any]:
        """Give Whoosh's reader, which is used nowhere but within this context."""
        with restricted():
            yield self._unguarded

    def __len__(self) -> int:
        """Return how many documents there are."""
        with self._reading() as reader:
            return int(reader.doc_count_all())

    def postings(self, term: str) -> dict[int, int]:
        """Return the documents that have *term*, rising, each with the term's score there."""
        return self._postings(TEXT, term)

    def wished(self, term: str) -> dict[int, int]:
        """Return the numbers of the wishes that have *term*, rising, with its score in each."""
        return self._postings(WISHED, term)

    def sign_weights(self) -> Mapping[str, int]:
        """Return the weight of each sign of a good answer."""
        phrases = not self._postings(ABOUT, UNASKED)
        return quality.weights(wishes=bool(self.wish(0)), phrases=phrases)

    def wish(self, number: int) -> str:
        """Return the wish with the *number*, "" if there is none."""
        with self._reading() as reader:
            start = f"{number} "
            found = [term.decode() for term in reader.expand_prefix(WISH, start)]
        return found[0].removeprefix(start) if found else ""

    def length_of_wish(self, number: int) -> int:
        """Return the number of different terms of the wish with the *number*."""
        return len(terms_of_wish(self.wish(number)))

    def labelled(self, facet: str, label: str) -> frozenset[int]:
        """Return the documents that have *label* in *facet*."""
        documents = self._labelled.get((facet, label))
        if documents is None:
            documents = frozenset(self._postings(facet, label))
            self._labelled[facet, label] = documents
        return documents

    def labels(self, facet: str) -> list[str]:
        """Return the labels of *facet*, sorted."""
        with self._reading() as reader:
            return [label.decode() for label in reader.lexicon(facet)]

    def words(self, group: str) -> dict[str, int]:
        """Return the words that begin as in `we-` or end as in `-er`, with their tools."""
        step = 1 if group.endswith("-") else -1
        field = BEGIN if step == 1 else END
        with self._reading() as reader:
            found = reader.expand_prefix(field, group.strip("-")[::step])
            pairs = [term.decode().split(" ") for term in found]
            return {word[::step]: int(count) for word, count in pairs}

    def is_english(self, word: str) -> bool:
        """Return whether *word* is spelt right, whatever it means."""
        return spelling.is_right(word, english_beginning(word[: spelling.END]))

    def is_product(self, word: str) -> bool:
        """Return whether *word* is the name of a product."""
        return word in products()

    def known_places(self) -> frozenset[str]:
        """Return the names of all places: a question looks up whether a tool has one."""
        return places()

    def is_place(self, word: str) -> bool:
        """Return whether *word* is the name of a place."""
        return word in places()

    def unknown_weight(self) -> int:
        """Return the weight of an unknown word: the score of one that a single tool has."""
        return next(iter(self._postings(ABOUT, UNKNOWN).values()), 0)

    def _postings(self, field: str, term: str) -> dict[int, int]:
        scores: dict[int, int] = {}
        with self._reading() as reader:
            if (field, term.encode()) not in reader:
                return scores
            matcher = reader.postings(field, term)
            while matcher.is_active():
                scores.update(_next_postings(matcher))
        return scores

    def tool(self, document: int) -> ToolSummary:
        """Return the summary of *document*."""
        with self._reading() as reader:
            return ToolSummary.from_record(reader.stored_fields(document)[RECORD])


def _next_postings(matcher: Any) -> Iterator[tuple[int, int]]:  # noqa: ANN401 - of Whoosh
    """Return the next block of postings, and move on to the block after it.

    Whoosh hands out one by one, which takes three times as long.
    """
    if not isinstance(matcher, whoosh3.W3LeafMatcher):
        only = (matcher.id(), int(matcher.weight()))
        matcher.next()
        return iter((only,))
    matcher._read_data()  # noqa: SLF001
    steps, weights, _ = matcher._data  # noqa: SLF001
    matcher._next_block()  # noqa: SLF001
    if not isinstance(weights, tuple):  # what `_mini_weights` writes
        weights = (1 if weights is None else weights,) * len(steps)
    return zip(accumulate(array("Q", steps)), map(int, weights), strict=True)
