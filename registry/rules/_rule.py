"""The types of a rule and of its findings."""

from __future__ import annotations

import inspect
from enum import StrEnum
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from registry.changes.proposal import Proposal
    from registry.diagnostics import Place, Severity
    from registry.model import Manual, Publisher, Release, Tool
    from registry.rules._strings import Strings
    from registry.source import Pointer


class Group(StrEnum):
    """What a finding is about; `registry review` asks for a person's review of the first."""

    SECURITY = "security"
    QUALITY = "quality"


class Spot(NamedTuple):
    """A location in a file: small, and its line is only looked up for a finding."""

    path: str
    pointer: Pointer


class Finding(NamedTuple):
    """A finding of a rule: the place, a message about this manual, and possibly a hint.

    *severity* is that of the rule if None.
    """

    place: Place | Spot
    message: str
    hint: str = ""
    severity: Severity | None = None


class Dated(NamedTuple):
    """The notes of a rule on all manuals, and the *day* of the check, as `YYYY-MM-DD`."""

    day: str
    notes: Sequence[Any]


class Rule(NamedTuple):
    """One rule: its id, its docstring, which is its documentation, and its checks.

    A line in which it *finds_secrets* is never shown: logs of CI jobs are public. *gravest* is the
    severity of its gravest finding.
    """

    id: str
    severity: Severity
    hint: str
    docstring: str
    gravest: Severity
    group: Group = Group.SECURITY
    finds_secrets: bool = False
    check_tool: Callable[[Tool], Iterator[Finding]] | None = None
    check_release: Callable[[Release], Iterator[Finding]] | None = None
    check_strings: Callable[[Strings], Iterator[Finding]] | None = None
    check_manual: Callable[[Manual], Iterator[Finding]] | None = None
    check_publisher: Callable[[Publisher], Iterator[Finding]] | None = None
    check_publishers: Callable[[Sequence[Any]], Iterator[Finding]] | None = None
    check_notes: Callable[[Sequence[Any]], Iterator[Finding]] | None = None
    check_dated: Callable[[Dated], Iterator[Finding]] | None = None
    note_publisher: Callable[[Publisher], Any] | None = None
    note_manual: Callable[[Manual], Any] | None = None
    Note: Callable[..., Any] | None = None
    check_proposal: Callable[[Proposal], Iterator[Finding]] | None = None

    @property
    def documentation(self) -> str:
        """The docstring without its indentation: a check of a file needs that of no rule."""
        return inspect.cleandoc(self.docstring)

    @property
    def title(self) -> str:
        """The first line of the documentation: what is wrong, in a sentence."""
        return self.documentation.partition("\n")[0]

    @property
    def reason(self) -> str:
        """The paragraphs between title and examples: why it matters."""
        return self.documentation.partition("\n")[2].partition("\nBad:\n")[0].strip()


CHECKS = tuple(name for name in Rule._fields if name.startswith("check_"))
"""The names of the functions that yield findings."""

OFFERED = (*CHECKS, "note_publisher", "note_manual", "Note")
"""The names of everything that a rule can define for being run."""
