"""Search: an index over all tools, how it is asked, and what it answers.

The ranking is defined here, once; everything else that is published for searching is derived
from this index.
"""

from __future__ import annotations

from registry.search.answer import SearchAnswer, SearchHit
from registry.search.documents import FACETS, SearchDocument, ToolSummary, documents_of
from registry.search.errors import UnusableIndexError
from registry.search.index import Index, build, invert, open_index
from registry.search.inverted_index import invert_documents
from registry.search.quality import Quality
from registry.search.shards_reader import Shards

__all__ = [
    "FACETS",
    "Index",
    "Quality",
    "SearchAnswer",
    "SearchDocument",
    "SearchHit",
    "Shards",
    "ToolSummary",
    "UnusableIndexError",
    "build",
    "documents_of",
    "invert",
    "invert_documents",
    "open_index",
]
