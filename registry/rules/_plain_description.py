"""Measure how far a sentence is from a plain description of a tool, by a small linear model.

The weights are in `_plain_description.tsv`, one feature a line, written by
`benchmarks/reader/train.py`. Features are words, parts of words and pairs of words, so a score is
a sum of look-ups; what one word adds is remembered.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from registry.rules._concepts import (
    FIRST_WITHOUT_SPACES,
    concepts,
    concepts_of_phrases,
    concepts_of_word,
    together,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

WEIGHTS = Path(__file__).with_name("_plain_description.tsv")

KINDS = ("data", "conceal", "override", "prefer", "tools", "model")
"""What a sentence can be instead of a description, in the order of the columns of the weights."""

_WORD = re.compile(r"[^\W\d_]{1,40}(?:'[^\W\d_]{1,8})?")
_ASCII_WORD = re.compile(r"[a-z]{1,40}(?:'[a-z]{1,8})?")
"""The same in lower case and ASCII, as nearly all sentences are: in half the time."""

_PAIR = re.compile(r"^[^ ]+ (_ )?([^\t]+)\t(-?[0-9]+)", re.MULTILINE)
"""A line on a pair of words, next to each other or with a gap, and what it adds to the score."""

_END = re.compile(
    r"[\s\u3002\uff01\uff1f](?:(?<=[.!?;]\s)\s*|(?<=[\n\u3002\uff01\uff1f])[\n\u3002\uff01\uff1f]*)"
)
"""Begins with a set of characters, which is searched for in half the time."""

_GRAM = 4
_START = "^"

_SPREAD = 350
"""What each text more must score that is read with others: many short honest ones add up, too."""

_UNSPACED, _EACH = 15, 20
"""How many characters without spaces count in full, and what each one more takes off.

