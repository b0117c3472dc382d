"""Quote an author's own words in a sentence, and count what is not quoted."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence, Sized

_NAMED = 3


def quoted(text: str, limit: int = 80) -> str:
    """Return *text* in quotes, on one line and cut to *limit* characters."""
    line = " ".join(text.split())
    return repr(line if len(line) <= limit else line[: limit - 1] + "…")


def the_first(names: Sequence[str]) -> str:
    """Return the first of *names* in quotes, and how many more there are."""
    more = len(names) - _NAMED
    return ", ".join(map(repr, names[:_NAMED])) + (f" and {more:,} more" if more > 0 else "")


def and_more(others: Sized) -> str:
    """Return how many *others* there are, to be put behind the first one, or ""."""
    return f" (and {len(others):,} more)" if others else ""
