"""Questions that measure the search are no examples and no phrases of manuals, nor the reverse.

The index reads both: a question among them would be found by its own words.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from nearly import says_nearly, telling
from paths import MANUALS, ROOT
from publishing import read
from questions import asked

from registry.model.wishes import phrases_of
from registry.search import analysis

if TYPE_CHECKING:
    from registry.model import Catalogue


class Sentence(NamedTuple):
    """A question or an example: where it is, what it says, and its words that say something."""

    place: str
    text: str
    words: frozenset[str]


def sentence(place: str, text: str) -> Sentence:
    return Sentence(place, text, telling(text))


@cache
def questions() -> tuple[Sentence, ...]:
    return tuple(
        sentence(path.name, each)
        for path in sorted((ROOT / "benchmarks/search").rglob("*.yaml"))
        for each in asked(path)
    )


@cache
def examples() -> tuple[Sentence, ...]:
    """Return the examples of the newest releases, which are those that the index reads."""
    return tuple(
        sentence(tool.id, each.task) for tool in catalogue().tools for each in tool.examples
    )


@cache
def phrases() -> tuple[Sentence, ...]:
    """Return the phrases in which people are said to ask for tools."""
    return tuple(
        sentence(f"{manual.id}/{tool}", each)
        for manual in catalogue().manuals
        for tool, phrases in manual.asked.items()
        for each in phrases
    )


@cache
def wishes() -> tuple[Sentence, ...]:
    """Return what people are said to ask for in vain."""
    return tuple(sentence("wishes/", each) for each in phrases_of(read(MANUALS).wishes))


def catalogue() -> Catalogue:
    return read(MANUALS).catalogue


def pairs(some: tuple[Sentence, ...], others: tuple[Sentence, ...]) -> list[str]:
    """Return each of *some* that says nearly what one of *others* says, with both places."""
    by_word: dict[str, list[Sentence]] = {}
    for other in others:
        for word in other.words:
            by_word.setdefault(word, []).append(other)
    return sorted(
        {
            f"{each.place}: {each.text!r} and {other.place}: {other.text!r}"
            for each in some
            for word in each.words
            for other in by_word.get(word, ())
            if says_nearly(each.words, other.words)
        }
    )


def test_there_are_many_of_each() -> None:
    assert len(questions()) > 900
    assert len(examples()) > 500
    assert len(phrases()) > 4000
    assert len(wishes()) > 1000


def test_no_example_says_what_a_question_asks() -> None:
    assert pairs(examples(), questions()) == []


def test_no_phrase_says_what_a_question_asks() -> None:
    assert pairs(phrases(), questions()) == []


def test_no_wish_says_what_a_tool_is_asked_for() -> None:
    assert pairs(wishes(), phrases() + examples()) == []


def test_no_wish_has_just_the_words_by_which_a_tool_is_found() -> None:
    """Search never calls a tool strong for a question in the words of a wish, as it reads words."""
    named = tuple(sentence(tool.id, tool.name) for tool in catalogue().tools)
    found = {frozenset(analysis.terms(each.text)): each for each in named + phrases() + examples()}
    denied = {
        each.text: found[words]
        for each in wishes()
        if (words := frozenset(analysis.terms(each.text))) in found
    }

    assert denied == {}


def test_no_wish_says_what_another_says() -> None:
    said = [each.words for each in wishes()]

    assert len(said) == len(set(said))


def test_what_says_nearly_the_same_is_found() -> None:
    asked = (sentence("a", "How windy will it be at the airport of Oslo tonight?"),)
    same = (sentence("b", "tonight: how windy is it at Oslo airport"),)
    other = (sentence("c", "Which flights leave the airport of Oslo tonight?"),)

    assert pairs(same, asked)
    assert not pairs(other, asked)
