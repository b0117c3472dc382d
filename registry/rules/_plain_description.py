"""How far a sentence is from a plain description of a tool, by a small linear model.

The weights are in `_plain_description.tsv`, one feature a line, written by
`benchmarks/reader/train.py`. Features are words, parts of words and pairs of words, so a score is
a sum of look-ups; what one word adds is remembered.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from registry.rules._concepts import FIRST_WITHOUT_SPACES, together

if TYPE_CHECKING:
    from collections.abc import Iterator

WEIGHTS = Path(__file__).with_name("_plain_description.tsv")

KINDS = ("data", "conceal", "override", "prefer", "tools", "model")
"""What a sentence can be instead of a description, in the order of the columns of the weights."""

_WORD = re.compile(r"[^\W\d_]{1,40}(?:['\u2019][^\W\d_]{1,8})?")
_END = re.compile(r"(?<=[.!?;])\s+|[\n\u3002\uff01\uff1f]+")
_GRAM = 4

_SPREAD = 200
"""What texts must score more if they are read as one: many short honest ones add up, too."""


class Weights(NamedTuple):
    """The model: what each feature adds, in hundredths, by word parts and pairs alike.

    Attributes:
        threshold: the score from which on a sentence is no plain description.
        bias: the score of an empty sentence.
        columns: by feature, what it adds to the score and to each of `KINDS`, as in the file:
            of tens of thousands, a manual needs some hundreds.
    """

    threshold: int
    bias: int
    columns: dict[str, str]

    def suspicion(self, feature: str) -> int:
        """Return what *feature* adds to the score."""
        return int(self.columns.get(feature, "0").partition("\t")[0])

    def kinds(self, feature: str) -> tuple[int, ...]:
        """Return what *feature* adds to each of `KINDS`, () for nothing."""
        return tuple(map(int, self.columns.get(feature, "").split("\t")[1:]))


def sentences(text: str) -> list[str]:
    """Return the sentences of *text*."""
    return _END.split(text)


def words(sentence: str) -> list[str]:
    """Return the words of *sentence* in lower case, without numbers and punctuation."""
    return _WORD.findall(sentence.lower().replace("\u2019", "'"))


def features(said: list[str]) -> Iterator[str]:
    """Yield every feature of a sentence that consists of the words *said*."""
    for word in said:
        yield from _in_word(word)
    yield from _pairs(said)
    yield from together(said)


def _in_word(word: str) -> Iterator[str]:
    if word[0] >= FIRST_WITHOUT_SPACES:
        for size in (1, 2, 3):
            yield from (word[at : at + size] for at in range(len(word) - size + 1))
        return
    yield word
    whole = f"^{word}$"
    yield from (f"~{whole[at : at + _GRAM]}" for at in range(len(whole) - _GRAM + 1))


def _pairs(said: list[str]) -> list[str]:
    return [
        f"^ {said[0]}" if said else "^",
        *[f"{one} {other}" for one, other in pairwise(said)],
        *[f"{one} _ {other}" for one, other in zip(said, said[2:], strict=False)],
    ]


@cache
def weights() -> Weights:
    """Return the model; it is read once."""
    first, *lines = WEIGHTS.read_text(encoding="utf-8").splitlines()
    threshold, bias = map(int, first.split("\t"))
    return Weights(threshold, bias, dict(line.split("\t", 1) for line in lines))


@lru_cache(maxsize=65_536)
def _of_word(word: str) -> int:
    return sum(map(weights().suspicion, _in_word(word)))


def suspicion(said: list[str]) -> int:
    """Return the score of a sentence of the words *said*: the higher, the less it describes."""
    model = weights()
    # Of most pairs, nothing is known.
    known = [each for each in (*_pairs(said), *together(said)) if each in model.columns]
    return model.bias + sum(map(_of_word, said)) + sum(map(model.suspicion, known))


class Read(NamedTuple):
    """What was read in one text.

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
    every = [each for each in sentences(text) if each]
    scores = [suspicion(words(each)) for each in every]
    model = weights()
    odd = next(
        (each for each, score in zip(every, scores, strict=True) if score >= model.threshold), ""
    )
    if not scores:
        return Read("", 0, 0, is_one=True, is_open=False)
    is_open = not every[-1].endswith((".", "!", "?", ":"))
    first, last = scores[0] - model.bias, scores[-1] - model.bias
    return Read(odd, first, last, is_one=len(every) == 1, is_open=is_open)


def spread(texts: list[str]) -> Iterator[tuple[str, str]]:
    """Yield texts that complete a sentence that began in those before them, with all of it.

    Neighbours are only read as one where the former has no full stop. A single word is no part
    of a sentence: most are names.
    """
    needed = weights().threshold - weights().bias + _SPREAD
    total, begun = 0, list[str]()
    for text in (each for each in texts if " " in each):
        found = read(text)
        if total + found.first > max(found.first, 0) and begun:
            total, begun = total + found.first, [*begun, text]
        else:
            total, begun = found.first, [text]
        if total >= needed and len(begun) > 1:
            yield text, " ".join(begun)
            total, begun = 0, []
        if not found.is_one:
            total, begun = found.last, [text]
        if not found.is_open or total < 0:
            total, begun = 0, []


def kind(said: list[str]) -> str:
    """Return which of `KINDS` a sentence that does not describe most likely is."""
    found = [kinds for each in features(said) if (kinds := weights().kinds(each))]
    totals = [sum(column) for column in zip(*found, strict=True)] or [0]
    return KINDS[totals.index(max(totals))]
