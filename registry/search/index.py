"""The index over all tools: built from a catalogue or opened from a file, then asked."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.search import _whoosh, analysis, archive
from registry.search.documents import FACETS, Card, documents
from registry.search.errors import UnusableIndexError
from registry.search.inverted import invert
from registry.search.question import parse
from registry.search.ranking import Variant, rank

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Catalogue
    from registry.search.question import Question

PAIR_SHARE = 2
"""In quarters, what words of a question add that are neighbours in a tool's text as well."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A tool that answers a question.

    *score* is a whole number that compares within one answer only; 0 where only filters asked.
    """

    card: Card
    score: int


@dataclass(frozen=True, slots=True)
class Answer:
    """What is found: the best *hits*, *total* in all, and the *terms* that were looked for."""

    hits: tuple[Hit, ...]
    total: int
    terms: frozenset[str]


def build(catalogue: Catalogue) -> Index:
    """Return the index over the tools of *catalogue*: equal catalogues give equal bytes."""
    return Index(_whoosh.write(invert(documents(catalogue))))


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
        self._files = files
        self._reader = _whoosh.Reader(files)

    def __len__(self) -> int:
        """Return the number of tools."""
        return len(self._reader)

    def to_bytes(self) -> bytes:
        """Return the index as one zip file, for `open_index`."""
        return archive.pack(self._files)

    def query(self, text: str, *, limit: int = 10, **narrowed: str | None) -> Answer:
        """Return the tools that answer the question *text* best.

        *narrowed* holds facets (see `FACETS`) and the values they must have, as filters in *text*
        do. A question without words gets every tool that its filters let through, by id; one
        without filters, too, gets none. Raises TypeError for an unknown facet, and
        UnusableIndexError when the index turns out to be damaged.
        """
        if unknown := narrowed.keys() - set(FACETS):
            raise TypeError(f"there is no facet {', '.join(sorted(unknown))}")
        question = parse(text, narrowed)
        allowed = self._allowed(question)
        if not question.words:
            numbers = sorted(allowed or ())
            hits = tuple(Hit(self._reader.card(number), 0) for number in numbers[:limit])
            return Answer(hits, len(numbers), frozenset())
        wanted = tuple(_variants(question))
        ranked = rank(wanted, self._reader.postings, allowed, limit)
        hits = tuple(Hit(self._reader.card(number), score) for number, score in ranked.best)
        terms = frozenset(variant.term for variants in wanted for variant in variants)
        return Answer(hits, ranked.total, terms)

    def _allowed(self, question: Question) -> frozenset[int] | None:
        """Return the documents that have all that the question insists on; None for all."""
        sets = [
            frozenset().union(*(self._reader.labelled(facet, label) for label in labels))
            for facet, labels in question.filters
        ]
        sets += [
            frozenset(number for number, _ in self._reader.postings(analysis.stem(word)))
            for phrase in question.phrases
            for word in phrase
        ]
        return frozenset.intersection(*sets) if sets else None


def _variants(question: Question) -> Iterator[tuple[Variant, ...]]:
    for term in dict.fromkeys(map(analysis.stem, question.words)):
        yield (Variant(term),)
    for pair in dict.fromkeys(analysis.pairs(question.words)):
        yield (Variant(pair, PAIR_SHARE),)
