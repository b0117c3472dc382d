"""Weigh each word of a tool: by its field, or by the word that it stands for."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from registry.search import analysis, spelling, synonyms, word_lists
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from registry.model import Manual, Tool

NAME, SUMMARY, TITLE, TAG, EXAMPLE, ASKED, BODY = 4, 3, 4, 4, 3, 1.5, 1
"""The weight of a word by its field; measured by `benchmarks/search`."""

TOOL_NAME = 16
"""What the words of a tool's name share: `list_issues` lists more of an issue than
`list_issue_comments`."""

ONLY_EXAMPLES_SHARE = 1 / 3
"""The factor for a word that only the examples of a tool have: mostly it is an argument."""

SPECIAL_SHARE = 0.9
"""The factor for the words of a tool that does something special, such as counting."""

WISH = 3
"""The weight of a word of a wish, which is all that is known of what is wished."""

COUNTRY = 0.5
"""The weight of each country, for a tool that takes one: people ask it about any of them."""

_TAKES_COUNTRY = frozenset({"country", "countries", "countrycode", "countrycodes"})
"""Words of which one is in the name of an argument for countries."""

_MAY_BE_IDENTIFIER = re.compile(r"(?<![A-Za-z0-9])(?=[A-Za-z]*[0-9])[A-Za-z0-9]{7,}(?![A-Za-z0-9])")
"""A run of letters and digits that may be an identifier, such as `dQw4w9WgXcQ`."""

_DIGIT = re.compile("[0-9]")

_ADDRESS = re.compile(r"https?://\S+")
"""An address on the web: what a tool is given, whatever the words in it."""

_INNER_CAPITAL = re.compile("[a-z][A-Z]")

_PIECES, _LONGEST_PIECE = 4, 4
"""Words into which an identifier is cut at least, and the most letters of each of them.

Names such as `HuggingFaceH4` and `getS3BucketNameV2` have fewer or longer ones.
"""

BODY_LENGTH = 400
"""Characters that count of the rest of a description, and of the descriptions of arguments."""


class Weighed(NamedTuple):
    """The terms of a tool: those of its *own* text, and *every* one with what it stands for.

    *words* are those of the text to which a misspelt one can be corrected, sorted.
    """

    own: Mapping[str, float]
    every: Mapping[str, float]
    words: tuple[str, ...]


def weigh(tool: Tool, manual: Manual) -> Weighed:
    """Return the weight of each term of *tool*; those of its own text come first."""
    # Each passage is cut once, for its terms and for its words.
    of_publisher = frozenset(_words(f"{manual.publisher.title} {tool.publisher}"))
    passages = [_cut(each, of_publisher) for each in _passages(tool, manual)]
    own, telling = _terms(passages)
    weights = _with_others(own, telling)
    if any(not _TAKES_COUNTRY.isdisjoint(analysis.words(name)) for name in tool.properties):
        for term in _countries():
            weights[term] = weights.get(term, 0) + COUNTRY
    return Weighed(own, weights, _written(passages))


@cache
def _countries() -> tuple[str, ...]:
    return tuple(map(analysis.stem, sorted(word_lists.countries())))


def words_of_wish(wish: str) -> list[str]:
    """Return the words of *wish*; one with capitals inside, such as `GitHub`, is one word."""
    runs = ((whole,) if whole else parts for whole, parts in analysis.compounds(wish))
    return [word for run in runs for word in run if word not in analysis.STOP_WORDS]


def terms_of_wish(wish: str) -> dict[str, float]:
    """Return the weight of each term of *wish*, without pairs and related terms."""
    counts = Counter(map(analysis.stem, words_of_wish(wish)))
    return {term: WISH * count for term, count in counts.items()}


def _written(passages: Sequence[_Cut]) -> tuple[str, ...]:
    """Return the words of *passages* to which a misspelt one can be corrected, sorted."""
    every = set().union(*(words for _, words, _ in passages))
    return tuple(sorted(filter(spelling.can_be_listed, every)))


class _Passage(NamedTuple):
    """A field of a tool with words.

    *weight* is how much its words count; *is_title* says that it is short and to the point, so
    that neighbours in it are one term, too; *is_telling*, that its words may stand for others;
    *is_example*, that it is a task in the words of a user.
    """

    text: str
    weight: float
    is_title: bool = False
    is_telling: bool = True
    is_example: bool = False


class _Cut(NamedTuple):
    """A passage, with the words in it and the terms under which it is found."""

    passage: _Passage
    words: tuple[str, ...]
    terms: tuple[str, ...]


def _cut(passage: _Passage, of_publisher: frozenset[str]) -> _Cut:
    # The same titles, tags and names of arguments come again and again.
    if passage.is_title:
        return _Cut(passage, *_cut_title(passage.text, of_publisher))
    text = passage.text
    if "://" in text:
        text = _ADDRESS.sub(" ", text)
    if _DIGIT.search(text):  # or it has no identifier: to search for one takes many times as long
        text = _MAY_BE_IDENTIFIER.sub(_without_identifier, text)
    return _Cut(passage, *_cut_text(text))


def _terms(passages: Sequence[_Cut]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the weight of each term of *passages*, and the same for those that are telling."""
    telling: dict[str, float] = {}
    silent: dict[str, float] = {}
    examples: dict[str, float] = {}
    for (_, weight, _, is_telling, is_example), _, terms in passages:
        bucket = examples if is_example else telling if is_telling else silent
        for term in terms:
            bucket[term] = bucket.get(term, 0) + weight
    for term, counted in examples.items():
        is_elsewhere = term in telling or term in silent
        telling[term] = telling.get(term, 0) + counted * (is_elsewhere or ONLY_EXAMPLES_SHARE)
    own = telling.copy()
    for term, counted in silent.items():
        own[term] = own.get(term, 0) + counted
    return own, telling


