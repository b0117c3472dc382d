"""The number of tokens of strings in a model's context, and how they are kept within a budget."""

from __future__ import annotations

_BYTES_PER_TOKEN = 3
"""Less than models of today have in English (4) and in JSON (3.2): an estimate that is kept."""


def tokens(text: str) -> int:
    """Return about how many tokens *text* has, rather too many than too few."""
    return -(-len(text.encode()) // _BYTES_PER_TOKEN)


def shortened(text: str, limit: int) -> str:
    """Return *text* on one line, with at most *limit* characters."""
    line = " ".join(text.split())
    return line if len(line) <= limit else f"{line[: limit - 1].rstrip()}…"


def cut(text: str, budget: int) -> str:
    """Return as much of the beginning of *text* as has at most *budget* tokens."""
    return text.encode()[: budget * _BYTES_PER_TOKEN].decode("utf-8", "ignore")
