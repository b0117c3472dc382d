"""Why an index cannot be used."""

from __future__ import annotations


class UnusableIndexError(Exception):
    """An index that is damaged, doctored, too large or made by another version; says which."""
