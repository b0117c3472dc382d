"""Sentences that may begin in one text of a tool that a model reads, and go on in the next ones."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from registry.changes.model_texts import texts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from registry.model import Release, Tool

_MOST_PIECES = 4
"""Texts that one sentence is looked for in."""

_LONGEST_PIECE = 200
"""Characters of one text that are taken: of the first one the last ones."""

_ENDS = ".!?\u2026\u3002\uff01\uff1f"
_ENDED = re.compile(rf"[{_ENDS}][\"'`)\]*_]*\Z")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?;])\s|\n")
_READ_FIRST = ("description", "inputs", "outputs")
"""The parts of a tool that models get one after the other, whatever else the tool says."""

_TAGS = "tags"
"""Where no sentences are."""

_MARKS = f"{_ENDS} :;,-\"'`)]*_("
_BEFORE_WORD = " \"'`(*[_"


class CutSentence(NamedTuple):
    """What *tool* may say in several texts: the end of one, others, and the beginning of the last.

    Attributes:
        tool: its name.
        places: where the texts are.
        pieces: the part that each text adds.
    """

    tool: str
    places: tuple[str, ...]
    pieces: tuple[str, ...]

    @property
    def text(self) -> str:
        """The sentence as it is read."""
        return " ".join(self.pieces)

    @property
    def where(self) -> str:
        """The places of its first and its last text."""
        return f"{self.places[0]} to {self.places[-1]}"

    def found_across(self, words: re.Pattern[str]) -> re.Match[str] | None:
        """Return the first match of *words* that goes from the first text to the last, or None."""
        first, last = len(self.pieces[0]), len(self.text) - len(self.pieces[-1])
        at = 0
        while (found := words.search(self.text, at)) and found.start() < first:
            if found.end() > last:
                return found
            at = found.start() + 1
        return None


def new_cut_sentences(before: Release, after: Release) -> tuple[CutSentence, ...]:
    """Return the sentences of *after* that texts may share, and of *before* do not."""
    known = {(each.tool, each.text) for each in _cut_sentences(before.tools)}
    found = {(each.tool, each.text): each for each in _cut_sentences(after.tools)}
    return tuple(each for key, each in found.items() if key not in known)


def _cut_sentences(tools: Iterable[Tool]) -> Iterator[CutSentence]:
    for tool, texts in _texts_as_read(tools).items():
        for start in range(len(texts) - 1):
            run = _run(texts[start : start + _MOST_PIECES])
            for end in range(2, len(run) + 1):
                places, said = zip(*run[:end], strict=True)
                yield CutSentence(tool, places, tuple(_pieces(said)))


def _texts_as_read(tools: Iterable[Tool]) -> dict[str, list[tuple[str, str]]]:
    """Return the place and the text of all that models read, by tool, in the order of reading."""
    texts_by_tool: dict[str, list[tuple[str, str]]] = {}
    for (tool, where), text in texts_of(tools).items():
        if where != _TAGS and text.strip():
            texts_by_tool.setdefault(tool, []).append((where, text.strip()))
    for texts in texts_by_tool.values():
        texts.sort(key=lambda each: _part_of(each[0]))
    return texts_by_tool


def _part_of(where: str) -> int:
    part = where.partition(".")[0]
    return _READ_FIRST.index(part) if part in _READ_FIRST else len(_READ_FIRST)


def _run(texts: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the first of *texts*, as many as one sentence can go through."""
    run = [texts[0]]
    for (_, one), other in pairwise(texts):
        is_whole = len(run) > 1 and _BETWEEN_SENTENCES.search(one)
        if is_whole or not _goes_on(one, other[1]):
            break
        run.append(other)
    return run


def _goes_on(one: str, other: str) -> bool:
    """Return whether a reader may take *other* for the rest of the sentence that *one* ends with.

    Nearly all texts of our manuals end with a full stop, and begin with a capital.
    """
    return not _ENDED.search(one) or other.lstrip(_BEFORE_WORD)[:1].islower()


def _pieces(texts: Sequence[str]) -> Iterator[str]:
    first, *others, last = texts
    yield _BETWEEN_SENTENCES.split(first)[-1][-_LONGEST_PIECE:].rstrip(_MARKS)
    yield from (each[:_LONGEST_PIECE].rstrip(_MARKS) for each in others)
    yield _BETWEEN_SENTENCES.split(last, maxsplit=1)[0][:_LONGEST_PIECE]
