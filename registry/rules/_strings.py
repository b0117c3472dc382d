"""All strings of a contributed file, joined for the rules that search for words."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from string import ascii_lowercase
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from registry.diagnostics import Place
from registry.model.naming import part_words
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from registry.rules._pattern import Pattern
    from registry.source import Document, Json, Pointer

_BETWEEN = "\x00"
"""Separates two unrelated strings; no pattern matches it."""

_ONLY_LETTERS = bytes(each if chr(each) in ascii_lowercase else 32 for each in range(256))
"""Turns all bytes but letters into spaces; it takes half the time of a pattern."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[_-]+[A-Za-z0-9]+)*")
_JOINT = re.compile(r"[_-]+")
_LEAST_JOINTS = 2
"""Between the words of a name that can be a sentence: `do_not_tell` has as many."""

_WORDS = "about and any do from in it its me must not of that the them this to user with you your"
_OF_SENTENCES = frozenset(f"{_WORDS} {_WORDS.title()} {_WORDS.upper()}".split())
_LEAST_OF_SENTENCES = 2
_LONGEST_WORD = 30
"""Which words sentences have and lists of names do not, how many, and how long a word may be."""

_SAMPLES = frozenset({"example", "examples", "example_outputs"})
"""Keys below which values are shown."""

_Found: TypeAlias = "dict[str, tuple[str, bool]]"
"""By string, the match in it, and whether it is weak evidence."""


class StringHit(NamedTuple):
    """A string of a file in which something was found.

    Attributes:
        document: the document that contains it.
        pointer: the pointer to the string; for a key, to its value.
        is_key: whether the string is a key.
        text: the whole string.
        found: the match in it.
        is_weak: whether honest documentation often contains the match, too.
    """

    document: Document
    pointer: Pointer
    is_key: bool
    text: str
    found: str
    is_weak: bool = False

    @property
    def place(self) -> Place:
        """The position of the string; only used for findings, as it costs a second reading."""
        document, pointer = self.document, self.pointer
        return document.key_place(pointer) if self.is_key else document.place(pointer)

    @property
    def where(self) -> str:
        """The name of the string in a sentence: "`description`", "a key", "an entry of `tags`"."""
        name = next((step for step in reversed(self.pointer) if isinstance(step, str)), "text")
        if self.is_key:
            return "a key"
        return f"`{name}`" if isinstance(self.pointer[-1], str) else f"an entry of `{name}`"

    @property
    def is_sample(self) -> bool:
        """Whether it is, or is inside, an example of a value."""
        return not _SAMPLES.isdisjoint(self.pointer)

    @property
    def quoted(self) -> str:
        """The match in quotes, shortened for a sentence."""
        return quoted(self.found)


