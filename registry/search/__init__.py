"""Search: an index over all tools, how it is asked, and what it answers.

The ranking is defined here, once; everything else that is published for searching is derived
from this index.
"""

from __future__ import annotations

from registry.search.asking import Answer, Hit
from registry.search.documents import FACETS, Card
from registry.search.errors import UnusableIndexError
from registry.search.index import Index, build, invert, open_index
from registry.search.postings import Shards

__all__ = [
    "FACETS",
    "Answer",
    "Card",
    "Hit",
    "Index",
    "Shards",
    "UnusableIndexError",
    "build",
    "invert",
    "open_index",
]
