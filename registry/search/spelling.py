"""What a misspelt word was probably meant to be."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

SHORTEST = 4
"""Letters of the shortest word that is thought misspelt."""

LONG = 8
"""Letters from which a word may have two mistakes."""

MOST = 3


def likely(word: str, terms: Iterable[tuple[str, int]]) -> list[str]:
    """Return those of *terms* that *word* was probably meant to be, the likeliest first.

    *terms* come with the number of tools that have them. Of those with the fewest mistakes, the
    most common ones are returned.
    """
    if len(word) < SHORTEST:
        return []
    most = 2 if len(word) >= LONG else 1
    near = [
        (mistakes, -count, term)
        for term, count in terms
        if abs(len(term) - len(word)) <= most and (mistakes := distance(word, term)) <= most
    ]
    fewest = min(near, default=(0,))[0]
    return [term for mistakes, _, term in sorted(near) if mistakes == fewest][:MOST]


def distance(one: str, other: str) -> int:
    """Return how many letters are missing, added, wrong, or swapped with their neighbour."""
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