class Strings:
    """All strings and all keys of one document, each once.

    From *characters*, *longest* or the words that it needs, a rule usually sees that nothing can
    match; patterns are slow and only run on strings that may match.

    Attributes:
        document: the document that contains them.
        texts: first those that contain a space, then the others, each in the order of the file.
        whole: all of them, joined, and once more in words: names such as `do_not_tell_the_user`,
            and the words of a list, or the keys of a mapping, that are a sentence in a row.
    """

    def __init__(self, document: Document) -> None:
        self.document = document
        unique: dict[str, None] = {}
        in_a_row: dict[str, str] = {}
        _collect(document.data, unique, in_a_row)
        # Sentences are joined by line breaks, so that an instruction in several pieces (a
        # description and the descriptions of the inputs) is matched as one.
        sentences = [text for text in unique if " " in text]
        rest = [text for text in unique if " " not in text]
        self.texts = (*sentences, *rest)
        names = {said: text for text in rest if (said := _in_words(text))} | in_a_row
        self._names = {said: text for said, text in names.items() if said not in unique}
        self._all = (*self.texts, *self._names)
        self.whole = "\n".join([*sentences, ""]) + _BETWEEN.join([*rest, *self._names, ""])
        lengths = (len(text) + 1 for text in self._all)
        self._starts = list(accumulate(lengths, initial=0))

    @cached_property
    def characters(self) -> frozenset[str]:
        """All characters of all strings."""
        is_said = any(_BETWEEN in text for text in self.texts)
        return frozenset(self.whole) - (frozenset() if is_said else {_BETWEEN})

    @cached_property
    def longest(self) -> int:
        """The length of the longest run without white space."""
        return max(map(len, self.whole.replace(_BETWEEN, " ").split()), default=0)

    @cached_property
    def _lowered(self) -> tuple[str, list[int]]:
        """All strings joined in lower case, and the offset of each."""
        # Each by itself, as a few characters become longer in lower case.
        texts = [text.lower() for text in self._all]
        starts = accumulate((len(text) + 1 for text in texts), initial=0)
        return _BETWEEN.join([*texts, ""]), list(starts)

    @cached_property
    def _words(self) -> frozenset[str]:
        """All words of all strings: only ASCII letters, in lower case."""
        text = self._lowered[0].encode("ascii", "replace").translate(_ONLY_LETTERS)
        return frozenset(text.decode().split())

    def with_word(self, words: frozenset[str]) -> set[str]:
        """Return the strings that contain one of *words*: ASCII letters in lower case."""
        return {self._written(number) for number in self._with_word(words)}

    def matching(self, pattern: re.Pattern[str]) -> set[str]:
        """Return the strings in which *pattern* is found; it must not match a line break."""
        found = (bisect_right(self._starts, each.start()) for each in pattern.finditer(self.whole))
        return {self._written(after - 1) for after in found}

    def _written(self, number: int) -> str:
        """Return the string of this *number*, a name as it is written."""
        text = self._all[number]
        return self._names.get(text, text)

    def _with_word(self, words: frozenset[str]) -> set[int]:
        """Return the numbers of the strings that contain one of *words*."""
        text, starts = self._lowered
        numbers = set()
        for word in words & self._words:
            at = text.find(word)
            while at >= 0:
                after = at + len(word)
                if not (_is_letter(text[at - 1 : at]) or _is_letter(text[after : after + 1])):
                    number = bisect_right(starts, at)
                    numbers.add(number - 1)
                    after = starts[number]
                at = text.find(word, after)
        return numbers

    def having(self, characters: frozenset[str]) -> Iterator[StringHit]:
        """Yield every string that contains one of *characters*, with the first of them."""
        if self.characters.isdisjoint(characters):
            return
        pieces: _Found = {}
        for text in self.texts:
            piece = next((character for character in text if character in characters), "")
            if piece:
                pieces[text] = piece, False
        yield from self.hits(pieces)

    def search(
        self,
        pattern: Pattern,
        *needs: frozenset[str],
        pieces: tuple[str, ...] = (),
        characters: frozenset[str] = frozenset(),
        run: int = 0,
        weak: Pattern | None = None,
    ) -> Iterator[StringHit]:
        """Yield every string in which *pattern* is found, once, with the first match.

        The other arguments exclude strings quickly. A match contains a word of each of *needs*,
        sets of words in lower case; the rarest set comes first, as only strings with such a word,
        and their neighbours, are searched. A match also contains one of *pieces* or a run of *run*
        characters without white space, and one of *characters*.

        Of several matches in a string, the first that *weak* does not fully match counts.
        """
        if not self._can_hold(pieces, characters, run):
            return
        matches: _Found = {}
        for start, end in self._stretches(needs):
            for match in pattern.compiled.finditer(self.whole, start, end):
                text = self._written(bisect_right(self._starts, match.start()) - 1)
                is_weak = bool(weak and weak.compiled.fullmatch(match[0]))
                if text not in matches or (matches[text][1] and not is_weak):
                    matches[text] = match[0], is_weak
        yield from self.hits(matches)

    def _can_hold(self, pieces: tuple[str, ...], characters: frozenset[str], run: int) -> bool:
        if characters and self.characters.isdisjoint(characters):
            return False
        if not pieces and not run:
            return True
        has_run = bool(run) and self.longest >= run
        return has_run or any(piece in self.whole for piece in pieces)

    def _stretches(self, needs: tuple[frozenset[str], ...]) -> Iterator[tuple[int, int]]:
        """Yield the parts of *whole* that can contain a match with a word of each of *needs*."""
        if not needs:
            yield 0, len(self.whole)
            return
        if any(self._words.isdisjoint(words) for words in needs):
            return
        starts, last = self._starts, len(self._all)
        begin = end = 0
        for index in sorted(self._with_word(needs[0])):
            if starts[max(0, index - 1)] > end:
                yield begin, end
                begin = starts[index - 1]
            end = starts[min(last, index + 2)]
        yield begin, end

    def search_source(self, pattern: Pattern, piece: str) -> Iterator[tuple[Place, str]]:
        """Yield the place and text of every match of *pattern* in the file, including comments.

        Every match contains *piece*, which is searched for first.
        """
        source = self.document.text
        line, counted = 1, 0
        for match in pattern.compiled.finditer(source) if piece in source else ():
            line += source.count("\n", counted, match.start())
            counted = match.start()
            column = counted - source.rfind("\n", 0, counted)
            yield Place(self.document.path, line, column), match.group()

    def hits(self, found: dict[str, tuple[str, bool]]) -> Iterator[StringHit]:
        """Yield every occurrence of the strings in *found*, in the order of the file.

        *found* has, by string, the match in it, and whether it is weak evidence.
        """
        for pointer, is_key, text in _spots(self.document.data, (), found) if found else ():
            yield StringHit(self.document, pointer, is_key, text, *found[text])


