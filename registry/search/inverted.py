"""The index as plain data: for each term, the tools that have it and what it is worth there.

Scores are worked out here, once. Whoosh's files and the static postings are two ways of writing
this down; whoever reads them only adds up whole numbers, so that all of them find the same order.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.search.documents import FACETS

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.search.documents import Card, Document

B = 0.5
"""How much a word in a long text counts less than one in a short text (BM25)."""

K1 = 1.2
"""How soon a word that is repeated stops counting more (BM25)."""

SCALE = 16
"""Scores are multiples of a sixteenth, as whole numbers: finer ones change no order."""


@dataclass(frozen=True, slots=True)
class Postings:
    """The numbers of documents, rising, and the score of each."""

    documents: array[int]
    scores: array[int]


@dataclass(frozen=True, slots=True)
class Inverted:
    """An index: *cards* by the number of their document, *terms*, *facets* by name and label."""

    cards: tuple[Card, ...]
    terms: Mapping[str, Postings]
    facets: Mapping[str, Mapping[str, array[int]]]


def invert(documents: Iterable[Document]) -> Inverted:
    """Return the index over *documents*, numbered in the order in which they come."""
    cards = []
    lengths = array("I")
    weights: dict[str, Postings] = {}
    facets: dict[str, dict[str, array[int]]] = {name: {} for name in FACETS}
    for number, document in enumerate(documents):
        cards.append(document.card)
        lengths.append(sum(document.terms.values()))
        for term, weight in document.terms.items():
            found = weights.get(term)
            if found is None:
                found = weights[term] = Postings(array("I"), array("I"))
            found.documents.append(number)
            found.scores.append(weight)
        for name, labels in document.facets.items():
            for label in dict.fromkeys(labels):
                facets[name].setdefault(label, array("I")).append(number)
    return Inverted(tuple(cards), _scored(weights, lengths), facets)


def _scored(weights: Mapping[str, Postings], lengths: array[int]) -> dict[str, Postings]:
    """Turn the weight of each term in each document into its score there (BM25F)."""
    average = sum(lengths) / (len(lengths) or 1)
    softening = [K1 * (1 - B + B * length / average) for length in lengths] if average else []
    return {
        term: Postings(found.documents, _scores(found, softening))
        for term, found in sorted(weights.items())
    }


def _scores(found: Postings, softening: list[float]) -> array[int]:
    count = len(found.documents)
    rarity = math.log(1 + (len(softening) - count + 0.5) / (count + 0.5))
    most = SCALE * rarity * (K1 + 1)
    return array(
        "I",
        (
            max(1, round(most * weight / (weight + softening[document])))
            for document, weight in zip(found.documents, found.scores, strict=True)
        ),
    )
