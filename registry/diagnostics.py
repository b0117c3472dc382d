"""Problems as values: where in a contributed file, how severe, which rule, and what to do."""

from __future__ import annotations

import shlex
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from string import ascii_lowercase, digits
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

USUAL_MANUALS = Path("manuals")
"""The folder of manuals that commands read, unless another is given."""

USUAL_TRUST = Path("trust")
"""The folder of trust roots, unless another is given."""

_LONGEST_NAME = 128
"""Characters; a longer name is no slip of the keyboard, and comparing it would take long."""

_COMPARED = 60
"""Names that a misspelt one is compared with, if none is but one slip away."""

_SHORT = 4
"""Characters of a name of which one slip may make any other."""

_LETTERS = f"{ascii_lowercase}{digits}_./"


class Severity(StrEnum):
    """How severe a problem is; only an error prevents publishing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Place(NamedTuple):
    """A position in a file: *path* as in the checkout, *line* and *column* from 1."""

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


class Diagnostic(NamedTuple):
    """One problem: its *place*, the id of the *rule* it breaks, a message and a hint.

    *message* says what is wrong in this manual (lower case, no full stop) and quotes the author's
    own value; *hint* says what to do, if possible with the line to type, or is "". Both may
    contain hostile text: only `registry.report` prints them.
    """

    place: Place
    rule: str
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR

    @property
    def sort_key(self) -> tuple[Place, str, str]:
        """Sorts by place, then rule, so that reports are stable."""
        return self.place, self.rule, self.message


def has_errors(diagnostics: tuple[Diagnostic, ...]) -> bool:
    """Return whether any of *diagnostics* is an error, which prevents publishing."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


def sorted_diagnostics(diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return *diagnostics* sorted by place, without duplicates."""
    return tuple(sorted(dict.fromkeys(diagnostics), key=lambda diagnostic: diagnostic.sort_key))


def command(*words: object, manuals: Path = USUAL_MANUALS) -> str:
    """Return the line that runs `registry` with *words*, as it is typed into a POSIX shell.

    *manuals* is the folder that it reads, which is only named if it is not the usual one.
    """
    named = () if manuals == USUAL_MANUALS else ("--manuals", manuals)
    return shlex.join(map(str, ("registry", *words, *named)))


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the entry of *known* that *word* probably misspells, or ""."""
    return _nearest(word, tuple(known))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the hint with the entry of *known* that *word* probably misspells, or ""."""
    guess = nearest(word, known)
    return f"did you mean {guess!r}?" if guess else ""


@lru_cache(maxsize=10_000)
def _nearest(word: str, known: tuple[str, ...]) -> str:
    by_fold = _by_fold(known)
    folded = _without_spelling(word)
    if folded in by_fold or len(folded) > _LONGEST_NAME:
        return by_fold.get(folded, "")
    if slips := by_fold.keys() & _one_slip_away(folded):
        return by_fold[min(slips)]
    import difflib  # noqa: PLC0415 - most names are spelt as they should be

    # A typo hardly changes the length, so only a few of thousands of names need comparing.
    similar = [each for each in by_fold if abs(len(each) - len(folded)) <= len(folded) // 2]
    matches = difflib.get_close_matches(folded, similar[:_COMPARED], n=1, cutoff=0.75)
    return by_fold[matches[0]] if matches else ""


@lru_cache(maxsize=100)
def _by_fold(known: tuple[str, ...]) -> dict[str, str]:
    return {_without_spelling(name): name for name in known}


def _without_spelling(name: str) -> str:
    return name.casefold().replace("-", "_")


def _one_slip_away(word: str) -> set[str]:
    """Return what *word* may have been before a letter was lost, added or changed, or two swapped.

    A short word was nothing else, as one slip makes it any other.
    """
    cuts = [(word[:at], word[at:]) for at in range(len(word) + 1)] if len(word) > _SHORT else []
    return {
        *(left + right[1:] for left, right in cuts),
        *(left + right[1:2] + right[:1] + right[2:] for left, right in cuts),
        *(left + letter + right for left, right in cuts for letter in _LETTERS),
        *(left + letter + right[1:] for left, right in cuts for letter in _LETTERS),
    }
