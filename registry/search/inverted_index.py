"""The index as plain data: for each term, the tools that have it, and its score in each.

Scores are only computed here. Whoosh's files and the static postings are two ways of storing
them; their readers only add up integers, so that all of them find the same order.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cache
from operator import lt
from typing import TYPE_CHECKING

from registry.search import quality
from registry.search.analysis import stem
from registry.search.documents import LABELLED
from registry.search.term_weights import SPECIAL_SHARE, terms_of_wish
from registry.search.word_lists import is_weak, places

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from registry.search.documents import SearchDocument, ToolSummary

B = 0.3
"""The reduction of the weight of words in long texts (`b` of BM25)."""

K1 = 4.0
"""How soon repeating a word stops adding to its weight (`k1` of BM25)."""

SCALE = 32
"""Scores are integers, in thirty-seconds: a finer scale changes no order."""

FEW = 3
"""Added to each count of tools: a word that one tool has says little more than one of a few."""

LEAST = 0.5
"""What a word says that all tools have."""

WEAK = 0.6
"""The factor for weak words, and for names of places: mostly a tool is asked about one."""

UNKNOWN = 0.75
"""The weight of an unknown word, as a factor of the weight of a word that only one tool has."""


@dataclass(frozen=True, slots=True)
class Postings:
    """The numbers of documents, ascending, and the score of each."""

    documents: array[int]
    scores: array[int]


@dataclass(frozen=True, slots=True)
class Inverted:
    """An index.

    Attributes:
        tools: the summary of each document, by its number.
        terms: by term, its postings.
        facets: the documents of each label, by the name of the facet.
        words: the words that occur in documents, each with the number of documents.
        wishes: what people ask for that no tool does, those with fewer different terms first.
        wished: by term, the wishes that have it, by their numbers, and its score in each.
        has_phrases: whether at least half of the tools say in which words people ask for them.
    """

    tools: tuple[ToolSummary, ...]
    terms: Mapping[str, Postings]
    facets: Mapping[str, Mapping[str, array[int]]]
    words: Mapping[str, int]
    wishes: tuple[str, ...] = ()
    wished: Mapping[str, Postings] = field(default_factory=dict)
    has_phrases: bool = True

    @property
    def unknown_weight(self) -> int:
        """The weight of an unknown word."""
        return _unknown(len(self.tools))

    @property
    def sign_weights(self) -> Mapping[str, int]:
        """The weight of each sign of a good answer."""
        return quality.weights(wishes=bool(self.wishes), phrases=self.has_phrases)


def invert_documents(documents: Iterable[SearchDocument], wishes: Sequence[str] = ()) -> Inverted:
    """Return the index over *documents*, which are numbered by id: soonest if they come so.

    *wishes* are what people ask for that no tool does: they change no score of a tool, and get
    their numbers by length, so that of equally likely ones the shortest is the first. Of each
    document, little is kept: of many, all together are large.
    """
    terms = {wish: terms_of_wish(wish) for wish in wishes}
    wishes = sorted(wishes, key=lambda wish: len(terms[wish]))
    collected = _Collected()
    for document in documents:
        collected.add(document)
    # A word that is asked for in vain is had by no tool because of one that is like it.
    for term in {term for wish in wishes for term in terms[wish]} - collected.said:
        collected.weights.pop(term, None)
    average = sum(collected.lengths) / (len(collected.lengths) or 1) or 1
    counts = {term: len(found) for term, (found, _) in collected.weights.items()}
    of_wishes = [terms[wish] for wish in wishes]
    wished = _wished(of_wishes, counts, len(collected.tools), average)
    return _numbered_by_id(collected, average, tuple(wishes), wished)


class _Collected:
    """The data collected of documents, which have the numbers in which they come.

    Attributes:
        lengths, shares: by number, how long a document is, and what its terms count.
        weights: by term, the numbers of the documents that have it, and its weight in each.
        said: the terms that documents have in words of their own.
        asked: how many documents say in which words people ask for them.
    """

    def __init__(self) -> None:
        self.tools: list[ToolSummary] = []
        self.words: Counter[str] = Counter()
        self.lengths = array("I")
        self.shares = array("d")
        self.weights: defaultdict[str, tuple[array[int], array[float]]]
        self.weights = defaultdict(lambda: (array("I"), array("d")))
        self.facets: dict[str, dict[str, array[int]]] = {name: {} for name in LABELLED}
        self.said: set[str] = set()
        self.asked = 0

    def add(self, document: SearchDocument) -> None:
        """Keep what the index needs of the next *document*."""
        number = len(self.tools)
        self.tools.append(document.tool)
        self.words.update(document.words)
        self.lengths.append(document.length)
        self.shares.append(SPECIAL_SHARE if document.is_special else 1)
        self.said.update(document.terms[: document.said])
        self.asked += document.is_asked
        for term, weight in zip(document.terms, document.weights, strict=True):
            numbers, counted = self.weights[term]
            numbers.append(number)
            counted.append(weight)
        for name, labels in document.facets.items():
            for label in dict.fromkeys(labels):
                self.facets[name].setdefault(label, array("I")).append(number)


def _numbered_by_id(
    collected: _Collected, average: float, wishes: tuple[str, ...], wished: Mapping[str, Postings]
) -> Inverted:
    """Return the index with the documents in the order of their ids; *collected* is used up."""
    tools = collected.tools
    softening = [_softening(length, average) for length in collected.lengths]
    order = sorted(range(len(tools)), key=lambda number: tools[number].id)
    ranks = _ranks(order)
    is_in_order = order == [*range(len(order))]
    terms: dict[str, Postings] = {}
    for term in sorted(collected.weights):
        numbers, counted = collected.weights.pop(term)
        postings = Postings(numbers, _scores(term, numbers, counted, softening, collected.shares))
        terms[term] = postings if is_in_order else _by_rank(postings, ranks)
    facets = {
        facet: {
            label: array("I", sorted(ranks[each] for each in found))
            for label, found in labels.items()
        }
        for facet, labels in collected.facets.items()
    }
    ordered = tuple(tools[each] for each in order)
    words = dict(sorted(collected.words.items()))
    has_phrases = 2 * collected.asked >= len(tools)
    return Inverted(ordered, terms, facets, words, wishes, wished, has_phrases)


def _wished(
    wishes: Sequence[Mapping[str, float]], counts: Mapping[str, int], tools: int, average: float
) -> dict[str, Postings]:
    """Return the postings of *wishes*, by their terms, each scored as a tool of its length.

    *counts* are the numbers of tools that have each term, of all *tools*. A term that none has
    scores as an unknown word.
    """
    by_term: dict[str, Postings] = {}
    for number, terms in enumerate(wishes):
        softening = _softening(round(sum(terms.values())), average)
        for term, weight in terms.items():
            most = _most(term, counts[term], tools) if term in counts else _unknown(tools)
            postings = by_term.setdefault(term, Postings(array("I"), array("I")))
            postings.documents.append(number)
            postings.scores.append(round(most * weight / (weight + softening)) or 1)
    return dict(sorted(by_term.items()))


def _ranks(order: list[int]) -> array[int]:
    """Return the place in *order* of each number."""
    ranks = array("I", bytes(4 * len(order)))
    for rank, number in enumerate(order):
        ranks[number] = rank
    return ranks


def _by_rank(postings: Postings, ranks: array[int]) -> Postings:
    """Return *postings* with the documents' *ranks* as their numbers; most are in order already."""
    documents = array("I", map(ranks.__getitem__, postings.documents))
    if all(map(lt, documents, documents[1:])):
        return Postings(documents, postings.scores)
    order = sorted(range(len(documents)), key=documents.__getitem__)
    return Postings(
        array("I", map(documents.__getitem__, order)),
        array("I", map(postings.scores.__getitem__, order)),
    )


def _softening(length: int, average: float) -> float:
    """Return how slowly repeated words add up in a document: the longer, the slower."""
    return K1 * (1 - B + B * length / average)


def _scores(
    term: str,
    documents: array[int],
    weights: array[float],
    softening: list[float],
    shares: array[float],
) -> array[int]:
    """Return the score of *term* in each of *documents* (BM25F), at least 1."""
    most = _most(term, len(documents), len(softening))
    return array(
        "I",
        [
            round(most * shares[document] * weight / (weight + softening[document])) or 1
            for document, weight in zip(documents, weights, strict=True)
        ],
    )


def _most(term: str, count: int, documents: int) -> float:
    """Return the limit of the score of *term*, which *count* of all *documents* have."""
    says_little = is_weak(term) or term in _place_terms()
    return SCALE * _rarity(count, documents) * (WEAK if says_little else 1)


@cache
def _place_terms() -> frozenset[str]:
    return frozenset(map(stem, places()))


def _unknown(documents: int) -> int:
    return round(SCALE * _rarity(1, documents) * UNKNOWN)


def _rarity(count: int, documents: int) -> float:
    """Return how much a term says that *count* of all *documents* have."""
    return LEAST + math.log((documents + FEW) / (count + FEW))
