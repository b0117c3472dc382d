"""Read the outline of an API Blueprint: its headings, and the nested lists below each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADING = re.compile(r"(#{1,6})[ \t]*(\S.*)")
_FENCE = ("```", "~~~")
_AS_IT_IS = {"body", "schema", "header", "headers"}
"""Entries whose lines are no list, whatever they begin with."""

MAX_LINE = 5_000
"""Characters of a line that is read: longer ones are data."""

MAX_LEVELS = 40
"""How deep lists are read; what is deeper belongs to the last of them."""


@dataclass(slots=True)
class Entry:
    """An entry of a list: its first line, the lines below it, and the entries inside it."""

    text: str
    indent: int
    lines: list[str] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)

    @property
    def words(self) -> str:
        """The lines below it, as one."""
        return " ".join(each.strip() for each in self.lines if each.strip())

    def labelled(self, *labels: str) -> Iterator[Entry]:
        """Yield the entries inside it that begin with one of *labels*, such as `attributes`."""
        yield from (each for each in self.entries if first_word(each.text) in labels)


@dataclass(slots=True)
class Section:
    """A heading, "" before the first one, and the lists below it."""

    title: str
    top: Entry = field(default_factory=lambda: Entry("", -1))


def first_word(text: str) -> str:
    """Return the word that says what an entry is, in lower case."""
    return re.split(r"[\s:(]", text, maxsplit=1)[0].lower()


def sections(text: str) -> Iterator[Section]:
    """Yield the sections of *text* in their order."""
    current = Section("")
    stack = [current.top]
    is_fenced = False
    for line in text.splitlines():
        if line.lstrip().startswith(_FENCE):
            is_fenced = not is_fenced
        heading = None if is_fenced or len(line) > MAX_LINE else _HEADING.match(line)
        if heading:
            yield current
            current = Section(heading[2].strip().rstrip("#").rstrip())
            stack = [current.top]
        else:
            _add_line(line.expandtabs(4), stack)
    yield current


def _add_line(line: str, stack: list[Entry]) -> None:
    """Put *line* where its indentation says; *stack* are the entries that it may belong to."""
    bare = line.lstrip()
    indent = len(line) - len(bare)
    last = stack[-1]
    is_inside = not bare or indent > last.indent
    is_data = is_inside and first_word(last.text) in _AS_IT_IS
    is_entry = bare[:2] in ("+ ", "- ", "* ") and len(line) <= MAX_LINE
    if is_data or not is_entry or len(stack) > MAX_LEVELS:
        last.lines.append(line)
        return
    while indent <= stack[-1].indent:
        stack.pop()
    entry = Entry(bare[2:].strip(), indent)
    stack[-1].entries.append(entry)
    stack.append(entry)
