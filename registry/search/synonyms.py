"""Synonyms and related words: the words by which tools are found though no author wrote them.

The index is built with them, so queries need no list of synonyms. The list of related words was
learnt from a language model, which is no longer needed.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from registry.search.analysis import stem
from registry.search.word_lists import countries, is_weak, lines_of, places

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

CONCEPT_SHARE = 0.6
"""The weight of a synonym, chosen by a person, of a word in the text."""

MOST_BY_OTHERS = 2.0
"""The maximum weight of a word that is not in the tool's own words."""

SHORTENED_SHARE = 0.9
"""The weight of the same word in another length, such as `repo` of `repository`."""

ONE_WAY_SHARE = 0.25
"""The weight of a word that stands for one in the text, though not the other way round."""

RELATED_SHARE = 0.6
"""The maximum weight of a word that, by the model, is related to a word in the text."""

_UNRELATED = 0.4
"""The similarity up to which words count as unrelated."""

_SAME_COUNTRY = 75
"""The similarity, in hundredths, from which a word is one for a country: `brazilian`, `brasil`."""


@cache
def others() -> Mapping[str, tuple[tuple[str, float], ...]]:
    """Return, for each term, its synonyms and related terms, each with its weight."""
    by_term: dict[str, dict[str, float]] = {}
    for term, other, share in (*_related(), *_one_way(), *_concepts()):
        if term != other and not (is_weak(term) or is_weak(other)):
            shares = by_term.setdefault(term, {})
            shares[other] = max(share, shares.get(other, 0))
    return {term: tuple(shares.items()) for term, shares in by_term.items()}


@cache
def other_lengths() -> Mapping[str, tuple[str, ...]]:
    """Return, for each term that is a word in short or in full, the same in other lengths."""
    lines = (tuple(map(stem, line.split())) for line in lines_of("shortened.txt"))
    return {term: tuple(each for each in line if each != term) for line in lines for term in line}


def _concepts() -> Iterator[tuple[str, str, float]]:
    for line in lines_of("concepts.txt"):
        terms = [stem(word) for word in line.split()]
        yield from ((term, other, CONCEPT_SHARE) for term in terms for other in terms)


def _one_way() -> Iterator[tuple[str, str, float]]:
    """Yield what is a kind of what, and what people say where tools say something else."""
    for line in (*lines_of("kinds.txt"), *lines_of("said.txt")):
        term, _, others_of = line.partition(":")
        yield from ((stem(term), stem(other), ONE_WAY_SHARE) for other in others_of.split())


def _related() -> Iterator[tuple[str, str, float]]:
    """Yield the related terms that are not two places, which a model takes for nearly the same."""
    learnt = dict(map(_learnt, lines_of("related.txt")))
    country_of = _countries_of(learnt)
    towns = {*map(stem, places())} - {*map(stem, countries())}
    for term, others_of in learnt.items():
        for other, similarity in others_of.items():
            of = {country_of[each] for each in (term, other) if each in country_of}
            if len(of) > 1 or {term, other} <= towns:
                continue
            nearness = (similarity / 100 - _UNRELATED) / (1 - _UNRELATED)
            yield term, other, RELATED_SHARE * nearness


def _learnt(line: str) -> tuple[str, dict[str, int]]:
    """Return what a line such as `altitude elevation 82 height 71` says, in hundredths."""
    term, *rest = line.split()
    return term, dict(zip(rest[::2], map(int, rest[1::2]), strict=True))


def _countries_of(learnt: Mapping[str, Mapping[str, int]]) -> dict[str, str]:
    """Return the country of each term that is one, or that *learnt* calls nearly the same."""
    all_countries = {*map(stem, countries())}
    country_of = {country: country for country in all_countries}
    for term, others_of in learnt.items():
        near = [
            (similarity, other) for other, similarity in others_of.items() if other in all_countries
        ]
        similarity, country = max(near, default=(0, ""))
        if similarity >= _SAME_COUNTRY:
            country_of.setdefault(term, country)
    return country_of
