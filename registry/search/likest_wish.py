"""Find the wish, which no tool fulfils, that is most like a question."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis
from registry.search.scoring import Scoring
from registry.search.term_weights import words_of_wish
from registry.search.word_lists import is_weak
from registry.search.word_variants import Variant, is_number

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    from registry.search.question import Question
    from registry.search.store import Store
    from registry.search.word_variants import Resolved

    Has: TypeAlias = Callable[[str], bool]
    """Whether the wish that is looked at has a term."""


class Wish(NamedTuple):
    """A wish that no tool fulfils: its number, and its score for a question.

    *unsaid* is how many of its words are not in the question; without a wish, a number that counts
    neither for nor against it. *is_question* says that both have the same words; *is_part*, that
    the question has all that the wish says, and something of it that no tool knows.
    """

    number: int = 0
    score: int = 0
    unsaid: int = 1
    is_question: bool = False
    is_part: bool = False

    def is_missing(self, most: int) -> bool:
        """Return whether a question is for it rather than for the tool with the score *most*."""
        return self.is_question or self.is_part or self.score >= max(1, most)


def likest_wish(store: Store, question: Question, resolved: Resolved) -> Wish:
    """Return the wish that is most like a question, the first of equal ones.

    Wishes know words that no tool knows.
    """
    lookup = cache(store.wished)
    terms = {word: analysis.stem(word) for word in resolved.unknown}
    known = {word: (Variant(term),) for word, term in terms.items() if lookup(term)}
    scores = Scoring(lookup, resolved.variants | known).scores()
    if not scores:
        return Wish()
    number = max(scores, key=lambda number: (scores[number], -number))

    def has(term: str) -> bool:
        return number in lookup(term)

    unsaid = store.length_of_wish(number) - _said(has, question, resolved)
    shared = _shared(store, number, has, question, resolved)
    return Wish(number, scores[number], unsaid, *shared)


def _said(has: Has, question: Question, resolved: Resolved) -> int:
    """Return how many words of a question that are no numbers a wish has."""
    words = (word for word in question.words if not is_number(word))
    return sum(map(has, {term for word in words for term in resolved.terms(word)}))


def _shared(
    store: Store, number: int, has: Has, question: Question, resolved: Resolved
) -> tuple[bool, bool]:
    """Return whether the wish *number* has the words of a question, and is a part of it.

    It need not have the numbers of the question: the pull request 42 is a pull request.
    """
    meant = [*map(resolved.terms, question.words)]
    telling = [resolved.terms(word) for word in question.words if not is_number(word)]
    has_all = all(any(map(has, each)) for each in telling)
    has_unknown = any(has(analysis.stem(each)) for each in resolved.unknown)
    # Wishes are in files of their own, so one is read only if it may be named for this.
    if not has_all and not has_unknown:
        return False, False
    said = [*map(analysis.stem, words_of_wish(store.wish(number)))]
    other = [term for term in said if not any(term in each for each in meant)]
    return has_all and not other, has_unknown and all(map(is_weak, other))
