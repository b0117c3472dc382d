"""Synonyms and related words: the words by which tools are found though no author wrote them.

The index is built with them, so queries need no list of synonyms. The list of related words was
learnt from a language model, which is no longer needed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from registry.search.analysis import stem
from registry.search.word_lists import is_weak, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONCEPT_SHARE = 0.6
"""The weight of a synonym, chosen by a person, of a word in the text."""

MOST_BY_OTHERS = 2.0
"""The maximum weight of a word that is not in the tool's own words."""

KIND_SHARE = 0.25
"""The weight of the name of a category, if the tool mentions one of its members."""

RELATED_SHARE = 0.6
"""The maximum weight of a word that, by the model, is related to a word in the text."""

_UNRELATED = 0.4
"""The similarity up to which words count as unrelated."""


@cache
def others() -> Mapping[str, tuple[tuple[str, float], ...]]:
    """Return, for each term, its synonyms and related terms, each with its weight."""
    found: dict[str, dict[str, float]] = {}
    for term, other, share in (*_related(), *_kinds(), *_concepts()):
        if term != other and not (is_weak(term) or is_weak(other)):
            shares = found.setdefault(term, {})
            shares[other] = max(share, shares.get(other, 0))
    return {term: tuple(shares.items()) for term, shares in found.items()}


def _concepts() -> Iterator[tuple[str, str, float]]:
    for line in lines_of("concepts.txt"):
        terms = [stem(word) for word in line.split()]
        yield from ((term, other, CONCEPT_SHARE) for term in terms for other in terms)


def _kinds() -> Iterator[tuple[str, str, float]]:
    for line in lines_of("kinds.txt"):
        kind, _, names = line.partition(":")
        yield from ((stem(kind), stem(name), KIND_SHARE) for name in names.split())


def _related() -> Iterator[tuple[str, str, float]]:
    """Yield what a line such as `altitude elevation 82 height 71` says, in hundredths."""
    for line in lines_of("related.txt"):
        term, *rest = line.split()
        for other, similarity in zip(rest[::2], rest[1::2], strict=True):
            nearness = (int(similarity) / 100 - _UNRELATED) / (1 - _UNRELATED)
            yield term, other, RELATED_SHARE * nearness
