"""The index as plain data: for each term, the tools that have it and what it is worth there.

Scores are worked out here, once. Whoosh's files and the static postings are two ways of writing
this down; whoever reads them only adds up whole numbers, so that all of them find the same order.
"""

from __future__ import annotations

import math
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.search.documents import DOES, FACETS
from registry.search.meaning import is_weak

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.search.documents import Card, Document

B = 0.5
"""How much a word in a long text counts less than one in a short text (BM25)."""

K1 = 3.0
"""How soon a word that is repeated stops counting more (BM25)."""

SCALE = 32
"""A score counts thirty-seconds, as a whole number: finer ones change no order."""

WEAK = 0.5
"""What a word that says little counts of what its rarity promises."""


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
    weights: dict[str, tuple[array[int], array[float]]] = {}
    facets: dict[str, dict[str, array[int]]] = {name: {} for name in (*FACETS, DOES)}
    for number, document in enumerate(documents):
        cards.append(document.card)
        lengths.append(document.length)
        for term, weight in document.terms.items():
            found = weights.get(term)
            if found is None:
                found = weights[term] = (array("I"), array("d"))
            found[0].append(number)
            found[1].append(weight)
        for name, labels in document.facets.items():
            for label in dict.fromkeys(labels):
                facets[name].setdefault(label, array("I")).append(number)
    softening = _softening(lengths)
    terms = {
        term: Postings(numbers, _scores(term, numbers, found, softening))
        for term, (numbers, found) in sorted(weights.items())
    }
    return Inverted(tuple(cards), terms, facets)


def _softening(lengths: array[int]) -> list[float]:
    """Return for each document how slowly repeated words add up in it: the longer, the slower."""
    average = sum(lengths) / (len(lengths) or 1) or 1
    return [K1 * (1 - B + B * length / average) for length in lengths]


def _scores(
    term: str, documents: array[int], weights: array[float], softening: list[float]
) -> array[int]:
    """Return the score of *term* in each of *documents* (BM25F), at least 1."""
    count = len(documents)
    rarity = math.log(1 + (len(softening) - count + 0.5) / (count + 0.5))
    most = SCALE * rarity * (WEAK if is_weak(term) else 1)
    return array(
        "I",
        [
            round(most * weight / (weight + softening[document])) or 1
            for document, weight in zip(documents, weights, strict=True)
        ],
    )
