"""Find the comments of a YAML text and the entries that they belong to.

The parser drops comments. Every `#` outside of a scalar begins one, and the parser says where
the scalars are.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from registry.source._reading import Pointer, Reading, UnreadableError
from registry.source._yaml import YamlWalk

if TYPE_CHECKING:
    from collections.abc import Iterator

_Event: TypeAlias = Any

_BLOCK_SCALARS = ("|", ">")
_NOT_PLAIN = (*_BLOCK_SCALARS, '"', "'")


@dataclass(slots=True)
class Remarks:
    """The comments of one entry: lines *before* it, lines *after* it, and *behind* its first line.

    Each line begins with `#`, or is empty between two comments.
    """

    before: list[str] = field(default_factory=list)
    behind: str = ""
    after: list[str] = field(default_factory=list)


class _Comment(NamedTuple):
    start: int
    text: str
    is_alone: bool
    is_apart: bool
    """Whether an empty line precedes it."""


class _Entry(NamedTuple):
    start: int
    pointer: Pointer
    in_flow: bool


def comments(text: str) -> dict[Pointer, Remarks]:
    """Return the comments of *text* by the pointer of their entries.

    *text* must be free of problems. Comments before the first entry and at the very end are
    about the whole file, at ().
    """
    text = text.replace("\r\n", "\n")
    if "#" not in text:
        return {}
    spots = _Spots(text)
    found = list(_comments_in(text, spots.scalars))
    return _Placing(text, found, spots.entries(_without_comments(text, found))).result


def comments_behind_values(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield line, column and text of each comment directly behind a value without quotes."""
    text = text.replace("\r\n", "\n")
    scalars = _Spots(text).scalars
    starts = {end: start for start, end in scalars}
    for comment in _comments_in(text, scalars):
        line_start = text.rfind("\n", 0, comment.start) + 1
        end = line_start + len(text[line_start : comment.start].rstrip(" \t"))
        if end in starts and text[starts[end]] not in _NOT_PLAIN:
            line = text.count("\n", 0, line_start) + 1
            yield line, comment.start - line_start + 1, comment.text


class _Spots(YamlWalk):
    """Records where every entry and every scalar begins and ends."""

    def __init__(self, text: str) -> None:
        super().__init__(text, Reading("", wants_marks=True))
        self.scalars: list[tuple[int, int]] = []
        self._values: list[tuple[int, Pointer, bool]] = []
        self._flow: dict[Pointer, bool] = {}
        try:
            self.document()
        except UnreadableError:
            self._values.clear()

    def entries(self, structure: str) -> list[_Entry]:
        """Return the entries in order; *structure* is the text with its comments blanked out."""
        return [
            _Entry(_dash(structure, start) if is_item else start, pointer, self._flow[pointer[:-1]])
            for start, pointer, is_item in self._values
        ]

    def _key(self, event: _Event) -> str:
        self.scalars.append((event.start_mark.index, event.end_mark.index))
        return super()._key(event)

    def _remember(self, event: _Event, pointer: Pointer, key: Any) -> None:  # noqa: ANN401 - a mark
        if hasattr(event, "value"):
            self.scalars.append((event.start_mark.index, event.end_mark.index))
        else:
            self._flow[pointer] = bool(event.flow_style)
        if pointer:
            is_item = key is None and not self._flow[pointer[:-1]]
            self._values.append(((key or event.start_mark).index, pointer, is_item))


def _dash(structure: str, start: int) -> int:
    """Return the offset of the dash of the list item that begins at *start*."""
    return structure.rfind("-", 0, start)


def _comments_in(text: str, scalars: list[tuple[int, int]]) -> Iterator[_Comment]:
    end_of_last = 0
    for start, end in [*scalars, (len(text), len(text))]:
        yield from _comments_between(text, end_of_last, start)
        if text[start : start + 1] in _BLOCK_SCALARS:
            # The line with the indicator does not belong to the scalar's text.
            yield from _comments_between(text, start, min(end, _line_end(text, start)))
        end_of_last = max(end_of_last, end)


