"""JSON for scripts: a versioned envelope around the problems and their counts."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.report._escape import json_text

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic
    from registry.report import Report

VERSION = 1
"""Raised when a key changes its meaning or goes away; new keys may come at any time."""


def render(report: Report) -> str:
    """Return the envelope, with an empty list when there is nothing to say."""
    counts = Counter(diagnostic.severity for diagnostic in report.diagnostics)
    envelope = {
        "version": VERSION,
        "counts": {severity.value: counts[severity] for severity in Severity},
        "diagnostics": [_entry(diagnostic, report) for diagnostic in report.diagnostics],
    }
    return json_text(json.dumps(envelope, indent=2))


def _entry(diagnostic: Diagnostic, report: Report) -> dict[str, str | int]:
    entry: dict[str, str | int] = {
        "path": diagnostic.place.path,
        "line": diagnostic.place.line,
        "column": diagnostic.place.column,
        "severity": diagnostic.severity.value,
        "rule": diagnostic.rule,
        "message": diagnostic.message,
    }
    optional = {"hint": diagnostic.hint, "url": report.url(diagnostic.rule)}
    return entry | {key: value for key, value in optional.items() if value}
