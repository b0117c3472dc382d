"""What words mean, as far as search needs it: which stand for each other, and which say little.

Tools are found by words that their authors did not write, because the index is built with them:
whoever asks needs no list of synonyms. The lists are in `words/`; the one of related words was
learnt from a language model, which is not needed any more.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from registry.search.analysis import stem

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONCEPT_SHARE = 0.6
"""What a word counts that a person says is another name of one in the text."""

MOST_BY_OTHERS = 3.0
"""What a word counts at most that is not in a text itself."""

KIND_SHARE = 0.25
"""What a word counts that is the name of a kind which the text speaks of."""

RELATED_SHARE = 0.6
"""What a word counts at most that a model says is near to one in the text."""

_UNRELATED = 0.4
"""The similarity at which words have nothing to do with each other."""


@cache
def weak() -> frozenset[str]:
    """Return the terms that say little."""
    return frozenset(stem(word) for line in _lines("weak.txt") for word in line.split())


@cache
def changing() -> frozenset[str]:
    """Return the terms by which a question says that something is to be changed."""
    return frozenset(stem(word) for line in _lines("changing.txt") for word in line.split())


def is_weak(term: str) -> bool:
    """Tell whether *term* says little, as numbers do: they are what a tool is given."""
    return term in weak() or (term.isascii() and term.isdigit())


@cache
def others() -> Mapping[str, tuple[tuple[str, float], ...]]:
    """Return, for each term, the terms that may stand for it, each with what it counts."""
    found: dict[str, dict[str, float]] = {}
    for term, other, share in (*_related(), *_kinds(), *_concepts()):
        if term != other and not (is_weak(term) or is_weak(other)):
            shares = found.setdefault(term, {})
            shares[other] = max(share, shares.get(other, 0))
    return {term: tuple(shares.items()) for term, shares in found.items()}


def _concepts() -> Iterator[tuple[str, str, float]]:
    for line in _lines("concepts.txt"):
        terms = [stem(word) for word in line.split()]
        yield from ((term, other, CONCEPT_SHARE) for term in terms for other in terms)


def _kinds() -> Iterator[tuple[str, str, float]]:
    for line in _lines("kinds.txt"):
        kind, _, names = line.partition(":")
        yield from ((stem(kind), stem(name), KIND_SHARE) for name in names.split())


def _related() -> Iterator[tuple[str, str, float]]:
    """Yield what a line such as `altitude elevation 82 height 71` says, in hundredths."""
    for line in _lines("related.txt"):
        term, *rest = line.split()
        for other, similarity in zip(rest[::2], rest[1::2], strict=True):
            nearness = (int(similarity) / 100 - _UNRELATED) / (1 - _UNRELATED)
            yield term, other, RELATED_SHARE * nearness


def _lines(name: str) -> Iterator[str]:
    text = resources.files("registry.search").joinpath("words", name).read_text("utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))