def _comments_between(text: str, start: int, end: int) -> Iterator[_Comment]:
    at = text.find("#", start, end)
    while at >= 0:
        line_end = _line_end(text, at)
        line_start = text.rfind("\n", 0, at) + 1
        is_alone = not text[line_start:at].strip()
        above = text[text.rfind("\n", 0, max(line_start - 1, 0)) + 1 : max(line_start - 1, 0)]
        is_apart = is_alone and line_start > 0 and not above.strip()
        yield _Comment(at, text[at:line_end].rstrip(), is_alone, is_apart)
        at = text.find("#", line_end, end)


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end


def _without_comments(text: str, found: list[_Comment]) -> str:
    parts: list[str] = []
    end = 0
    for comment in found:
        parts += text[end : comment.start], " " * len(comment.text)
        end = comment.start + len(comment.text)
    return "".join((*parts, text[end:]))


class _Placing:
    """Decides which entry each comment belongs to."""

    def __init__(self, text: str, found: list[_Comment], entries: list[_Entry]) -> None:
        self._text = text
        self._entries = entries
        self._starts = [entry.start for entry in entries]
        self._by_pointer = {entry.pointer: entry for entry in entries}
        self.result: dict[Pointer, Remarks] = {}
        for comment in found:
            self._place(comment)
        if self._at(()).before and self._is_apart(found):
            self._at(()).before.append("")

    def _place(self, comment: _Comment) -> None:
        number = bisect_right(self._starts, comment.start)
        if number == 0:
            self._add(self._at(()).before, comment)
        elif comment.is_alone:
            self._place_alone(comment, number)
        else:
            self._place_behind(comment, number)

    def _place_alone(self, comment: _Comment, number: int) -> None:
        """Put *comment* before the next entry, or after an earlier one if it is indented deeper."""
        column = self._column(comment.start)
        if number < len(self._entries):
            following = self._entries[number]
            if following.in_flow or column <= self._column(following.start):
                self._add(self._at(following.pointer).before, comment)
                return
        elif column == 0:
            self._add(self._at(()).after, comment)
            return
        line = [each for each in self._path(number - 1) if not each.in_flow] or self._entries[:1]
        fitting = [each for each in line if self._column(each.start) <= column] or line[:1]
        self._add(self._at(fitting[-1].pointer).after, comment)

    def _place_behind(self, comment: _Comment, number: int) -> None:
        line_start = self._text.rfind("\n", 0, comment.start) + 1
        here = self._entries[bisect_right(self._starts, line_start - 1) : number]
        blocks = [each for each in here if not each.in_flow]
        above = [each for each in self._path(number - 1) if not each.in_flow]
        chosen = (blocks[-1:] or here[:1] or above[-1:] or self._entries[:1])[0]
        remarks = self._at(chosen.pointer)
        if remarks.behind:
            remarks.before.append(comment.text)
        else:
            remarks.behind = comment.text

    def _path(self, number: int) -> list[_Entry]:
        """Return the entry with this number, preceded by its ancestors, the outermost first."""
        last = self._entries[number]
        ends = range(1, len(last.pointer) + 1)
        return [self._by_pointer[last.pointer[:end]] for end in ends]

    def _at(self, pointer: Pointer) -> Remarks:
        return self.result.setdefault(pointer, Remarks())

    def _add(self, lines: list[str], comment: _Comment) -> None:
        if lines and comment.is_apart:
            lines.append("")
        lines.append(comment.text)

    def _is_apart(self, found: list[_Comment]) -> bool:
        """Return whether an empty line follows the comments about the whole file."""
        last = [each for each in found if not self._starts or each.start < self._starts[0]][-1]
        rest = self._text[_line_end(self._text, last.start) :]
        return rest.removeprefix("\n").partition("\n")[0].strip() == "" and bool(self._starts)

    def _column(self, index: int) -> int:
        return index - (self._text.rfind("\n", 0, index) + 1)
