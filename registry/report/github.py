"""Workflow commands of GitHub Actions, which show each problem on its line of the pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.report import summary_line
from registry.report._escape import workflow_data, workflow_property

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic
    from registry.report import Report

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_SEVERITIES = tuple(Severity)


def render(report: Report) -> str:
    """Return one command per line; files of the pull request and errors come first.

    GitHub shows ten annotations of each severity per step and drops the rest.
    """
    if not report.diagnostics:
        return ""

    def urgency(diagnostic: Diagnostic) -> tuple[bool, int]:
        is_elsewhere = diagnostic.place.path not in report.changed
        return is_elsewhere, _SEVERITIES.index(diagnostic.severity)

    ordered = sorted(report.diagnostics, key=urgency)
    commands = [_command(diagnostic, report) for diagnostic in ordered]
    return "\n".join([*commands, summary_line(report.diagnostics)])


def _command(diagnostic: Diagnostic, report: Report) -> str:
    place = diagnostic.place
    properties = {
        "file": place.path,
        "line": str(place.line),
        "col": str(place.column),
        "title": diagnostic.rule,
    }
    fields = ",".join(f"{key}={workflow_property(value)}" for key, value in properties.items())
    text = workflow_data(diagnostic.message)
    if diagnostic.hint:
        text += "%0Ahint: " + workflow_data(diagnostic.hint)
    text += "%0Asee: " + workflow_data(report.more(diagnostic.rule))
    return f"::{_COMMANDS[diagnostic.severity]} {fields}::{text}"
