"""Correct misspelt words.

A word is only compared with words that begin or end as it does: one mistake in a word of five
letters or more changes at most one of its ends. So the words of a large catalogue can be in many
small lists, of which a reader needs two.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.search.analysis import stem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

SHORTEST = 4
"""Letters of the shortest word that is thought misspelt."""

LONG = 8
"""Letters from which a word may have two mistakes."""

MOST = 3
"""Words that one may be corrected to at a time."""

END = 2
"""Letters at the beginning or at the end of a word that name its list."""

_PLAIN = re.compile(r"[a-z]{3,30}")


def can_be_listed(word: str) -> bool:
    """Return whether *word* consists of letters, like the words that people misspell."""
    return _PLAIN.fullmatch(word) is not None


def is_right(word: str, known: Iterable[str]) -> bool:
    """Return whether *word* is one of the *known* words that begin like it, or a form of one."""
    term = stem(word)
    return any(each == word or stem(each) == term for each in known)


def ends(word: str) -> Iterator[str]:
    """Yield the names of the lists that have what *word* may be meant to be.

    Two letters swapped in the middle of a word of four change both of its ends.
    """
    yield f"{word[:END]}-"
    yield f"-{word[-END:]}"
    if len(word) == SHORTEST:
        yield f"{word[0]}{word[2]}-"


def likely(word: str, known: Mapping[str, int]) -> list[str]:
    """Return those of *known* that *word* was probably meant to be, the likeliest first.

    *known* says how many tools have each word. Of those with the fewest mistakes, the most common
    ones are returned.
    """
    if len(word) < SHORTEST or not can_be_listed(word):
        return []
    most = 2 if len(word) >= LONG else 1
    near = [
        (mistakes, -count, other)
        for other, count in known.items()
        if abs(len(other) - len(word)) <= most and (mistakes := distance(word, other)) <= most
    ]
    fewest = min(near, default=(0,))[0]
    return [other for mistakes, _, other in sorted(near) if mistakes == fewest][:MOST]


def distance(one: str, other: str) -> int:
    """Return the number of letters that are missing, added, wrong, or swapped with a neighbour."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        last, before, row = before, row, [i + 1]
        for j, wanted in enumerate(other):
            best = min(before[j] + (letter != wanted), before[j + 1] + 1, row[j] + 1)
            if i and j and letter == other[j - 1] and one[i - 1] == wanted:
                best = min(best, last[j - 1] + 1)
            row.append(best)
    return row[-1]
