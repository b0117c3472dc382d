"""A review as text for a terminal, and as JSON; `summary` has it as Markdown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.changes import Kind
from registry.report import json_text, printable
from registry.review import diff
from registry.review.verdict import SENTENCES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from registry.review import Review

VERSION = 1
"""Increased when a key of the JSON changes its meaning or is removed. Keys may be added."""


def review_as_text(found: Review) -> str:
    """Return the verdict, its reasons and the changes as text."""
    outcome = found.verdict.outcome
    lines = [f"{outcome}: {SENTENCES[outcome]} (changes: {kind(found)})"]
    lines += (f"  {each.id:<20}{printable(each.sentence)}" for each in found.verdict.reasons)
    lines += (
        printable(f"  {each.kind:<20}{each.subject} {each.sentence}") for each in found.listings
    )
    for comparison in found.comparisons:
        lines += ("", diff.comparison_as_text(comparison))
    return "\n".join(lines)


def review_as_json(found: Review) -> str:
    """Return the review as ASCII JSON, which cannot control a terminal or a CI system."""
    data = {
        "version": VERSION,
        "verdict": found.verdict.outcome.value,
        "reasons": [{"id": each.id, "sentence": each.sentence} for each in found.verdict.reasons],
        "kind": kind(found),
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


def kind(found: Review) -> str:
    """Return the most serious kind of change: `new`, a `Kind`, or `none` without any."""
    kinds = {diff.kind_of(each) for each in found.comparisons}
    kinds |= {str(each.kind) for each in found.listings}
    order = ("new", *(str(each) for each in sorted(Kind, reverse=True)))
    return next((each for each in order if each in kinds), "none")


FORMATS: Mapping[str, Callable[[Review], str]] = {
    "json": review_as_json,
    "text": review_as_text,
}
"""The formats of a review for a terminal and for programs, by name."""
