"""Whether two sentences say nearly the same, by their words without order."""

from __future__ import annotations

import re

NEARLY = 0.75
"""The share of words that two sentences must have in common to say nearly the same."""

_WORD = re.compile(r"[^\W_]+")
_EMPTY = frozenset(
    _WORD.findall(
        "a an and are at be by can do does for from give has have how i in is it list me my of on "
        "or please s show tell that the there this to was were what when where which who will with"
    )
)
"""Words that a question has without asking for anything else."""


def telling(text: str) -> frozenset[str]:
    """Return the words of *text* that say something, or all of them if none does."""
    words = frozenset(_WORD.findall(text.casefold()))
    return words - _EMPTY or words


def says_nearly(one: frozenset[str], other: frozenset[str]) -> bool:
    """Return whether sentences with these words say nearly the same."""
    shared = len(one & other)
    return shared >= NEARLY * len(one | other)
