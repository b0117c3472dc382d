"""Put diagnostics into words for a terminal, a script, a pull request or a code-scanning service.

A format is a module beside this file with `render(report)`, which returns one string without the
final newline, "" when there is nothing to say. Messages, hints and paths hold text from strangers:
every format escapes it with what `_escape.py` offers, so that a manual can neither move a cursor
nor give orders to a CI system nor add markup.
"""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.discover import modules
from registry.report._data import entries
from registry.report._escape import json_text, printable
from registry.report._escape import markdown as markdown_text

__all__ = ["Report", "entries", "formats", "json_text", "markdown_text", "printable", "summary"]

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from registry.diagnostics import Diagnostic


def _no_text(_: str) -> str | None:
    return None


def _plain(_: str, text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Report:
    """What is to be reported, and what a format may use to report it well.

    Attributes:
        diagnostics: the problems, sorted by place.
        changed: paths that the pull request at hand touches; their problems come first where a
            reader sees only the first few.
        read: returns the text of the file at a path, for excerpts, or None where there is none.
        paint: dresses a piece of text for its role (`error`, `warning`, `note`, `place`, `rule`,
            `hint`, `margin`), for instance with colours; it gets text that is escaped already.
        rules_url: the address below which each rule has a page, such as
            `https://registry.example/rules/`, or "" where that is not known.
    """

    diagnostics: tuple[Diagnostic, ...]
    changed: Collection[str] = ()
    read: Callable[[str], str | None] = _no_text
    paint: Callable[[str, str], str] = _plain
    rules_url: str = ""

    def url(self, rule: str) -> str:
        """Return the address of the page of *rule*, or ""."""
        return f"{self.rules_url}{rule}/" if self.rules_url else ""

    def more(self, rule: str) -> str:
        """Return where to read about *rule*: the address of its page, or the command to type."""
        return self.url(rule) or f"registry explain {rule}"


@cache
def formats() -> Mapping[str, Callable[[Report], str]]:
    """Return the function of each format by the name of its module."""
    found = modules(sys.modules[__name__])
    return {module.__name__.rpartition(".")[2]: module.render for module in found}


def summary(diagnostics: Collection[Diagnostic]) -> str:
    """Return how much there is of what, such as `3 errors, 1 warning in 2 files`."""
    counts = Counter(diagnostic.severity for diagnostic in diagnostics)
    files = len({diagnostic.place.path for diagnostic in diagnostics})
    amounts = (_amount(counts[severity], severity) for severity in Severity if counts[severity])
    return f"{', '.join(amounts)} in {_amount(files, 'file')}"


def _amount(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
