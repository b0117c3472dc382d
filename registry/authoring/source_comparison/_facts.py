"""The facts that a comparison yields: both statements, their places, and a verdict."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.authoring.source_comparison._documents import ApiDocument
    from registry.model import Release, Tool
    from registry.source import Pointer


class Verdict(StrEnum):
    """The result of comparing a statement of the manual with that of the document.

    `STRICTER` is safe and loses something: fewer values, an optional input that is required here.
    `NOT_FOUND` is what the manual states and the document does not.
    """

    RIGHT = "right"
    WRONG = "wrong"
    STRICTER = "stricter"
    NOT_FOUND = "not found"


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on one statement, before it is known of which tool it is.

    Attributes:
        subject: what the statement is about: `call`, `input city`, `reply items[].name`.
        kind: what it states: `host`, `required`, `type`, `maximum`, …
        verdict: how it compares with the document.
        manual, document: what each says, for people.
        steps: where the manual says it, as the fields of a tool.
        pointer: where the document says it, or would: a JSON Pointer as a fragment (RFC 6901).
    """

    subject: str
    kind: str
    verdict: Verdict
    manual: str
    document: str
    steps: Pointer
    pointer: str


@dataclass(frozen=True, slots=True)
class Fact:
    """A finding with the *tool* it is about, and the *source* that it was compared with."""

    tool: Tool
    source: ApiDocument
    finding: Finding

    @property
    def what(self) -> str:
        """What it is about, in a few words: `input city: required`."""
        return f"{self.finding.subject}: {self.finding.kind}"


@dataclass(frozen=True, slots=True)
class Comparison:
    """A release and its facts.

    Attributes:
        release: what was compared.
        facts: in the order of the tools.
        missing: the tools whose call is in none of the documents.
    """

    release: Release
    facts: tuple[Fact, ...]
    missing: tuple[Tool, ...]

    def count(self, verdict: Verdict) -> int:
        """Return how many facts have *verdict*."""
        return Counter(fact.finding.verdict for fact in self.facts)[verdict]

    def of(self, *verdicts: Verdict) -> tuple[Fact, ...]:
        """Return the facts that have one of *verdicts*."""
        return tuple(fact for fact in self.facts if fact.finding.verdict in verdicts)
