"""The state that the YAML and the JSON reader share: limits, refusals, positions, problems."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from registry.diagnostics import Diagnostic, Place
from registry.source.limits import CONTRIBUTED, Limits
from registry.source.strings import LONE_SURROGATE

if TYPE_CHECKING:
    from collections.abc import Mapping

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
Pointer: TypeAlias = tuple[str | int, ...]

OUTLINE = 2
"""Levels of values, the root being the first, whose marks are kept at every reading."""


class Mark(NamedTuple):
    """The positions of a value and its key (from 1), and how a plain scalar was written."""

    line: int
    column: int
    key_line: int
    key_column: int
    text: str
    is_scalar: bool


INDENT_WITH_SPACES = "indent with plain spaces"
"""The hint for a key that begins with other spaces, as have most keys of such a file."""

_MOST_LINES = 5


def the_same_in(lines: list[int]) -> str:
    """Return the end of a hint: in which *lines* beyond the first it is needed again, or ""."""
    further = sorted({line for line in lines if line > lines[0]})
    if not further:
        return ""
    shown = ", ".join(map(str, further[:_MOST_LINES]))
    more = f" and {len(further) - _MOST_LINES} more" if len(further) > _MOST_LINES else ""
    return f"; the same in line{'s' if len(further) > 1 else ''} {shown}{more}"


class UnreadableError(Exception):
    """Reading one file has stopped; the reason is already among the problems."""


@dataclass(slots=True)
class Reading:
    """One pass over one file: collects problems, marks and, on request, those of every value."""

    path: str
    wants_marks: bool = False
    limits: Limits = CONTRIBUTED
    problems: list[Diagnostic] = field(default_factory=list)
    marks: dict[Pointer, Mark] = field(default_factory=dict)
    nodes: int = 0

    def report(self, line: int, column: int, rule: str, message: str, hint: str) -> None:
        """Record an error; raise UnreadableError once there are too many."""
        place = Place(self.path, line, column)
        self.problems.append(Diagnostic(place, rule, message, hint))
        if len(self.problems) >= self.limits.problems:
            raise UnreadableError

    def stop(self, line: int, column: int, rule: str, message: str, hint: str) -> UnreadableError:
        """Record an error that ends the reading; return the exception to raise."""
        place = Place(self.path, line, column)
        self.problems.append(Diagnostic(place, rule, message, hint))
        return UnreadableError()

    def count_node(self, line: int, column: int) -> None:
        """Count one value; raise UnreadableError when the file has too many."""
        self.nodes += 1
        if self.nodes > self.limits.nodes:
            raise self.stop(
                line,
                column,
                "excessive-nodes",
                f"the file contains more than {self.limits.nodes:,} values",
                "split the manual into several",
            )

    def check_depth(self, depth: int, line: int, column: int) -> None:
        """Raise UnreadableError where collections nest deeper than in any honest manual."""
        if depth > self.limits.depth:
            raise self.stop(
                line,
                column,
                "excessive-nesting",
                f"values are nested more than {self.limits.depth} levels deep here",
                "flatten the structure, or move the inner schema to `$defs`",
            )

    def check_key(
        self, mapping: Mapping[str, Json], forms: set[str], key: str, line: int, column: int
    ) -> None:
        """Report a *key* that *mapping* already has (after NFC) or that is not printable.

        *forms* are the keys of *mapping* beyond ASCII after NFC, to which *key* is added.
        """
        form = key
        if not key.isascii():
            form = unicodedata.normalize("NFC", key)
        if form in mapping or form in forms:
            is_scalar = not isinstance(mapping.get(key), dict | list)
            self.report(
                line,
                column,
                "duplicate-key",
                f"the key {key!r} appears twice in the same mapping",
                "remove one of them: most readers silently keep only one"
                if is_scalar
                else f"move what it contains to the first {key!r}, and remove this one",
            )
        if not key.isascii():
            forms.add(form)
        if len(key) > self.limits.key or not key.isprintable():
            self._report_unusable(key, line, column)
        if len(mapping) >= self.limits.keys:
            raise self.stop(
                line,
                column,
                "excessive-nodes",
                f"this mapping has more than {self.limits.keys:,} keys",
                "split the manual into several",
            )

    def _report_unusable(self, key: str, line: int, column: int) -> None:
        odd = next((each for each in key if not each.isprintable()), "")
        if odd:
            message = f"the key {key[:40]!r} contains the character U+{ord(odd):04X}"
            space = INDENT_WITH_SPACES if key.startswith(odd) else "replace it with plain spaces"
            hint = space if odd.isspace() else "remove the character"
        else:
            message = f"the key {key[:40]!r} is longer than {self.limits.key} characters"
            hint = "use a short name"
        self.report(line, column, "unusable-key", message, hint)

    def check_length(self, text: str, line: int, column: int) -> None:
        """Report a scalar that is longer than any honest description."""
        if len(text) > self.limits.scalar:
            self.report(
                line,
                column,
                "excessive-nodes",
                f"this value has {len(text):,} characters, more than {self.limits.scalar:,}",
                "shorten it, and link to the full version",
            )

    def whole(self, text: str, line: int, column: int) -> str:
        """Return *text* without lone surrogates, which no encoder can write; report them."""
        if not LONE_SURROGATE.search(text):
            return text
        self.report(
            line,
            column,
            "lone-surrogate",
            "this string contains half of a character (a lone surrogate)",
            "write the whole character, or in JSON both halves, such as \\uD83D\\uDE00",
        )
        return LONE_SURROGATE.sub("\ufffd", text)
