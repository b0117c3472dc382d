"""Answer a question from an index, wherever its postings come from: one order for every reader."""

from __future__ import annotations

import heapq
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol

from registry.search import analysis
from registry.search.documents import CHANGE, DOES, FACETS
from registry.search.meaning import changing, is_weak
from registry.search.question import parse
from registry.search.spelling import likely
from registry.search.sums import WHOLE, Reason, Sums, Variant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from registry.search.documents import Card
    from registry.search.question import Question
    from registry.search.sums import Lookup

BEGINNING_SHARE = 3
"""What a term counts of which only the beginning was typed."""

SPELLING_SHARE = 2
"""What a term counts that was probably meant."""

MOST_VARIANTS = 8
"""How many terms a beginning may stand for."""

SHORTEST_BEGINNING = 3
"""Letters from which a word is completed."""

SAME_LETTERS = 2
"""Letters at the start of a word that are taken as spelt right."""


CHANGING_PERCENT = 90
"""What a tool's score counts that changes something, where the question does not say to do so."""

READING_PERCENT = 97
"""What a tool's score counts that changes nothing, where the question says to change something."""


class Store(Protocol):
    """Where postings, labels and cards come from."""

    def postings(self, term: str) -> Sequence[tuple[int, int]]:
        """Return the documents that have *term*, each with the term's score there."""
        ...

    def labelled(self, facet: str, label: str) -> AbstractSet[int]:
        """Return the documents that have *label* in *facet*."""
        ...

    def beginning_with(self, start: str) -> Iterable[tuple[str, int]]:
        """Return the terms that begin with *start*, each with the number of its documents."""
        ...

    def card(self, document: int) -> Card:
        """Return what is shown of *document*."""
        ...


@dataclass(frozen=True, slots=True)
class Hit:
    """A tool that answers a question.

    Attributes:
        card: what is shown of it.
        score: a whole number that compares within one answer only; 0 where only filters asked.
        reasons: what was added up, the most important first; less remains where words are missing.
        missing: the words that other tools have and this one has not.
        lost: what is taken away because it changes something and should not, or the other way.
    """

    card: Card
    score: int
    reasons: tuple[Reason, ...] = ()
    missing: tuple[str, ...] = ()
    lost: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """What is found.

    Attributes:
        hits: the best ones, best first, equal ones by id.
        total: how many there are in all.
        terms: what was looked for.
        instead: for each word that no tool has, the terms that were looked for instead.
    """

    hits: tuple[Hit, ...] = ()
    total: int = 0
    terms: frozenset[str] = frozenset()
    instead: tuple[tuple[str, tuple[str, ...]], ...] = ()


def ask(store: Store, text: str, limit: int = 10, **narrowed: str | None) -> Answer:
    """Return the tools in *store* that answer the question *text* best.

    *narrowed* holds facets and the values they must have, as filters in *text* do. A question
    without words gets every tool that its filters let through, by id; one without filters, too,
    gets none. Raises TypeError for an unknown facet.
    """
    if unknown := narrowed.keys() - set(FACETS):
        raise TypeError(f"there is no facet {', '.join(sorted(unknown))}")
    question = parse(text, narrowed)
    lookup = cache(store.postings)
    allowed = _allowed(store, lookup, question)
    if not question.words:
        numbers = sorted(allowed or ())
        hits = tuple(Hit(store.card(number), 0) for number in numbers[: max(0, limit)])
        return Answer(hits, len(numbers))
    words = _words(store, lookup, question)
    sums = Sums(lookup, words, question.words)
    scores = sums.scores()
    if allowed is not None:
        scores = {number: score for number, score in scores.items() if number in allowed}
    fitting = _by_effect(store, question, scores)
    return Answer(
        tuple(
            Hit(store.card(number), score, *sums.why(number), scores[number] - score)
            for number, score in _best(fitting, limit)
        ),
        len(scores),
        frozenset(variant.term for variants in words.values() for variant in variants),
        tuple(
            (word, tuple(variant.term for variant in variants))
            for word, variants in words.items()
            if variants[0].share < WHOLE
        ),
    )


def _best(scores: Mapping[int, int], limit: int) -> list[tuple[int, int]]:
    """Return the best documents with their scores, best first, equal ones by number."""
    # Nearly all documents can be told from the best ones by their scores alone.
    least = min(heapq.nlargest(limit, scores.values()), default=0)
    found = [(number, score) for number, score in scores.items() if score >= least]
    return sorted(found, key=lambda item: (-item[1], item[0]))[: max(0, limit)]


def _allowed(store: Store, lookup: Lookup, question: Question) -> AbstractSet[int] | None:
    """Return the documents that have all that the question insists on; None for all."""
    sets: list[AbstractSet[int]] = [
        frozenset().union(*(store.labelled(facet, label) for label in labels))
        for facet, labels in question.filters
    ]
    sets += [
        {document for document, _ in lookup(analysis.stem(word))}
        for phrase in question.phrases
        for word in phrase
    ]
    return frozenset.intersection(*map(frozenset, sets)) if sets else None


def _by_effect(store: Store, question: Question, scores: Mapping[int, int]) -> dict[int, int]:
    """Return *scores*, less for tools that do not do the kind of thing that is asked for.

    Who wants something changed says so. Most who do not say so want to know something.
    """
    that_change = store.labelled(DOES, CHANGE)
    is_to_change = any(analysis.stem(word) in changing() for word in question.words)
    percent = READING_PERCENT if is_to_change else CHANGING_PERCENT
    lose = scores.keys() - that_change if is_to_change else scores.keys() & that_change
    return {**scores, **{number: scores[number] * percent // 100 for number in lose}}


def _words(store: Store, lookup: Lookup, question: Question) -> dict[str, tuple[Variant, ...]]:
    """Return what each word stands for: its term or, where no tool has that, what is like it.

    What was only begun is completed, as the last word is while somebody types. What may be
    misspelt is replaced only where nothing else tells what is meant: most unknown words are names.
    """
    terms = {word: analysis.stem(word) for word in question.words}
    words: dict[str, tuple[Variant, ...]] = {
        word: (Variant(term),) if lookup(term) else () for word, term in terms.items()
    }
    for word, variants in words.items():
        words[word] = variants or tuple(_begun(store, word))
    if not any(variants and not is_weak(terms[word]) for word, variants in words.items()):
        for word, variants in words.items():
            words[word] = variants or tuple(_meant(store, terms[word]))
    return {word: variants for word, variants in words.items() if variants}


def _begun(store: Store, word: str) -> Iterator[Variant]:
    if len(word) >= SHORTEST_BEGINNING:
        found = sorted(store.beginning_with(word), key=lambda item: (-item[1], item[0]))
        yield from (Variant(term, BEGINNING_SHARE) for term, _ in found[:MOST_VARIANTS])


def _meant(store: Store, term: str) -> Iterator[Variant]:
    near = store.beginning_with(term[:SAME_LETTERS])
    yield from (Variant(each, SPELLING_SHARE) for each in likely(term, near))