The model knows few honest sentences of these languages, and there, each common character adds to
the score: long ones seemed odd by their length.
"""

_ENOUGH = 300
"""From how many words of a sentence its kind is told: the rest of an endless one adds nothing."""


class Weights(NamedTuple):
    """The model: what each feature adds, in thousandths, by word parts and pairs alike.

    Attributes:
        threshold: the score from which on a sentence is no plain description.
        bias: the score of an empty sentence.
        lines: those of the file, in the order of the features: of tens of thousands, a manual
            needs some hundreds, and only these are decoded.
    """

    threshold: int
    bias: int
    lines: list[bytes]

    def _columns(self, feature: str) -> list[bytes]:
        """Return what *feature* adds to the score and to each of `KINDS`, [] for nothing."""
        start = f"{feature}\t".encode()
        at = bisect_left(self.lines, start)
        is_known = at < len(self.lines) and self.lines[at].startswith(start)
        return self.lines[at].split(b"\t")[1:] if is_known else []

    def suspicion(self, feature: str) -> int:
        """Return what *feature* adds to the score."""
        columns = self._columns(feature)
        return int(columns[0]) if columns else 0

    def kinds(self, feature: str) -> tuple[int, ...]:
        """Return what *feature* adds to each of `KINDS`, () for nothing."""
        return tuple(map(int, self._columns(feature)[1:]))

    def pairs(self, word: str) -> tuple[dict[str, int], dict[str, int]]:
        """Return what the pairs add that begin with *word*, by the next word and by the one after.

        Of most words, no pair is known.
        """
        start, end = f"{word} ".encode(), f"{word}!".encode()  # `!` comes next after a space
        first = bisect_left(self.lines, start)
        lines = self.lines[first : bisect_left(self.lines, end, first)]
        near: dict[str, int] = {}
        far: dict[str, int] = {}
        for gap, after, score in _PAIR.findall(b"\n".join(lines).decode()) if lines else ():
            (far if gap else near)[after] = int(score)
        return near, far


def sentences(text: str) -> list[str]:
    """Return the sentences of *text*."""
    return _END.split(text)


def words(sentence: str) -> list[str]:
    """Return the words of *sentence* in lower case, without numbers and punctuation."""
    lower = sentence.lower()
    if lower.isascii():
        return _ASCII_WORD.findall(lower)
    return _WORD.findall(lower.replace("\u2019", "'"))


def features(said: list[str]) -> Iterator[str]:
    """Yield every feature of a sentence that consists of the words *said*."""
    for word in said:
        yield from _in_word(word)
    yield from _pairs(said)
    yield from together(concepts(said))


def _in_word(word: str) -> Iterator[str]:
    if word[0] >= FIRST_WITHOUT_SPACES:
        for size in (1, 2, 3):
            yield from (word[at : at + size] for at in range(len(word) - size + 1))
        return
    yield word
    whole = f"^{word}$"
    yield from (f"~{whole[at : at + _GRAM]}" for at in range(len(whole) - _GRAM + 1))


def _pairs(spoken: list[str]) -> list[str]:
    return [
        f"{_START} {spoken[0]}" if spoken else _START,
        *[f"{one} {other}" for one, other in pairwise(spoken)],
        *[f"{one} _ {other}" for one, other in zip(spoken, spoken[2:], strict=False)],
    ]


@cache
def weights() -> Weights:
    """Return the model; it is read once."""
    first, *lines = WEIGHTS.read_bytes().splitlines()
    threshold, bias = map(int, first.split(b"\t"))
    return Weights(threshold, bias, lines)


class _Word(NamedTuple):
    """What a word adds to a score: by itself, before the next, before the one after; and speaks of.

    It is unpacked, never asked for one of them: every word of every text is looked up.
    """

    alone: int
    near: Mapping[str, int]
    far: Mapping[str, int]
    concepts: frozenset[str]


_NOTHING: Mapping[str, int] = {}


def suspicion(said: list[str]) -> int:
    """Return the score of a sentence of the words *said*: the higher, the less it describes."""
    model = weights()
    if not said:
        return model.bias + model.suspicion(_START)
    # The sum over `features`, without making those of which nothing is known.
    total = model.bias
    spoken_of = concepts_of_phrases(said)
    near, far, beyond = _first_words(), _NOTHING, _NOTHING
    for word in said:
        alone, next_near, next_far, of_word = _of_word(word)
        total += alone
        if near:
            total += near.get(word, 0)
        if beyond:
            total += beyond.get(word, 0)
        if of_word:
            spoken_of |= of_word
        near, far, beyond = next_near, next_far, far
    if spoken_of:
        total += _of_concepts(spoken_of)
    return total if total < model.threshold else total - of_length(said)


@lru_cache(maxsize=65_536)
def _of_word(word: str) -> _Word:
    near, far = weights().pairs(word)
    alone = sum(map(_of_feature, _in_word(word)))
    return _Word(alone, near or _NOTHING, far or _NOTHING, concepts_of_word(word))


@lru_cache(maxsize=65_536)
def _of_feature(feature: str) -> int:
    """Return what *feature* adds to the score: words share most of their parts."""
    return weights().suspicion(feature)


@lru_cache(maxsize=65_536)
def _of_concepts(spoken_of: frozenset[str]) -> int:
    return sum(map(weights().suspicion, together(spoken_of)))


def of_length(said: list[str]) -> int:
    """Return what the length of a sentence in a language without spaces takes off its score."""
    length = sum(len(word) for word in said if word[0] >= FIRST_WITHOUT_SPACES)
    return _EACH * max(0, length - _UNSPACED)


@cache
def _first_words() -> Mapping[str, int]:
    return weights().pairs(_START)[0]


class Read(NamedTuple):
    """The reading of one text.

    Attributes:
        odd: its first sentence that is no plain description, or "".
        first: what its first sentence would add to the score of a longer one.
        last: the same of its last sentence.
        is_one: whether it is a single sentence.
        is_open: whether the last sentence may go on elsewhere: it has no full stop.
    """

    odd: str
    first: int
    last: int
    is_one: bool
    is_open: bool


@lru_cache(maxsize=16_384)
def read(text: str) -> Read:
    """Return what the reader says of *text*, sentence by sentence."""
    not_empty = [each for each in sentences(text) if each]
    scores = [suspicion(words(each)) for each in not_empty]
    model = weights()
    odd = next(
        (each for each, score in zip(not_empty, scores, strict=True) if score >= model.threshold),
        "",
    )
    if not scores:
        return Read("", 0, 0, is_one=True, is_open=False)
    is_open = not not_empty[-1].endswith((".", "!", "?", ":"))
    first, last = scores[0] - model.bias, scores[-1] - model.bias
    return Read(odd, first, last, is_one=len(not_empty) == 1, is_open=is_open)


def spread(texts: list[str]) -> Iterator[tuple[str, str]]:
    """Yield texts that complete a sentence that began in those before them, with all of it.

    Neighbours are only read as one where the former has no full stop. A single word is no part
    of a sentence: most are names.
    """
    needed = weights().threshold - weights().bias
    total, begun = 0, list[str]()
    for text in (each for each in texts if " " in each):
        reading = read(text)
        if total + reading.first > max(reading.first, 0) and begun:
            total += reading.first
            begun.append(text)
        else:
            total, begun = reading.first, [text]
        if len(begun) > 1 and total >= needed + _SPREAD * (len(begun) - 1):
            yield text, " ".join(begun)
            total, begun = 0, []
        if not reading.is_one:
            total, begun = reading.last, [text]
        if not reading.is_open or total < 0:
            total, begun = 0, []


def kind(said: list[str]) -> str:
    """Return which of `KINDS` a sentence that does not describe most likely is."""
    found = [kinds for each in features(said[:_ENOUGH]) if (kinds := weights().kinds(each))]
    totals = [sum(column) for column in zip(*found, strict=True)] or [0]
    return KINDS[totals.index(max(totals))]
