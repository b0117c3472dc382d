"""How a question orders the tools: the same few lines for every reader written in Python."""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import TypeAlias

    PostingsOf: TypeAlias = Callable[[str], Iterable[tuple[int, int]]]

WHOLE = 4
"""A variant's share is in quarters, so that scores stay whole numbers."""


class Variant(NamedTuple):
    """A term that a word of a question may stand for, and the share of its score that counts."""

    term: str
    share: int = WHOLE


class Ranked(NamedTuple):
    """The best documents as (number, score), best first, and how many there are in all."""

    best: tuple[tuple[int, int], ...]
    total: int


def rank(
    words: Iterable[tuple[Variant, ...]],
    postings_of: PostingsOf,
    allowed: Collection[int] | None,
    limit: int,
) -> Ranked:
    """Return the documents with the highest scores, equal ones by number.

    *words* are those of a question, each with its variants; *postings_of* returns the documents
    of a term with their scores; *allowed* are the documents that may be found, None for all.
    A document's score is the sum over the words of the best of each word's variants.
    """
    scores: dict[int, int] = {}
    for variants in words:
        for document, score in _best(variants, postings_of):
            scores[document] = scores.get(document, 0) + score
    if allowed is not None:
        scores = {number: score for number, score in scores.items() if number in allowed}
    best = heapq.nsmallest(limit, scores.items(), key=lambda item: (-item[1], item[0]))
    return Ranked(tuple(best), len(scores))


def _best(variants: tuple[Variant, ...], postings_of: PostingsOf) -> Iterable[tuple[int, int]]:
    if len(variants) == 1 and variants[0].share == WHOLE:
        return postings_of(variants[0].term)
    best: dict[int, int] = {}
    for term, share in variants:
        for document, score in postings_of(term):
            part = score * share // WHOLE
            if part > best.get(document, 0):
                best[document] = part
    return best.items()
