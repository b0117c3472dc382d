"""The index as plain data: for each term, the tools that have it, and its score in each.

Scores are only computed here. Whoosh's files and the static postings are two ways of storing
them; their readers only add up integers, so that all of them find the same order.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from dataclasses import dataclass
from operator import lt
from typing import TYPE_CHECKING

from registry.search.documents import LABELLED, SPECIAL_SHARE
from registry.search.meaning import is_weak

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.search.documents import SearchDocument, ToolSummary

B = 0.3
"""The reduction of the weight of words in long texts (`b` of BM25)."""

K1 = 4.0
"""How soon repeating a word stops adding to its weight (`k1` of BM25)."""

SCALE = 32
"""Scores are integers, in thirty-seconds: a finer scale changes no order."""

WEAK = 0.5
"""The factor for weak words."""

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
    """

    tools: tuple[ToolSummary, ...]
    terms: Mapping[str, Postings]
    facets: Mapping[str, Mapping[str, array[int]]]
    words: Mapping[str, int]

    @property
    def unknown(self) -> int:
        """The weight of an unknown word."""
        return round(SCALE * _rarity(1, len(self.tools)) * UNKNOWN)


def join(documents: Iterable[SearchDocument]) -> Inverted:
    """Return the index over *documents*, which come in any order: they are numbered by id.

    Of each document, little is kept: of many, all together are large.
    """
    tools: list[ToolSummary] = []
    words: Counter[str] = Counter()
    lengths = array("I")
    shares = array("d")
    weights: dict[str, tuple[array[int], array[float]]] = {}
    facets: dict[str, dict[str, array[int]]] = {name: {} for name in LABELLED}
    for number, document in enumerate(documents):
        tools.append(document.tool)
        words.update(document.words)
        lengths.append(document.length)
        shares.append(SPECIAL_SHARE if document.is_special else 1)
        for term, weight in zip(document.terms, document.weights, strict=True):
            found = weights.get(term)
            if found is None:
                found = weights[term] = (array("I"), array("d"))
            found[0].append(number)
            found[1].append(weight)
        for name, labels in document.facets.items():
            for label in dict.fromkeys(labels):
                facets[name].setdefault(label, array("I")).append(number)
    softening = _softening(lengths)
    order = sorted(range(len(tools)), key=lambda number: tools[number].id)
    ranks = _ranks(order)
    terms: dict[str, Postings] = {}
    for term in sorted(weights):
        numbers, counted = weights.pop(term)
        scores = _scores(term, numbers, counted, softening, shares)
        terms[term] = _by_rank(Postings(numbers, scores), ranks)
    return Inverted(
        tuple(tools[each] for each in order),
        terms,
        {
            facet: {
                label: array("I", sorted(ranks[each] for each in found))
                for label, found in labels.items()
            }
            for facet, labels in facets.items()
        },
        dict(sorted(words.items())),
    )


def _ranks(order: list[int]) -> array[int]:
    """Return the place in *order* of each number."""
    ranks = array("I", bytes(4 * len(order)))
    for rank, number in enumerate(order):
        ranks[number] = rank
    return ranks


def _by_rank(found: Postings, ranks: array[int]) -> Postings:
    """Return *found* with the documents' *ranks* as their numbers; most are in order already."""
    documents = array("I", map(ranks.__getitem__, found.documents))
    if all(map(lt, documents, documents[1:])):
        return Postings(documents, found.scores)
    order = sorted(range(len(documents)), key=documents.__getitem__)
    return Postings(
        array("I", map(documents.__getitem__, order)),
        array("I", map(found.scores.__getitem__, order)),
    )


def _softening(lengths: array[int]) -> list[float]:
    """Return for each document how slowly repeated words add up in it: the longer, the slower."""
    average = sum(lengths) / (len(lengths) or 1) or 1
    return [K1 * (1 - B + B * length / average) for length in lengths]


def _scores(
    term: str,
    documents: array[int],
    weights: array[float],
    softening: list[float],
    shares: array[float],
) -> array[int]:
    """Return the score of *term* in each of *documents* (BM25F), at least 1."""
    rarity = _rarity(len(documents), len(softening))
    most = SCALE * rarity * (WEAK if is_weak(term) else 1)
    return array(
        "I",
        [
            round(most * shares[document] * weight / (weight + softening[document])) or 1
            for document, weight in zip(documents, weights, strict=True)
        ],
    )


def _rarity(count: int, documents: int) -> float:
    """Return how much a term says that *count* of all *documents* have."""
    return math.log(1 + max(0, documents - count + 0.5) / (count + 0.5))
