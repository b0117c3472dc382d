"""What the YAML and the JSON reader share: limits, refusals, positions, and problems as values."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from registry.diagnostics import Diagnostic, Place, Severity
from registry.source.limits import CONTRIBUTED, Limits

if TYPE_CHECKING:
    from collections.abc import Mapping

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Pointer: TypeAlias = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a value and its key stand (counted from 1), and how a plain scalar was spelt."""

    line: int
    column: int
    key_line: int
    key_column: int
    text: str
    is_scalar: bool


_SURROGATE = re.compile("[\ud800-\udfff]")


class UnreadableError(Exception):
    """Stops the reading of one file; the reason is already among the problems."""


def _nfc(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@dataclass(slots=True)
class Reading:
    """One pass over one file: collects problems and, when asked, the mark of every value."""

    path: str
    wants_marks: bool = False
    limits: Limits = CONTRIBUTED
    problems: list[Diagnostic] = field(default_factory=list)
    marks: dict[Pointer, Mark] = field(default_factory=dict)
    nodes: int = 0

    def report(self, line: int, column: int, rule: str, message: str, hint: str) -> None:
        """Record an error; raise UnreadableError once there are too many to be worth reading."""
        place = Place(self.path, line, column)
        self.problems.append(Diagnostic(place, Severity.ERROR, rule, message, hint))
        if len(self.problems) >= self.limits.problems:
            raise UnreadableError

    def stop(self, line: int, column: int, rule: str, message: str, hint: str) -> UnreadableError:
        """Record an error after which reading on makes no sense; return what to raise."""
        place = Place(self.path, line, column)
        self.problems.append(Diagnostic(place, Severity.ERROR, rule, message, hint))
        return UnreadableError()

    def count_node(self, line: int, column: int) -> None:
        """Count one value; raise UnreadableError when the file has too many."""
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            raise self.stop(
                line,
                column,
                "excessive-nodes",
                f"the file holds more than {self.limits.nodes:,} values",
                "split the manual into several",
            )

    def check_depth(self, depth: int, line: int, column: int) -> None:
        """Raise UnreadableError where collections nest deeper than any honest manual's."""
        if depth > self.limits.depth:
            raise self.stop(
                line,
                column,
                "excessive-nesting",
                f"values are nested more than {self.limits.depth} deep here",
                "flatten the structure, or move the inner schema to `$defs`",
            )

    def check_key(self, mapping: Mapping[str, Json], key: str, line: int, column: int) -> None:
        """Report a *key* that *mapping* already has (after NFC) or that is no printable name."""
        if key in mapping or (not key.isascii() and _nfc(key) in map(_nfc, mapping)):
            self.report(
                line,
                column,
                "duplicate-key",
                f"the key {key!r} stands twice in the same mapping",
                "remove one of the two: loaders silently keep only one of them",
            )
        if len(key) > self.limits.key or not key.isprintable():
            self.report(
                line,
                column,
                "unusable-key",
                f"the key {key[:40]!r} is longer than {self.limits.key} characters "
                "or holds an unprintable one",
                "indent with plain spaces" if key[:1].isspace() else "use a short, printable name",
            )
        if len(mapping) >= self.limits.keys:
            raise self.stop(
                line,
                column,
                "excessive-nodes",
                f"this mapping has more than {self.limits.keys:,} keys",
                "split the manual into several",
            )

    def check_length(self, text: str, line: int, column: int) -> None:
        """Report a scalar longer than a description could honestly be."""
        if len(text) > self.limits.scalar:
            self.report(
                line,
                column,
                "excessive-nodes",
                f"this text has {len(text):,} characters, more than {self.limits.scalar:,}",
                "shorten it and link to the long form instead",
            )

    def whole(self, text: str, line: int, column: int) -> str:
        """Return *text*; report halves of characters in it, which no encoder can write."""
        if not _SURROGATE.search(text):
            return text
        self.report(
            line,
            column,
            "lone-surrogate",
            "this text holds half of a character (a lone surrogate)",
            "write the whole character, or in JSON both halves as \\uD83D\\uDE00",
        )
        return _SURROGATE.sub("\ufffd", text)
