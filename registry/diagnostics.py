"""What the registry says about a contributed file: where, how bad, which rule, what to do."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """How much a problem matters; only an error keeps the catalogue from being published."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a file: *path* as in the checkout, *line* and *column* from 1."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: its *place*, the id of the *rule* it breaks, a sentence and what to do about it.

    *message* is a sentence about this very manual (lower case, no full stop) that quotes the
    author's own value; *hint* is an act, if possible the line to type, or "" where there is none.
    Both may hold hostile text: only `registry.report` prints them.
    """

    place: Place
    severity: Severity
    rule: str
    message: str
    hint: str = ""

    @property
    def sort_key(self) -> tuple[Place, str, str]:
        """Order by place, then rule, so that reports are stable."""
        return self.place, self.rule, self.message


def has_errors(diagnostics: tuple[Diagnostic, ...]) -> bool:
    """Tell whether any of *diagnostics* forbids publishing."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


def in_order(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Sort *diagnostics* by place and drop exact repetitions."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda diagnostic: diagnostic.sort_key))
