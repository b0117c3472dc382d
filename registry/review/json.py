"""A review as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.report import json_text
from registry.review import diff

if TYPE_CHECKING:
    from registry.review import Review

VERSION = 1
"""Increased when a key of the JSON changes its meaning or is removed. Keys may be added."""


def review_as_json(found: Review) -> str:
    """Return the review as ASCII JSON, which cannot control a terminal or a CI system."""
    data = {
        "version": VERSION,
        "verdict": found.verdict.outcome.value,
        "reasons": [{"id": each.id, "sentence": each.sentence} for each in found.verdict.reasons],
        "kind": found.kind,
        "author": found.author,
        "publishers": list(found.publishers),
        "files": found.files,
        "listings": [
            {"subject": each.subject, "kind": str(each.kind), "sentence": each.sentence}
            for each in found.listings
        ],
        "releases": [diff.comparison_as_data(each) for each in found.comparisons],
    }
    return json_text(data)
