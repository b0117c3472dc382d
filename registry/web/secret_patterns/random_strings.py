"""Recognise random strings, as keys and tokens are."""

from __future__ import annotations

import re

_RUN = re.compile(r"[0-9]+|[A-Z]?[a-z]+|[A-Z]+")
_LONGEST_RUN = 2.5
"""Characters of one class in a row, on average: names made of words have more, secrets fewer."""

_ID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def is_random(value: str) -> bool:
    """Return whether *value* is a mix of characters that nobody would make up, and no UUID."""
    runs = _RUN.findall(value)
    is_mixed = not value.isdigit() and not value.isalpha()
    return is_mixed and len("".join(runs)) < _LONGEST_RUN * len(runs) and not _ID.fullmatch(value)
