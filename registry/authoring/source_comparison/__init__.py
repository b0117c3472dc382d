"""Compare a release, fact by fact, with the OpenAPI documents of its provider.

A fact is one thing that both state: a host, a path, that an input is required, the type of a field
of the reply. Whatever only one of them states is not compared, but for required inputs.
"""

from __future__ import annotations

from registry.authoring.source_comparison._compare import compare_release
from registry.authoring.source_comparison._documents import ApiDocument, read_document
from registry.authoring.source_comparison._facts import Comparison, Fact, Verdict
from registry.authoring.source_comparison._listing import (
    compare_with_listing,
    is_listed,
    read_listing,
)

__all__ = [
    "ApiDocument",
    "Comparison",
    "Fact",
    "Verdict",
    "compare_release",
    "compare_with_listing",
    "is_listed",
    "read_document",
    "read_listing",
]
