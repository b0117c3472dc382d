"""Markdown for the summary page of a CI job: the problems of each file under its name."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from registry.diagnostics import Severity, sorted_diagnostics
from registry.report import summary_line
from registry.report._escape import markdown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Diagnostic
    from registry.report import Report

MOST = 300
"""Problems shown, the gravest first: GitHub cuts a summary off at 1 MiB."""


def render(report: Report) -> str:
    """Return a heading that counts the problems and a list of them for each file."""
    if not report.diagnostics:
        return ""
    return "\n".join(_lines(report))


def _lines(report: Report) -> Iterator[str]:
    yield f"## {summary_line(report.diagnostics)}"
    shown = _gravest(report.diagnostics)
    for path, problems in groupby(shown, key=lambda diagnostic: diagnostic.place.path):
        yield from ("", f"### {markdown(path)}", "")
        for diagnostic in problems:
            yield from _item(diagnostic, report)
    if not report.rules_url:
        yield from ("", "More about a rule: `registry explain RULE`")
    if len(report.diagnostics) > MOST:
        yield from ("", f"… and {len(report.diagnostics) - MOST:,} more.")


def _gravest(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return at most `MOST` of *diagnostics*, errors before others, in their order."""
    if len(diagnostics) <= MOST:
        return diagnostics
    ranks = list(Severity)
    return sorted_diagnostics(
        tuple(sorted(diagnostics, key=lambda each: ranks.index(each.severity))[:MOST])
    )


def _item(diagnostic: Diagnostic, report: Report) -> Iterator[str]:
    rule, url = diagnostic.rule, report.url(diagnostic.rule)
    linked = f"[{rule}]({url})" if url else rule
    place = f"line {diagnostic.place.line}"
    yield f"- **{diagnostic.severity}** {linked}, {place}: {markdown(diagnostic.message)}"
    if diagnostic.hint:
        yield f"  <br>hint: {markdown(diagnostic.hint)}"
