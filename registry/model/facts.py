"""The results of comparing a release with what its provider says: by a program, and by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Origin


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of facts of each verdict.

    What the document does not state (*not_found*) cannot be compared, so it is not in `compared`.
    """

    right: int = 0
    wrong: int = 0
    stricter: int = 0
    not_found: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.right + other.right,
            self.wrong + other.wrong,
            self.stricter + other.stricter,
            self.not_found + other.not_found,
        )

    @property
    def compared(self) -> int:
        """How many both sides state."""
        return self.right + self.wrong + self.stricter


class ReadDocument(NamedTuple):
    """A document that was compared: its *source* and *state* in the release, and its digest."""

    source: str
    state: str
    sha256: str


class Difference(NamedTuple):
    """A fact that is wrong or stricter: what both sides say, and why it may stay as it is."""

    tool: str
    fact: str
    verdict: str
    manual: str
    document: str
    because: str = ""


class LookedUp(NamedTuple):
    """A person's reading of a tool: its *call* (`GET https://…`) and its *required* inputs.

    It was read in *source* on *date*.
    """

    call: str
    required: tuple[str, ...]
    source: str
    date: str

    @property
    def counts(self) -> Counts:
        """The facts in it: host, path and method, and each required input."""
        return Counts(right=3 + len(self.required))


@dataclass(frozen=True)
class Facts:
    """What is known of *release*, a version.

    Attributes:
        date: the day on which a program compared it, "" where none did.
        documents: what it was compared with.
        compared: the counts of each tool that a program compared.
        differences: what is wrong or stricter.
        looked_up: what was read by hand, by tool.
        origin: where they were read.
    """

    release: str
    date: str = ""
    documents: tuple[ReadDocument, ...] = ()
    compared: Mapping[str, Counts] = field(default_factory=lambda: MappingProxyType({}))
    differences: tuple[Difference, ...] = ()
    looked_up: Mapping[str, LookedUp] = field(default_factory=lambda: MappingProxyType({}))
    origin: Origin | None = None

    @cached_property
    def counts(self) -> Counts:
        """The counts of all tools that a program compared."""
        return sum(self.compared.values(), Counts())
