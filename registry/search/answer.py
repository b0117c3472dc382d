"""Answer a question from an index, wherever its postings come from: one order for every reader."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from registry.search import analysis
from registry.search.documents import CHANGE, DOES, FACETS, NAMED
from registry.search.likest_wish import likest_wish
from registry.search.preferences import as_wanted
from registry.search.quality import (
    LITTLE_PERCENT,
    MOST_POINTS,
    STRONG_POINTS,
    Evidence,
    Quality,
    points_of,
    quality_of,
)
from registry.search.question import parse
from registry.search.scoring import Reason, Scoring
from registry.search.spelling import distance
from registry.search.word_lists import is_weak
from registry.search.word_variants import Words, is_number, resolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from registry.search.documents import ToolSummary
    from registry.search.question import Question
    from registry.search.store import Store
    from registry.search.word_variants import Lookup, Resolved

UnknownLabel: TypeAlias = tuple[str, tuple[str, ...], tuple[str, ...]]
"""A facet, the values of a filter that it does not have, and those that it has."""

UnknownLabels: TypeAlias = tuple[UnknownLabel, ...]

MOST_LABELS = 20
"""Values that are listed if a filter has an unknown one."""

LONGEST_LABEL = 40
"""Characters of an unknown value that are compared: each costs as much as the next."""


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A tool that answers a question.

    Attributes:
        tool: its summary.
        score: an integer, only comparable within one answer; 0 for a question with only filters.
        reasons: the parts of the score, the largest first; missing words reduce their sum.
        missing: the words that other tools have and this one does not.
        lost: the points lost because it changes something and should not, or the opposite, or
            because it needs a key and should not.
    """

    tool: ToolSummary
    score: int
    reasons: tuple[Reason, ...] = ()
    missing: tuple[str, ...] = ()
    lost: int = 0


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The answer to a question.

    Attributes:
        hits: the best tools, best first, equal ones by id.
        total: the number of all tools found.
        quality: whether the best one does what was asked; strong for a question with only filters.
        points: how likely the best one does what was asked, from 0 to 100; decides the quality.
            0 for a question with only filters, and where nothing was found.
        signs: what speaks for the best one and against it; see `quality.Evidence.signs`.
        terms: the terms that were searched for.
        completed: for the last word, if it is unfinished, its completions.
        corrections: for each misspelt word, the words that were searched for instead.
        unknown: the unknown words without a correction.
        is_foreign: whether the question seems to be in another language, with unknown words.
        is_empty: whether the question has no filter, and no word that says what to look for.
        wish: what nobody's tool does and the question is most like, if the answer is not strong
            and no tool is more like the question, or the question has all that the wish says and
            something of it that no tool knows.
        labels: for each filter with unknown values, the known ones with the likeliest first.
    """

    hits: tuple[SearchHit, ...] = ()
    total: int = 0
    quality: Quality = Quality.STRONG
    points: int = 100
    signs: Mapping[str, int] = field(default_factory=dict)
    terms: frozenset[str] = frozenset()
    completed: tuple[tuple[str, tuple[str, ...]], ...] = ()
    corrections: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unknown: tuple[str, ...] = ()
    is_foreign: bool = False
    is_empty: bool = False
    wish: str = ""
    labels: UnknownLabels = ()

    @property
    def missing(self) -> tuple[str, ...]:
        """The telling words that the best tool lacks, if the answer is not strong."""
        if self.quality == Quality.STRONG or not self.hits:
            return ()
        meant = {**dict(self.completed), **dict(self.corrections)}
        return tuple(
            word
            for word in self.hits[0].missing
            if not all(is_weak(analysis.stem(each)) for each in meant.get(word, (word,)))
        )


def ask(store: Store, text: str, limit: int = 10, **narrowed: str | None) -> SearchAnswer:
    """Return the tools in *store* that answer the question *text* best.

    *narrowed* holds facets and the values they must have, as filters in *text* do. A question
    without words gets every tool that its filters let through, by id; one without filters, too,
    gets none. A tool whose name or id is the whole question comes first. Raises TypeError for an
    unknown facet.
    """
    if unknown := narrowed.keys() - set(FACETS):
        raise TypeError(f"there is no facet {', '.join(sorted(unknown))}")
    lookup = cache(store.postings)
    question, resolved = _understood(store, lookup, text, narrowed)
    allowed = _allowed(store, lookup, question, resolved)
    named = store.labelled(NAMED, question.name) if question.name else frozenset()
    labels = tuple(_unknown_labels(store, question))
    is_empty = not (question.filters or named or resolved.variants or resolved.unknown)
    if not question.words and not named:
        answer = _filtered(store, allowed or frozenset(), limit, labels)
        return replace(answer, is_empty=is_empty)
    scoring = Scoring(lookup, resolved.variants, question.words)
    plain = scoring.scores()
    scores = as_wanted(store, question, resolved, scoring, plain)
    fitting = _fitting(scores, named, allowed)
    best = _best(fitting, limit)
    wish = likest_wish(store, question, resolved)
    signs: Mapping[str, int] = {}
    if best and best[0][0] not in named:
        parts, changing = scoring.parts(), store.labelled(DOES, CHANGE)
        evidence = Evidence(question, resolved, parts, changing, store.unknown_weight())
        signs = evidence.signs(best[0][0], *_two_highest(fitting), wish)
    is_doubtful = wish.is_question or _says_little(question, resolved, signs)
    points = _points(store, signs, is_doubtful=is_doubtful) if best else 0
    quality = quality_of(points)
    most = max(scores.values(), default=0)  # whatever the filters: it is there, if not like that
    is_told = quality != Quality.STRONG and wish.is_missing(most)
    return SearchAnswer(
        hits=tuple(_hits(store, scoring, best, plain, scores)),
        total=len(fitting),
        quality=quality,
        points=points,
        signs=signs,
        terms=frozenset(each.term for variants in resolved.variants.values() for each in variants),
        completed=tuple(resolved.completed.items()),
        corrections=tuple(resolved.corrected.items()),
        unknown=resolved.unknown,
        is_foreign=question.is_foreign and bool(resolved.unknown),
        is_empty=is_empty,
        wish=store.wish(wish.number) if is_told else "",
        labels=labels,
    )


def _understood(
    store: Store, lookup: Lookup, text: str, narrowed: Mapping[str, str | None]
) -> tuple[Question, Resolved]:
    """Return the question *text*, and what its words stand for."""

    def is_wished(word: str) -> bool:
        return bool(store.wished(analysis.stem(word)))

    def is_known(word: str) -> bool:
        return bool(lookup(analysis.stem(word))) or is_wished(word) or store.is_product(word)

    question = parse(text, narrowed, is_known)
    resolved = resolve(Words(store.words, store.is_english, is_wished), lookup, question)
    resolved.products = frozenset(filter(store.is_product, resolved.unknown))
    known_places = resolved.as_written(store.known_places())
    resolved.places = frozenset((*known_places, *filter(store.is_place, resolved.unknown)))
    telling = tuple(word for word in question.words if word not in resolved.small_talk)
    return replace(question, words=telling), resolved


def _allowed(
    store: Store, lookup: Lookup, question: Question, resolved: Resolved
) -> AbstractSet[int] | None:
    """Return the documents that have all that the question insists on; None for all.

    In a phrase, a correction stands for a misspelt word.
    """
    sets: list[AbstractSet[int]] = [
        frozenset().union(*(store.labelled(facet, label) for label in labels))
        for facet, labels in question.filters
    ]
    sets += [
        {document for term in resolved.terms(word) for document in lookup(term)}
        for phrase in question.phrases
        for word in phrase
    ]
    return frozenset.intersection(*map(frozenset, sets)) if sets else None


def _unknown_labels(store: Store, question: Question) -> Iterator[UnknownLabel]:
    for facet, labels in question.filters:
        unknown = tuple(label for label in labels if not store.labelled(facet, label))
        if unknown:
            known = store.labels(facet)
            asked = unknown[0][:LONGEST_LABEL]
            nearest = sorted(known, key=lambda each: (distance(asked, each), each))
            yield facet, unknown, tuple(nearest[:MOST_LABELS])


def _filtered(
    store: Store, allowed: AbstractSet[int], limit: int, labels: UnknownLabels
) -> SearchAnswer:
    """Return the *allowed* tools as the answer to a question with only filters, by id."""
    numbers = sorted(allowed)
    hits = tuple(SearchHit(store.tool(number), 0) for number in numbers[: max(0, limit)])
    quality = Quality.STRONG if hits else Quality.NONE
    return SearchAnswer(hits, len(numbers), quality, 0, labels=labels)


def _fitting(
    scores: Mapping[int, int], named: AbstractSet[int], allowed: AbstractSet[int] | None
) -> dict[int, int]:
    """Return the *scores* of the *allowed* documents, with those in *named* above all others."""
    most = max(scores.values(), default=0)
    raised = {**scores, **{number: most + 1 + scores.get(number, 0) for number in named}}
    if allowed is None:
        return raised
    return {number: score for number, score in raised.items() if number in allowed}


def _best(scores: Mapping[int, int], limit: int) -> list[tuple[int, int]]:
    """Return the best documents with their scores, best first, equal ones by number."""
    # The score is enough to tell nearly all documents from the best ones.
    least = min(heapq.nlargest(limit, scores.values()), default=0)
    found = [(number, score) for number, score in scores.items() if score >= least]
    return sorted(found, key=lambda item: (-item[1], item[0]))[: max(0, limit)]


def _two_highest(scores: Mapping[int, int]) -> tuple[int, int]:
    first, second, *_ = *heapq.nlargest(2, scores.values()), 0, 0
    return first, second


def _says_little(question: Question, resolved: Resolved, signs: Mapping[str, int]) -> bool:
    """Return whether *question* does not say what is to be done.

    Numbers do not, nor do words such as *what is the*, of which nearly all tools have each.
    """
    if all(map(is_number, question.words)):
        return True
    is_common = signs.get("had", 0) < LITTLE_PERCENT
    terms = (term for word in question.words for term in resolved.terms(word))
    return is_common and not resolved.unknown and all(map(is_weak, terms))


def _points(store: Store, signs: Mapping[str, int], *, is_doubtful: bool) -> int:
    """Return how likely the best tool does what was asked; one that is named, without *signs*."""
    if not signs:
        return MOST_POINTS
    points = points_of(signs, store.sign_weights())
    return min(points, STRONG_POINTS - 1) if is_doubtful else points


def _hits(
    store: Store,
    scoring: Scoring,
    best: list[tuple[int, int]],
    plain: Mapping[int, int],
    scores: Mapping[int, int],
) -> Iterator[SearchHit]:
    """Yield the *best* documents as hits, which have lost what *scores* are below the *plain*."""
    for number, score in best:
        lost = plain.get(number, 0) - scores.get(number, 0)
        yield SearchHit(store.tool(number), score, *scoring.explain(number), lost=lost)
