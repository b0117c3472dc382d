"""Parse a question: words, `"phrases"` and filters such as `protocol:utcp`; without errors."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.search import analysis, question_wording
from registry.search.documents import FACETS, label, squashed
from registry.search.word_lists import foreign

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

MAX_LENGTH = 500
"""Characters of a question that count, so that a pasted page takes no longer."""

LONGEST_NAME = 4
"""Words of a question that may be the name of a tool; a longer one is a sentence."""

FIRST_OTHER_LETTER = 0x370
"""Letters from here on are not Latin: Greek, Cyrillic, Arabic, Chinese and all others."""

_PART = re.compile(
    rf'(?<!\S)(?ai:(?P<facet>{"|".join(FACETS)})):(?P<labels>(?:"[^"]*"?|[^\s"])*)'
    r'|"(?P<phrase>[^"]*)"?'
    r'|(?P<words>[^\s"]+)'
)

_ODD_SPACES = dict.fromkeys(b"\x1c\x1d\x1e\x1f\x85", " ") | {0xFEFF: " "}
"""What only one of Python and browsers takes for a space; pasted text may begin with the last."""

_CAPITAL = re.compile(r"[A-Z]")
_SMALL = re.compile(r"[a-z]")
_RUN_AT_END = re.compile(r"[^\W_]+$")

Filters = tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Question:
    """A parsed question.

    Attributes:
        words: in order, unstemmed, without stop words, asides, opening and words for a tool; one
            match is enough.
        phrases: words that must all match; only in a question of phrases and filters.
        filters: facets and, for each, the values of which one must match.
        names: those of *words* that are capitalised like names inside a sentence.
        unfinished: the last word, which the user may still be typing, or "".
        is_foreign: whether it does not seem to be English.
        is_keyless: whether it asks for tools that need no key.
        is_to_read: whether it begins with words by which nothing is to be changed.
        act: the first of *words*, if it is to be done though it is a noun as well, or "".
        name: the whole question, normalised like the name of a tool, or "" for a sentence.
    """

    words: tuple[str, ...]
    phrases: tuple[tuple[str, ...], ...] = ()
    filters: Filters = ()
    names: frozenset[str] = frozenset()
    unfinished: str = ""
    is_foreign: bool = False
    is_keyless: bool = False
    is_to_read: bool = False
    act: str = ""
    name: str = ""


def parse(
    text: str,
    narrowed: Mapping[str, str | None] | None = None,
    is_known: Callable[[str], bool] = bool,
) -> Question:
    """Return the question in *text*, narrowed further to the facets in *narrowed*.

    A word with capitals inside, such as `GitHub`, is one word if *is_known* says so, else several.

    `protocol:utcp,otc` means one of both, and all filters must hold. Everything that is no filter
    and no phrase is words. So is a phrase inside a sentence: it names something and is no filter.
    """
    pieces: list[str] = []
    phrases: list[tuple[str, ...]] = []
    filters = [(name, value) for name, value in (narrowed or {}).items() if value]
    # A file name of macOS has the dots of `ü` as a letter of their own, which would cut the word.
    composed = unicodedata.normalize("NFC", text[:MAX_LENGTH]).translate(_ODD_SPACES)
    for part in _PART.finditer(composed):
        if part["facet"]:
            filters.append((part["facet"].lower(), part["labels"]))
        elif part["phrase"]:
            pieces.append(part["phrase"])
            phrase = question_wording.without_asides(part["phrase"])
            phrases.append(tuple(_words(phrase, is_known)))
        elif part["words"]:
            pieces.append(part["words"])
    sentence = " ".join(pieces)
    without = question_wording.without_asides(sentence)
    opened = question_wording.without_opening(without)
    telling = tuple(_words(question_wording.without_tool_words(opened), is_known))
    words = telling or tuple(_words(sentence, is_known))
    only_phrases = len(pieces) == len(phrases)
    names = tuple(_names(sentence))
    return Question(
        words,
        tuple(filter(None, phrases)) if only_phrases and len(words) > 1 else (),
        tuple(_filters(filters)),
        frozenset(word for name in names for word in analysis.words(name)),
        "" if phrases else _last(sentence),
        _is_foreign(sentence, names),
        without != sentence,
        question_wording.is_to_read(sentence),
        question_wording.first_act(sentence),
        _name(sentence),
    )


def _words(sentence: str, is_known: Callable[[str], bool]) -> Iterator[str]:
    for whole, parts in analysis.compounds(sentence):
        found = (whole,) if whole and is_known(whole) else parts
        yield from (word for word in found if word not in analysis.STOP_WORDS)


def _is_foreign(sentence: str, names: tuple[str, ...]) -> bool:
    """Return whether *sentence* has another script, or short words of another language.

    None of *names* is one: trials for ALS are not German.
    """
    return any(each.isalpha() and ord(each) >= FIRST_OTHER_LETTER for each in sentence) or any(
        analysis.fold(word) in foreign() for word in sentence.split() if word not in names
    )


def _filters(written: list[tuple[str, str]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name, value in written:
        labels = tuple(found for each in value.split(",") if (found := label(each)))
        if labels:
            yield name, labels


def _names(sentence: str) -> Iterator[str]:
    """Yield the parts after the first that begin with a capital, where others do not."""
    first, *rest = sentence.split() or [""]
    if any(_SMALL.match(word) for word in (first, *rest)):
        yield from filter(_CAPITAL.match, rest)


def _last(sentence: str) -> str:
    """Return the word with which *sentence* ends, "" where something else is at its end."""
    run = _RUN_AT_END.search(sentence)
    return next(reversed(analysis.words(run[0])), "") if run else ""


def _name(sentence: str) -> str:
    return squashed(sentence) if len(sentence.split()) <= LONGEST_NAME else ""
