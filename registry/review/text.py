"""A review as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.report import printable
from registry.review import diff
from registry.review.verdict import SENTENCES

if TYPE_CHECKING:
    from registry.review import Review


def review_as_text(found: Review) -> str:
    """Return the verdict, its reasons and the changes as text."""
    outcome = found.verdict.outcome
    lines = [f"{outcome}: {SENTENCES[outcome]} (changes: {found.kind})"]
    lines += (f"  {each.id:<20}{printable(each.sentence)}" for each in found.verdict.reasons)
    lines += (
        printable(f"  {each.kind:<20}{each.subject} {each.sentence}") for each in found.listings
    )
    for comparison in found.comparisons:
        lines += ("", diff.comparison_as_text(comparison))
    return "\n".join(lines)
