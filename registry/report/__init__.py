"""Format diagnostics for a terminal, a script, a pull request or a code-scanning service.

A format is a module of this package with `render(report)`, which returns one string without the
final newline, or "" if there is nothing to report. Messages, hints and paths contain text from
strangers: every format escapes it with the functions of `_escape.py`, so that a manual can neither
move a cursor, nor control a CI system, nor add markup.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Severity
from registry.plugins import modules
from registry.report._data import problem_objects
from registry.report._escape import json_text, printable, visible
from registry.report._escape import markdown as markdown_text
from registry.report._plurals import counted

__all__ = [
    "Report",
    "RuleText",
    "counted",
    "formats",
    "json_text",
    "markdown_text",
    "printable",
    "problem_objects",
    "summary_line",
    "visible",
]

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from registry.diagnostics import Diagnostic


def _no_text(_: str) -> str | None:
    return None


def _plain(_: str, text: str) -> str:
    return text


class RuleText(NamedTuple):
    """The documentation of a rule.

    Attributes:
        title: one line.
        reason: why it exists, as a paragraph.
        page: the whole documentation, as Markdown.
        severity: of its problems, unless the registry sets another.
        finds_secrets: whether the lines with its problems must not be shown.
    """

    title: str
    reason: str
    page: str
    severity: Severity
    finds_secrets: bool = False


def _undocumented(_: str) -> RuleText | None:
    return None


class Report(NamedTuple):
    """The content of a report, and what a format can use for it.

    Attributes:
        diagnostics: the problems, sorted by place.
        changed: paths that the pull request changes; their problems come first in formats that
            only show the first few.
        read: returns the text of the file at a path, for excerpts, or None.
        paint: formats a piece of text for its role (`error`, `warning`, `note`, `place`, `rule`,
            `hint`, `margin`), for instance with colours; its input is already escaped.
        rules_url: the URL below which each rule has a page, such as
            `https://registry.example/rules/`, or "" if it is not known.
        rule_text: returns the documentation of the rule with an id, or None.
    """

    diagnostics: tuple[Diagnostic, ...]
    changed: Collection[str] = ()
    read: Callable[[str], str | None] = _no_text
    paint: Callable[[str, str], str] = _plain
    rules_url: str = ""
    rule_text: Callable[[str], RuleText | None] = _undocumented

    def url(self, rule: str) -> str:
        """Return the URL of the page of *rule*, or ""."""
        return f"{self.rules_url}{rule}/" if self.rules_url else ""

    def more(self, rule: str) -> str:
        """Return where to read about *rule*: the URL of its page, or the command to type."""
        return self.url(rule) or f"registry explain {rule}"


@cache
def formats() -> Mapping[str, Callable[[Report], str]]:
    """Return the function of each format by the name of its module."""
    found = modules(sys.modules[__name__])
    return {module.__name__.rpartition(".")[2]: module.render for module in found}


def summary_line(diagnostics: Collection[Diagnostic]) -> str:
    """Return the totals, such as `3 errors, 1 warning in 2 files`."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    files = len({diagnostic.place.path for diagnostic in diagnostics})
    amounts = (counted(counts[severity], severity) for severity in Severity if counts[severity])
    return f"{', '.join(amounts)} in {counted(files, 'file')}"
