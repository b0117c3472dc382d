"""Resolve each word of a question to index terms: itself, completions, corrections, or none."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis
from registry.search.spelling import END, SHORTEST, can_be_listed, ends, likely
from registry.search.word_lists import changing, deleting, is_weak

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from registry.search.question import Question

    Lookup = Callable[[str], Mapping[int, int]]

WHOLE = 4
"""The share of a whole word, in quarters, so that scores stay integers."""

BEGINNING_SHARE = 2
"""The share of a term of which only the beginning was typed, if more tools have another one."""

SPELLING_SHARE = 3
"""The share of a term that corrects a misspelt word."""

MOST_COMPLETIONS = 8
"""Completions of a word that was only begun."""

SHORTEST_BEGINNING = 3
"""The minimum length of a word to complete it, or to report it as unknown."""


class Variant(NamedTuple):
    """A term that a word of a question resolves to, and the share of its score that counts."""

    term: str
    share: int = WHOLE


@dataclass(slots=True)
class Resolved:
    """The words of a question, resolved to terms of the index.

    Attributes:
        variants: for each word that resolves to anything, its terms.
        completed: for the last word, if it is unfinished, its completions.
        corrected: for each misspelt word, its corrections.
        small_talk: the misspelt stop words, which say nothing.
        unknown: the words that resolve to nothing, except weak ones and small talk.
        products: those of the unknown words that are names of products.
        places: the words that are names of places, whether any tool has them or not.
    """

    variants: dict[str, tuple[Variant, ...]] = field(default_factory=dict)
    completed: dict[str, tuple[str, ...]] = field(default_factory=dict)
    corrected: dict[str, tuple[str, ...]] = field(default_factory=dict)
    small_talk: set[str] = field(default_factory=set)
    unknown: tuple[str, ...] = ()
    products: AbstractSet[str] = frozenset()
    places: AbstractSet[str] = frozenset()

    def terms(self, word: str) -> tuple[str, ...]:
        """Return the terms that *word* resolves to; of one that does not count, its own."""
        return tuple(each.term for each in self.variants.get(word, (Variant(analysis.stem(word)),)))

    def acts(self, question: Question) -> list[str]:
        """Return the words of *question* by which something is to be changed, even if misspelt.

        One in the plural is a thing: books and orders are read, not done.
        """
        if question.is_to_read:
            return []
        return [
            word
            for word in question.words
            if word == question.act
            or (not analysis.is_plural(word) and changing().issuperset(self.terms(word)))
        ]

    def is_to_delete(self, question: Question) -> bool:
        """Return whether a word of *question* asks for a deletion or an end, even if misspelt."""
        return any(deleting().issuperset(self.terms(word)) for word in question.words)

    def as_written(self, words: AbstractSet[str]) -> Iterator[str]:
        """Yield those of *words* that a tool has as they are, neither completed nor corrected."""
        for word in words & self.variants.keys():
            if self.variants[word] == (Variant(analysis.stem(word)),):
                yield word


_STOP_WORDS = dict.fromkeys(
    (word for word in analysis.STOP_WORDS if len(word) >= SHORTEST), sys.maxsize
)


class Words:
    """The words of an index, by their beginnings and ends."""

    def __init__(
        self,
        group: Callable[[str], Mapping[str, int]],
        is_english: Callable[[str], bool],
        is_wished: Callable[[str], bool],
    ) -> None:
        """*group* returns the words that begin as in `we-` or end as in `-er`, with their tools.

        *is_wished* returns whether a word is one of something that no tool does.
        """
        self._group = group
        self._is_english = is_english
        self._is_wished = is_wished

    def beginning_with(self, start: str) -> list[str]:
        """Return the words that begin with *start*, the most common ones first.

        There are none for a word of a wish: a taxi is no unfinished taxonomy. Other words in
        English may be unfinished all the same, such as the first letters of Monday.
        """
        if len(start) < SHORTEST_BEGINNING or not can_be_listed(start) or self._is_wished(start):
            return []
        known = self._group(f"{start[:END]}-")
        begun = [word for word in known if word.startswith(start)]
        return sorted(begun, key=lambda word: (-known[word], word))[:MOST_COMPLETIONS]

    def like(self, word: str) -> list[str]:
        """Return the words that *word* was probably meant to be; none if it is spelt right.

        The first is a stop word if that is as near as any other: most words in English are some.
        """
        if not can_be_listed(word) or self._is_english(word) or self._is_wished(word):
            return []
        known = {each: count for end in ends(word) for each, count in self._group(end).items()}
        return likely(word, known | _STOP_WORDS)


def resolve(words: Words, lookup: Lookup, question: Question) -> Resolved:
    """Return the terms that the words of *question* stand for.

    Numbers count only where no other word does: mostly they are what a tool is given.
    """
    resolved = Resolved()
    distinct = dict.fromkeys(question.words)
    numbers = [word for word in distinct if is_number(word)]
    unknown = [
        word
        for word in distinct
        if not is_number(word) and not _resolve_as_written(resolved, lookup, word)
    ]
    for word in unknown:
        _resolve_by_guess(resolved, words, question, word)
    if not resolved.variants:
        for word in numbers:
            _resolve_as_written(resolved, lookup, word)
    resolved.unknown = tuple(
        word
        for word in unknown
        if word not in resolved.variants and word not in resolved.small_talk and _is_telling(word)
    )
    resolved.variants = {
        word: resolved.variants[word] for word in distinct if word in resolved.variants
    }
    return resolved


def _is_telling(word: str) -> bool:
    """Return whether it says something that no tool has *word*: not of `who` or of two letters."""
    is_long = len(word) >= SHORTEST_BEGINNING or not word.isascii()
    return is_long and not is_weak(analysis.stem(word))


def is_number(word: str) -> bool:
    """Return whether *word* consists of ASCII digits."""
    return word.isascii() and word.isdigit()


def _resolve_as_written(resolved: Resolved, lookup: Lookup, word: str) -> bool:
    """Enter the term of *word* into *resolved* if a tool has it; return whether one has."""
    term = analysis.stem(word)
    if not lookup(term):
        return False
    resolved.variants[word] = (Variant(term),)
    return True


def _resolve_by_guess(resolved: Resolved, words: Words, question: Question, word: str) -> None:
    """Enter completions or corrections of *word*, which no tool has, into *resolved*, if any."""
    if word == question.unfinished and (begun := words.beginning_with(word)):
        resolved.completed[word] = tuple(begun)
        likeliest, *others = _variants(begun, BEGINNING_SHARE)
        # It counts in full, so that the order is that of the whole word from its beginning on.
        resolved.variants[word] = (Variant(likeliest.term), *others)
    elif word in question.names or question.is_foreign:
        return
    elif (alike := words.like(word)) and alike[0] in analysis.STOP_WORDS:
        resolved.small_talk.add(word)
    elif alike:
        resolved.corrected[word] = tuple(alike)
        resolved.variants[word] = _variants(alike, SPELLING_SHARE)


def _variants(words: Iterable[str], share: int) -> tuple[Variant, ...]:
    return tuple(Variant(term, share) for term in dict.fromkeys(map(analysis.stem, words)))
