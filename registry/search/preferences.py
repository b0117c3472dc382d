"""Prefer tools that do the kind of thing that a question asks for: lower the scores of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.search import analysis
from registry.search.documents import CHANGE, DELETE, DOES, NO_AUTH, SEARCH, SEVERAL
from registry.search.word_lists import is_weak

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from registry.search.question import Question
    from registry.search.scoring import Scoring
    from registry.search.store import Store
    from registry.search.word_variants import Resolved

CHANGING_PERCENT = 90
"""The percentage of the score of a tool that changes something, if the question asks for none."""

READING_PERCENT = 97
"""The percentage of the score of a tool that changes nothing, if the question asks for a change."""

PLAINLY_PERCENT = 85
"""Each of these two percentages where the question begins with what it is for, as with `delete` or
with `how many`."""

DELETING_PERCENT = 95
"""The percentage of the score of a tool that deletes or ends something, if the question asks for
neither: who wants to upload a file and has no tool for it is not offered to delete one first."""

SEARCHING_PERCENT = 95
"""The percentage of the score of a tool that does not search and lacks a word of the question: that
is what is searched for."""

NUMBER_PERCENT = 97
"""The percentage of the score of a tool that gives one thing, if the question asks for several, and
of one that gives several, if the question asks for one."""

KEYED_PERCENT = 80
"""The percentage of the score of a tool that needs a key, if the question asks for one without."""


def as_wanted(
    store: Store,
    question: Question,
    resolved: Resolved,
    scoring: Scoring,
    plain: Mapping[int, int],
) -> dict[int, int]:
    """Return the scores *plain*, less for tools that do not do what is asked as it is asked.

    Those are tools that change or delete something, or need a key, unasked; that do not search,
    and lack a word that they would have to search for; and that give one thing, where several are
    asked for, or several, where one is.
    """
    acts = resolved.acts(question)
    is_plain = question.is_to_read or (bool(acts) and acts[0] == question.words[0])
    that_change = store.labelled(DOES, CHANGE)
    scores = _by_effect(plain, that_change, is_to_change=bool(acts), is_plain=is_plain)
    if not acts:
        is_search = _has_unknown_sought(question, resolved)
        several = store.labelled(DOES, SEVERAL)
        if not question.is_foreign:
            words = _known_sought(resolved)
            having = frozenset() if is_search else scoring.with_all(words, scores.keys())
            scores = _less_without(scores, store.labelled(DOES, SEARCH) | having, SEARCHING_PERCENT)
        if _is_for_several(question, resolved):
            scores = _less_without(scores, several, NUMBER_PERCENT)
        elif not (is_search or any(map(analysis.is_plural, question.words))):
            scores = _less_without(scores, scores.keys() - several, NUMBER_PERCENT)
    if not resolved.is_to_delete(question):
        harmless = scores.keys() - store.labelled(DOES, DELETE)
        scores = _less_without(scores, harmless, DELETING_PERCENT)
    if question.is_keyless:
        scores = _less_without(scores, store.labelled("auth", NO_AUTH), KEYED_PERCENT)
    return scores


def _has_unknown_sought(question: Question, resolved: Resolved) -> bool:
    """Return whether a word that no tool has is to be searched for: no product and no place."""
    sought = set(resolved.unknown) - resolved.products - resolved.places
    return not question.is_foreign and bool(sought)


def _known_sought(resolved: Resolved) -> Iterator[str]:
    """Yield the words that a tool without them has to search for: no weak ones and no places."""
    for word, variants in resolved.variants.items():
        if word not in resolved.places and not all(is_weak(each.term) for each in variants):
            yield word


def _is_for_several(question: Question, resolved: Resolved) -> bool:
    """Return whether *question* has a plural that says something and is no name."""
    plurals = set(filter(analysis.is_plural, question.words)) - question.names - resolved.places
    return not all(is_weak(analysis.stem(word)) for word in plurals)


def _by_effect(
    scores: Mapping[int, int],
    that_change: AbstractSet[int],
    *,
    is_to_change: bool,
    is_plain: bool,
) -> dict[int, int]:
    """Return *scores*, less for tools that do not do the kind of thing that is asked for.

    People who want something changed say so, and most others want to know something. *is_plain*
    says that the question begins with which of both it is.
    """
    if is_to_change:
        return _less_without(scores, that_change, PLAINLY_PERCENT if is_plain else READING_PERCENT)
    that_read = scores.keys() - that_change
    return _less_without(scores, that_read, PLAINLY_PERCENT if is_plain else CHANGING_PERCENT)


def _less_without(
    scores: Mapping[int, int], fitting: AbstractSet[int], percent: int
) -> dict[int, int]:
    """Return *scores*, of which only *percent* are left for tools that are not *fitting*."""
    lose = scores.keys() - fitting
    return {**scores, **{number: scores[number] * percent // 100 for number in lose}}
