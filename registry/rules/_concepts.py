"""Find the concepts of a sentence, in any words and languages: users, answers, silence.

Words are in `_concepts.txt`. A reader that knows words only knows those it has learned from; that
an answer, a person and silence come together means much the same in each wording.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = Path(__file__).with_name("_concepts.txt")

FIRST_WITHOUT_SPACES = "\u2e80"
"""Writing systems from here on, such as Chinese and Japanese, do not separate words."""

_LONGEST_WRITTEN = 6
_LONGEST_PHRASE = 3
_SHORTEST_STEM = 3

_MOST_TOGETHER = 3
"""Concepts that are looked at together."""


def concepts_of_word(word: str) -> frozenset[str]:
    """Return what *word* speaks of by itself."""
    lexicon = _lexicon()
    if word[0] >= FIRST_WITHOUT_SPACES:
        parts = (
            word[at : at + size]
            for size in range(1, _LONGEST_WRITTEN + 1)
            for at in range(len(word) - size + 1)
        )
        return frozenset().union(*(lexicon.get(part, ()) for part in parts))
    _, _, noun = word.partition("'")  # l'utente
    stems = (
        f"{each[:size]}*" for each in (word, noun) for size in range(_SHORTEST_STEM, len(each) + 1)
    )
    return frozenset().union(*(lexicon.get(each, ()) for each in (word, noun, *stems)))


@cache
def _lexicon() -> dict[str, frozenset[str]]:
    """Return the concepts of each word, each stem (with its star) and each phrase (with spaces)."""
    concepts_of: dict[str, set[str]] = {}
    for line in WORDS.read_text(encoding="utf-8").splitlines():
        concept, *words = line.split() or ("#",)
        for word in words if concept != "#" else ():
            concepts_of.setdefault(word.replace("_", " "), set()).add(concept)
    return {word: frozenset(each) for word, each in concepts_of.items()}


def concepts_of_phrases(said: list[str]) -> frozenset[str]:
    """Return what the phrases in a sentence of the words *said* speak of."""
    lexicon, beginnings = _lexicon(), _beginnings()
    if beginnings.isdisjoint(said):
        return frozenset()
    phrases = (
        " ".join(said[at : at + size])
        for at, word in enumerate(said)
        if word in beginnings
        for size in range(2, min(_LONGEST_PHRASE, len(said) - at) + 1)
    )
    return frozenset().union(*(lexicon.get(each, ()) for each in phrases))


@cache
def _beginnings() -> frozenset[str]:
    """Return the first words of all phrases."""
    return frozenset(word.partition(" ")[0] for word in _lexicon() if " " in word)


def concepts(said: list[str]) -> frozenset[str]:
    """Return what a sentence of the words *said* speaks of."""
    return concepts_of_phrases(said).union(*map(concepts_of_word, said))


def together(spoken_of: frozenset[str]) -> Iterator[str]:
    """Yield what a sentence speaks of, one by one and what comes together, as features."""
    found = sorted(spoken_of)
    for size in range(1, _MOST_TOGETHER + 1):
        for each in combinations(found, size):
            yield f"<{' '.join(each)}>"
