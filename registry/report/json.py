"""JSON for scripts: a versioned envelope around the problems and their counts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.report._data import problem_objects
from registry.report._escape import json_text

if TYPE_CHECKING:
    from registry.report import Report
    from registry.source import Json

VERSION = 1
"""Increased when a key changes its meaning or is removed; new keys can appear at any time."""


def render(report: Report) -> str:
    """Return the envelope, with an empty list if there is nothing to report."""
    return json_text(envelope(report))


def envelope(report: Report) -> dict[str, Json]:
    """Return what `render` prints as JSON-shaped data."""
    counts = Counter(diagnostic.severity for diagnostic in report.diagnostics)
    return {
        "version": VERSION,
        "counts": {severity.value: counts[severity] for severity in Severity},
        "diagnostics": problem_objects(report.diagnostics, report.rules_url),
    }