def _cut_text(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words = tuple(_words(text))
    return words, tuple(map(analysis.stem, words))


def _words(text: str) -> list[str]:
    """Return the words of *text*; the name of a product is one, as in a question.

    So nobody who asks for a pub or a hub gets what is about `PubMed` or `GitHub`.
    """
    if not _INNER_CAPITAL.search(text):  # or each word would be looked up
        return analysis.words(text)
    products = word_lists.products()
    runs = ((whole,) if whole in products else parts for whole, parts in analysis.compounds(text))
    return [word for run in runs for word in run]


def _without_identifier(run: re.Match[str]) -> str:
    """Return what is read of a run of letters and digits: nothing of an identifier."""
    words = analysis.words(run[0])
    is_name = any(word.isalpha() and len(word) > _LONGEST_PIECE for word in words)
    return run[0] if is_name or len(words) < _PIECES else ""


@lru_cache(maxsize=10_000)
def _cut_title(text: str, of_publisher: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    words, terms = _cut_text(text)
    return words, (*terms, *_telling_pairs(words, of_publisher))


def _telling_pairs(words: Sequence[str], of_publisher: frozenset[str]) -> Iterator[str]:
    """Yield each two neighbours in *words* as one term, if it says more than one of them.

    `get customer` says no more than `customer`, and nor does `Stripe customer` of a tool by Stripe,
    whose words are *of_publisher*. But `time zone` is a word of its own.
    """
    for (first, second), pair in zip(pairwise(words), analysis.pairs(words), strict=True):
        has_publisher = (first in of_publisher) != (second in of_publisher)
        says_less = has_publisher or word_lists.is_weak(analysis.stem(first))
        if not says_less or first + second in word_lists.english():
            yield pair


def _with_others(own: Mapping[str, float], telling: Mapping[str, float]) -> dict[str, float]:
    """Return *own* and, by the best reason for each, what stands for the terms in *telling*."""
    standing_for, other_lengths = synonyms.others(), synonyms.other_lengths()
    best: dict[str, float] = {}
    for term, weight in telling.items():
        for other, share in standing_for.get(term, ()):
            counted = weight * share
            if counted > best.get(other, 0):
                best[other] = counted
    most = synonyms.MOST_BY_OTHERS
    terms = {**own}
    for other, counted in best.items():
        added = counted if counted < most else most  # noqa: FURB136 - `min` takes twice as long
        terms[other] = terms.get(other, 0) + added
    for term, weight in own.items():
        for other in other_lengths.get(term, ()):
            terms[other] = max(terms.get(other, 0), weight * synonyms.SHORTENED_SHARE)
    return terms


def _passages(tool: Tool, manual: Manual) -> Iterator[_Passage]:
    weight = TOOL_NAME / (len(analysis.words(tool.name)) or 1)
    yield _Passage(tool.name, weight, is_title=True)
    yield _Passage(tool.summary, SUMMARY, is_title=True)
    yield _Passage(manual.title or manual.name, TITLE, is_title=True)
    if manual.title:
        yield _Passage(manual.name, NAME, is_title=True)
    yield _Passage(manual.publisher.title, NAME, is_title=True, is_telling=False)
    if not set(_words(tool.publisher)) <= set(_words(manual.publisher.title)):
        yield _Passage(tool.publisher, NAME, is_telling=False)
    for tag in tool.tags:
        yield _Passage(tag, TAG, is_title=True)
    for example in tool.examples:
        yield _Passage(example.task, EXAMPLE, is_example=True)
    for phrase in manual.asked.get(tool.name, ()):
        yield _Passage(phrase, ASKED, is_telling=False)
    description = " ".join(tool.description.split())
    yield _Passage(description.removeprefix(tool.summary)[:BODY_LENGTH], BODY)
    for name in tool.properties:
        yield _Passage(name, BODY, is_title=True, is_telling=False)
    about = " ".join(string(mapping(each).get("description")) for each in tool.properties.values())
    yield _Passage(about[:BODY_LENGTH], BODY, is_telling=False)
