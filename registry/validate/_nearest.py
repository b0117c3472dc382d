"""What a misspelt name was probably meant to be."""

from __future__ import annotations

import difflib
from functools import lru_cache
from typing import TYPE_CHECKING

from registry.source.limits import MAX_KEY

if TYPE_CHECKING:
    from collections.abc import Iterable

_COMPARED = 200
"""Names that a misspelt one is compared with."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the entry of *known* that *word* was probably meant to be, or ""."""
    return _nearest(word, tuple(known))


@lru_cache(maxsize=10_000)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    by_fold = {name.casefold().replace("-", "_"): name for name in known}
    folded = word.casefold().replace("-", "_")
    if folded in by_fold or len(folded) > MAX_KEY:
        return by_fold.get(folded, "")
    # A slip keeps the length, nearly: of thousands of names few are worth a closer look.
    similar = [each for each in by_fold if abs(len(each) - len(folded)) <= len(folded) // 2]
    matches = difflib.get_close_matches(folded, similar[:_COMPARED], n=1, cutoff=0.75)
    return by_fold[matches[0]] if matches else ""
