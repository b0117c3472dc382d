"""Compute the score of each tool for the words of a question, and the reasons for it."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis
from registry.search.word_variants import WHOLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from registry.search.word_variants import Lookup, Variant

PAIR_SHARE = 1
"""The share added for neighbouring words of a question that are also neighbours in a tool."""


class Reason(NamedTuple):
    """A part of a score: a *word* of the question, or two, the *term* that matched, its *score*.

    The term differs from the word if the word was unfinished or misspelt.
    """

    word: str
    term: str
    score: int


class Scoring:
    """The scores of the documents for the words of a question."""

    def __init__(
        self, lookup: Lookup, words: Mapping[str, tuple[Variant, ...]], sequence: Sequence[str] = ()
    ) -> None:
        """Look up the terms of *words*, and each two neighbours of *sequence* as one term."""
        self._lookup = lookup
        self._words = words
        self._parts = {each: _best(lookup, each) for each in words.values()}
        neighbours = pairwise(sequence)
        self._pairs = dict(zip(analysis.pairs(sequence), neighbours, strict=True))
        self._of_pairs = {pair: lookup(pair) for pair in self._pairs}

    def scores(self) -> dict[int, int]:
        """Return the score of each document: the sum, reduced for each word that it lacks.

        Words with the same term count as one.
        """
        scores: dict[int, int] = {}
        had: Counter[int] = Counter()
        by_pairs: dict[int, set[tuple[Variant, ...]]] = {}
        for part in self._parts.values():
            # Only its keys: a `Counter` counts those in C, and adds up a mapping in Python.
            had.update(part.keys())
            if not scores:
                scores = dict(part)
                continue
            for document, score in part.items():
                scores[document] = scores.get(document, 0) + score
        for pair, words in self._pairs.items():
            sides = self._sides(words)
            for document, score in self._of_pairs[pair].items():
                pair_scores = [side[document] for side in sides.values() if document in side]
                scores[document] = scores.get(document, 0) + _of_pair(score, pair_scores)
                lacked = (each for each, side in sides.items() if document not in side)
                by_pairs.setdefault(document, set()).update(lacked)
        for document, words_of_pairs in by_pairs.items():
            had[document] += len(words_of_pairs)
        count = len(self._parts)
        if not count:
            return scores
        whole = 2 * count
        return {
            document: score * (count + had[document]) // whole for document, score in scores.items()
        }

    def with_all(self, words: Iterable[str], documents: AbstractSet[int]) -> AbstractSet[int]:
        """Return those of *documents* that have each of *words*, which all stand for something.

        One that has a pair has both of its words.
        """
        for variants in {self._words[word] for word in words}:
            having = set(self._parts[variants])
            for pair, both in self._pairs.items():
                if variants in self._sides(both):
                    having.update(self._of_pairs[pair])
            documents &= having
        return documents

    def parts(self) -> Mapping[tuple[Variant, ...], Mapping[int, int]]:
        """Return the score of each word in each document, by the terms that the word stands for."""
        return self._parts

    def explain(self, document: int) -> tuple[tuple[Reason, ...], tuple[str, ...]]:
        """Return the reasons for *document*, and the words that it lacks."""
        first: dict[tuple[Variant, ...], str] = {}
        for word, variants in self._words.items():
            first.setdefault(variants, word)
        reasons, had = [], set()
        for variants, part in self._parts.items():
            if document in part:
                had.add(variants)
                reasons.append(
                    Reason(first[variants], self._met(variants, document), part[document])
                )
        for pair, words in self._pairs.items():
            score = self._of_pairs[pair].get(document)
            if score is not None:
                sides = self._sides(words)
                pair_scores = [side[document] for side in sides.values() if document in side]
                had.update(sides)
                reasons.append(Reason(" ".join(words), pair, _of_pair(score, pair_scores)))
        reasons.sort(key=lambda reason: -reason.score)
        return tuple(reasons), tuple(word for each, word in first.items() if each not in had)

    def _sides(self, words: tuple[str, str]) -> dict[tuple[Variant, ...], Mapping[int, int]]:
        """Return the scores of the two *words*, by the terms that they stand for, if any."""
        known = (self._words[word] for word in words if word in self._words)
        return {variants: self._parts[variants] for variants in known}

    def _met(self, variants: tuple[Variant, ...], document: int) -> str:
        """Return the term of *variants* that counts in *document*."""
        if len(variants) == 1:
            return variants[0].term
        best = self._parts[variants][document]
        return next(
            term
            for term, share in variants
            if self._lookup(term).get(document, -1) * share // WHOLE == best
        )


def _of_pair(score: int, sides: list[int]) -> int:
    """Return the score that a pair adds to those of its two words.

    That is its share; but a document that only has the pair, as `filesystem` for `file system`,
    gets all of it.
    """
    return max(score * PAIR_SHARE // WHOLE, score - sum(sides))


def _best(lookup: Lookup, variants: tuple[Variant, ...]) -> Mapping[int, int]:
    if len(variants) == 1 and variants[0].share == WHOLE:
        return lookup(variants[0].term)
    best: dict[int, int] = {}
    for term, share in variants:
        for document, score in lookup(term).items():
            best[document] = max(best.get(document, 0), score * share // WHOLE)
    return best
