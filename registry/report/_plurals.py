"""Numbers with their nouns, singular or plural, for pages and for the terminal."""

from __future__ import annotations


def counted(number: int, singular: str, plural: str = "") -> str:
    """Return *number* with the noun that fits it: `1 tool`, `2,400 tools`."""
    return f"{number:,} {singular if number == 1 else plural or singular + 's'}"
