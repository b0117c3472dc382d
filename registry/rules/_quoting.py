"""Quote an author's own value in a sentence."""

from __future__ import annotations


def quoted(text: str, limit: int = 80) -> str:
    """Return *text* in quotes, on one line and cut to *limit* characters."""
    line = " ".join(text.split())
    return repr(line if len(line) <= limit else line[: limit - 1] + "…")
