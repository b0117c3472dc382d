"""Everything a contributed file says, searched as one text by the rules that look at words."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias

from registry.diagnostics import Place
from registry.rules._shown import shown

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator

    from registry.source import Document, Json, Pointer

_BETWEEN = "\x00"
"""Stands between two texts that have nothing to do with each other; no pattern matches it."""

_WORD = re.compile("[a-z]+")

_Found: TypeAlias = "dict[str, tuple[str, bool]]"
"""By text, the piece that was looked for, and whether it is mild."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A text of a file in which something was found.

    Attributes:
        document: the document that says it.
        pointer: where the text stands in it; for a key, that of its value.
        is_key: whether the text is a key.
        text: all of it.
        found: the piece that was looked for.
        is_mild: whether it is of a kind that is found in honest texts, too.
    """

    document: Document
    pointer: Pointer
    is_key: bool
    text: str
    found: str
    is_mild: bool = False

    @property
    def place(self) -> Place:
        """Where the text stands; only asked for findings, as lines cost a second reading."""
        document, pointer = self.document, self.pointer
        return document.key_place(pointer) if self.is_key else document.place(pointer)

    @property
    def where(self) -> str:
        """Names the spot in a sentence: `the description`, `the key 'x'`, `the entry of tags`."""
        name = next((step for step in reversed(self.pointer) if isinstance(step, str)), "text")
        if self.is_key:
            return "the key"
        return f"the {name!r}" if isinstance(self.pointer[-1], str) else f"an entry of {name!r}"

    @property
    def quoted(self) -> str:
        """The piece that was found, shortened for a sentence."""
        return shown(self.found)


class Texts:
    """All strings and all keys of one document, each of them once.

    Most rules can tell from *characters*, from *longest* or from the words that they need that
    there is nothing to look for; patterns are slow and see only the texts that may match.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        unique: dict[str, None] = {}
        _collect(document.data, unique)
        # Sentences follow each other with a line break between them, so that an order cut into
        # pieces (a description and its parameters' descriptions) is read as one.
        sentences = [text for text in unique if " " in text]
        self._strings = [*sentences, *(text for text in unique if " " not in text)]
        rest = self._strings[len(sentences) :]
        self.whole = "\n".join([*sentences, ""]) + _BETWEEN.join([*rest, ""])
        lengths = (len(text) + 1 for text in self._strings)
        self._starts = list(accumulate(lengths, initial=0))

    @cached_property
    def characters(self) -> frozenset[str]:
        """Every character in any of the texts."""
        is_said = any(_BETWEEN in text for text in self._strings)
        return frozenset(self.whole) - (frozenset() if is_said else {_BETWEEN})

    @cached_property
    def longest(self) -> int:
        """The length of the longest piece without white space."""
        return max(map(len, self.whole.replace(_BETWEEN, " ").split()), default=0)

    @cached_property
    def _lowered(self) -> tuple[str, list[int]]:
        """The texts in lower case as one text, and where each begins in it."""
        # One by one: a few characters become longer in lower case.
        texts = [text.lower() for text in self._strings]
        starts = accumulate((len(text) + 1 for text in texts), initial=0)
        return _BETWEEN.join([*texts, ""]), list(starts)

    @cached_property
    def _words(self) -> frozenset[str]:
        """Every word in any of the texts: ASCII letters alone, in lower case."""
        return frozenset(_WORD.findall(self._lowered[0]))

    def _with_word(self, words: frozenset[str]) -> set[int]:
        """Return the numbers of the texts that hold one of *words*."""
        text, starts = self._lowered
        found = set()
        for word in words & self._words:
            at = text.find(word)
            while at >= 0:
                after = at + len(word)
                if not (_is_letter(text[at - 1 : at]) or _is_letter(text[after : after + 1])):
                    number = bisect_right(starts, at)
                    found.add(number - 1)
                    after = starts[number]
                at = text.find(word, after)
        return found

    def having(self, characters: frozenset[str]) -> Iterator[Hit]:
        """Yield every text that holds one of *characters*, with the first of them."""
        if self.characters.isdisjoint(characters):
            return
        found: _Found = {}
        for text in self._strings:
            piece = next((character for character in text if character in characters), "")
            if piece:
                found[text] = piece, False
        yield from self._hits(found)

    def search(
        self,
        pattern: re.Pattern[str],
        *needs: frozenset[str],
        pieces: tuple[str, ...] = (),
        characters: frozenset[str] = frozenset(),
        run: int = 0,
        mild: re.Pattern[str] | None = None,
    ) -> Iterator[Hit]:
        """Yield every text in which *pattern* is found, once, with the first piece that matches.

        All else says quickly where nothing can be found. *needs* are sets of words in lower case,
        of which a match must hold one each; the rarest set comes first, as only texts with such a
        word, and their neighbours, are looked at. A match holds one of *pieces* or a stretch of
        *run* characters without white space, and one of *characters*.

        Of a text with several pieces the first is taken that *mild* does not match as a whole.
        """
        if not self._can_hold(pieces, characters, run):
            return
        found: _Found = {}
        for start, end in self._stretches(needs):
            for match in pattern.finditer(self.whole, start, end):
                text = self._strings[bisect_right(self._starts, match.start()) - 1]
                is_mild = bool(mild and mild.fullmatch(match[0]))
                if text not in found or (found[text][1] and not is_mild):
                    found[text] = match[0], is_mild
        yield from self._hits(found)

    def _can_hold(self, pieces: tuple[str, ...], characters: frozenset[str], run: int) -> bool:
        if characters and self.characters.isdisjoint(characters):
            return False
        if not pieces and not run:
            return True
        has_run = bool(run) and self.longest >= run
        return has_run or any(piece in self.whole for piece in pieces)

    def _stretches(self, needs: tuple[frozenset[str], ...]) -> Iterator[tuple[int, int]]:
        """Yield the parts of *whole* in which a match with a word of each of *needs* can be."""
        if not needs:
            yield 0, len(self.whole)
            return
        if any(self._words.isdisjoint(words) for words in needs):
            return
        starts, last = self._starts, len(self._strings)
        begin = end = 0
        for index in sorted(self._with_word(needs[0])):
            if starts[max(0, index - 1)] > end:
                yield begin, end
                begin = starts[index - 1]
            end = starts[min(last, index + 2)]
        yield begin, end

    def search_source(self, pattern: re.Pattern[str], piece: str) -> Iterator[tuple[Place, str]]:
        """Yield place and text of every match of *pattern* in the file, comments included.

        Every match holds *piece*, which is looked for first.
        """
        source = self.document.text
        line, counted = 1, 0
        for match in pattern.finditer(source) if piece in source else ():
            line += source.count("\n", counted, match.start())
            counted = match.start()
            column = counted - source.rfind("\n", 0, counted)
            yield Place(self.document.path, line, column), match.group()

    def _hits(self, found: _Found) -> Iterator[Hit]:
        """Yield every place of the texts in *found*, in the order of the file."""
        if found:
            for text, pointer, is_key in _spots(self.document.data, found, []):
                yield Hit(self.document, pointer, is_key, text, *found[text])


def _is_letter(character: str) -> bool:
    return "a" <= character <= "z"


def _collect(value: Json, found: dict[str, None]) -> None:
    if type(value) is str:
        found[value] = None
    elif type(value) is dict:
        for key, inner in value.items():
            found[key] = None
            _collect(inner, found)
    elif type(value) is list:
        for inner in value:
            _collect(inner, found)


def _spots(
    value: Json, wanted: Container[str], path: list[str | int]
) -> Iterator[tuple[str, Pointer, bool]]:
    """Yield the *wanted* texts below *path*, with where they stand and whether as a key."""
    if isinstance(value, dict):
        for key, inner in value.items():
            path.append(key)
            if key in wanted:
                yield key, tuple(path), True
            yield from _at(inner, wanted, path)
            path.pop()
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            path.append(index)
            yield from _at(inner, wanted, path)
            path.pop()


def _at(
    value: Json, wanted: Container[str], path: list[str | int]
) -> Iterable[tuple[str, Pointer, bool]]:
    if isinstance(value, str):
        return ((value, tuple(path), False),) if value in wanted else ()
    return _spots(value, wanted, path) if isinstance(value, _COLLECTION) else ()


_COLLECTION = (dict, list)
