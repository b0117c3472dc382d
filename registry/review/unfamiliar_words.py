"""Find what a pull request says in words that neither English nor the merged release has.

It is in another language, in a cipher, or spelt in signs: rules of words read few of them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from registry.changes.model_texts import texts_of
from registry.review.new_demands import word_parts
from registry.review.new_links import words_on
from registry.search.word_lists import english
from registry.source.strings import strings_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.model import Catalogue, Release
    from registry.review.diff import Comparison

_SHORT_WORDS = (
    "a ai am an api as at be by do go he i id ie if in is it me my no of ok on or pm so to uk "
    "up us utc vs we"
)
_SHORT = frozenset(_SHORT_WORDS.split())
"""English words, and parts of abbreviations, that are too short for the list of English words."""

_LETTERS = re.compile(r"[^\W\d_]+")
_WORD = re.compile(r"[\"'(]?[^\W\d_]{2,}[\"'),.;:!?]?")

_NUMBER = re.compile(r"[`'\"(]{0,3}[+-]?\d[\dTZ]*(?:[.:/+-][\dTZ]+)+\W*")
"""A date, a time, a version, a coordinate: no one needs to know it."""

_AT_A_TIME = 6
"""How many words are judged together, or more short ones: a long text must not hide them."""

_LEAST_BYTES = 16
"""How long they are together. In bytes, since Chinese says much in few characters."""

_FAMILIAR_SHARE = 0.25
"""How much of them are known words. Of 31,000 texts of real manuals, 22 have less somewhere."""

_LEAST_WORDS = 4
_LEAST_FOREIGN = 24
"""How many words a value has, or how many bytes of letters beyond ASCII, if it is no plain data."""

_QUOTED = 60
"""Characters of the words that a sentence quotes."""

_ELSEWHERE = frozenset({"example_output", "examples", "tags"})
"""Texts that are read in parts; tags have a reason of their own."""

_PROSE = frozenset({"$comment", "description", "title"})
"""The last step to what is a sentence; other strings may be numbers and codes."""


def in_releases(compared: Comparison) -> Iterator[str]:
    """Yield a sentence for each text on a tool, and each task, that newly has unfamiliar words."""
    if compared.before is None:
        return
    before = _Readers(text for *_, text in _texts(compared.before))
    for tool, where, text in _texts(compared.after):
        if said := before.first_unfamiliar(text, is_prose=_is_prose(where)):
            yield f"{tool!r} says {said!r} at {where}"


def in_listings(proposed: Catalogue, merged: Catalogue) -> Iterator[str]:
    """Yield a sentence for each merged manual on which something is said in unfamiliar words."""
    for manual in proposed.manuals:
        if (merged_manual := merged.manual_by_id.get(manual.id)) is None:
            continue
        on_tools = (text for each in merged_manual.releases for *_, text in _texts(each))
        before = _Readers((*words_on(merged_manual), *on_tools))
        for text in dict.fromkeys(words_on(manual)):
            if said := before.first_unfamiliar(text, is_prose=False):
                yield f"{manual.id} says {said!r}"


def _texts(release: Release) -> Iterator[tuple[str, str, str]]:
    """Yield each text on a tool of *release*, lists one by one, with the tool and its place."""
    for (tool, where), text in texts_of(release.tools).items():
        if _is_prose(where):
            yield tool, where, text
        elif where not in _ELSEWHERE:
            yield from ((tool, where, line) for line in text.split("\n"))
    for each in release.tools:
        yield from ((each.name, "examples", example.task) for example in each.examples)
        if each.example_output:
            said = strings_in(each.example_output.value)
            yield from ((each.name, "example_output", text) for text in said)


def _is_prose(where: str) -> bool:
    return where.rpartition(".")[2] in _PROSE


class _Readers:
    """Those who read some texts: they know their words and English, or else their letters."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = frozenset(texts)
        said = (" ".join(_without_numbers(text)) for text in sorted(self._texts))
        self._joined = "\n".join(said)
        self._words = frozenset(_words(self._joined))
        is_english = 2 * sum(map(_is_english, self._words)) >= len(self._words)
        letters = "" if is_english else "".join(self._words)
        self._letters = frozenset(letters)

    def first_unfamiliar(self, text: str, *, is_prose: bool) -> str:
        """Return the first words of *text* that they have not read and do not know, or ""."""
        for said in () if text in self._texts else _runs_of_words(text):
            is_asked = is_prose or _is_said(said)
            if is_asked and not self._know_enough(said) and said not in self._joined:
                return said[:_QUOTED]
        return ""

    def _know_enough(self, said: str) -> bool:
        size = _size(said) - said.count(" ")
        known = sum(_size(each) for each in _words(said) if self._know(each))
        return size < _LEAST_BYTES or known >= _FAMILIAR_SHARE * size

    def _know(self, word: str) -> bool:
        is_read = len(word) > 1 and word in self._words
        return is_read or _is_english(word) or self._letters.issuperset(word)


def _without_numbers(text: str) -> list[str]:
    return [each for each in text.split() if not _NUMBER.fullmatch(each)]


def _runs_of_words(text: str) -> Iterator[str]:
    """Yield as many words of *text* as are judged together, from each word on."""
    words = _without_numbers(text)
    end = 0
    for start in range(len(words)):
        end = max(end, start + _AT_A_TIME)
        while end < len(words) and _size("".join(words[start:end])) < _LEAST_BYTES:
            end += 1
        yield " ".join(words[start:end])
        if end >= len(words):
            return


def _is_said(value: str) -> bool:
    """Return whether *value* says something, and is no plain number, code or name."""
    words = [each for each in value.split() if _WORD.fullmatch(each)]
    foreign = "".join(each for each in value if each.isalpha() and not each.isascii())
    return len(words) >= _LEAST_WORDS or _size(foreign) >= _LEAST_FOREIGN


@cache
def _is_english(word: str) -> bool:
    return word in _SHORT or word in english()


def _words(text: str) -> Iterator[str]:
    """Yield the words of *text* in lower case, and of joined ones such as `getUser` each."""
    for word in _LETTERS.findall(text):
        yield from word_parts(word) if word.isascii() else (word.lower(),)


def _size(text: str) -> int:
    return len(text.encode())