def _in_words(text: str) -> str:
    """Return the words of the name *text*, "" if it is none, or of few words."""
    said = _JOINT.sub(" ", part_words(text, " ")) if _NAME.fullmatch(text) else ""
    return said if said.count(" ") >= _LEAST_JOINTS else ""


def _is_letter(character: str) -> bool:
    return "a" <= character <= "z"


def _collect(value: Json, texts: dict[str, None], in_a_row: dict[str, str]) -> None:
    """Collect all strings in *value*, and by sentence the first of words that are one in a row."""
    if type(value) is str:
        texts[value] = None
    elif type(value) is dict:
        if not _OF_SENTENCES.isdisjoint(value):
            _collect_row(list(value), in_a_row)
        for key, inner in value.items():
            texts[key] = None
            _collect(inner, texts, in_a_row)
    elif type(value) is list:
        if value and type(value[0]) is str:
            _collect_row([each for each in value if type(each) is str], in_a_row)
        for inner in value:
            _collect(inner, texts, in_a_row)


def _collect_row(words: list[str], in_a_row: dict[str, str]) -> None:
    if len(_OF_SENTENCES.intersection(words)) >= _LEAST_OF_SENTENCES:
        said = " ".join(each for each in words if len(each) <= _LONGEST_WORD)
        in_a_row.setdefault(said, words[0])


def _spots(
    value: Json, pointer: Pointer, wanted: Container[str]
) -> Iterator[tuple[Pointer, bool, str]]:
    """Yield where each of *wanted* is in *value*, which is at *pointer*, and whether as a key."""
    if type(value) is str:
        if value in wanted:
            yield pointer, False, value
    elif type(value) is dict:
        for key, inner in value.items():
            if key in wanted:
                yield (*pointer, key), True, key
            if type(inner) is not str or inner in wanted:
                yield from _spots(inner, (*pointer, key), wanted)
    elif type(value) is list:
        for index, inner in enumerate(value):
            if type(inner) is not str or inner in wanted:
                yield from _spots(inner, (*pointer, index), wanted)
