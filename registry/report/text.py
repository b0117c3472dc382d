"""Plain text for people: place, severity, rule, message, hint, and the line concerned."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING

from registry.report import summary_line
from registry.report._escape import printable
from registry.web.secret_patterns.masking import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.diagnostics import Diagnostic, Place
    from registry.report import Report

WIDTH = 88
"""Characters of a source line that an excerpt shows."""


def render(report: Report) -> str:
    """Return one paragraph per problem, and a line with the totals.

    The first problem of each rule says where to read more about it. Lines with a secret are not
    shown, since logs of CI jobs are public.
    """
    if not report.diagnostics:
        return ""
    lines_of = cache(lambda path: (report.read(path) or "").split("\n"))
    secret = _lines_with_secrets(report)
    lines: list[str] = []
    explained: set[str] = set()
    for each in report.diagnostics:
        is_secret = each.place._replace(column=1) in secret
        lines += _paragraph(each, report, [] if is_secret else lines_of(each.place.path))
        if each.rule not in explained:
            explained.add(each.rule)
            lines.append(f"    {report.paint('hint', 'see:')} {printable(report.more(each.rule))}")
    return "\n".join([*lines, summary_line(report.diagnostics)])


def _lines_with_secrets(report: Report) -> frozenset[Place]:
    """Return where the lines begin that must not be shown."""
    found = {rule: report.rule_text(rule) for rule in {each.rule for each in report.diagnostics}}
    hidden = {rule for rule, text in found.items() if text and text.finds_secrets}
    places = (each.place for each in report.diagnostics if each.rule in hidden)
    return frozenset(place._replace(column=1) for place in places)


def _paragraph(diagnostic: Diagnostic, report: Report, lines: Sequence[str]) -> Iterator[str]:
    paint = report.paint
    place = paint("place", printable(str(diagnostic.place)))
    severity = paint(diagnostic.severity, diagnostic.severity)
    rule = paint("rule", printable(diagnostic.rule))
    yield f"{place} {severity} {rule} {printable(diagnostic.message)}"
    for line in _excerpt(diagnostic.place, lines):
        yield f"    {paint('margin', line)}"
    if diagnostic.hint:
        yield f"    {paint('hint', 'hint:')} {printable(diagnostic.hint)}"


def _excerpt(place: Place, lines: Sequence[str]) -> Iterator[str]:
    """Yield the line at *place* and, below it, a caret at its column.

    A line with a secret that no rule has named, such as a password in a broken URL, is not shown.
    """
    line = lines[place.line - 1] if place.line <= len(lines) else ""
    if not line.strip() or without_secrets(line) != line:
        return
    at = place.column - 1
    start = max(0, at - WIDTH // 2) if len(line) > WIDTH else 0
    before = printable(line[start:at])
    number = str(place.line)
    yield f"{number} | {before}{printable(line[at : start + WIDTH])}"
    yield f"{' ' * len(number)} | {' ' * _columns(before)}^"


def _columns(text: str) -> int:
    """Return how many columns of a terminal *text* takes."""
    widths = (2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in text)
    return sum(widths) - sum(1 for each in text if unicodedata.combining(each))
