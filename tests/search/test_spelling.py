"""Misspelt words are corrected to words that tools have, and names are left as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from registry.search import spelling

if TYPE_CHECKING:
    from registry import search

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("one", "other", "mistakes"),
    [
        ("weather", "weather", 0),
        ("wether", "weather", 1),
        ("weahter", "weather", 1),
        ("weatherr", "weather", 1),
        ("waether", "weathers", 2),
        ("", "ab", 2),
    ],
)
def test_mistakes_are_counted(one: str, other: str, mistakes: int) -> None:
    assert spelling.distance(one, other) == spelling.distance(other, one) == mistakes


@pytest.mark.parametrize(
    ("question", "looked_for"),
    [("wether", "weather"), ("currncy", "currency"), ("rain wether berlin", "weather")],
)
def test_what_was_looked_for_instead_is_told(
    launched_index: search.Index, question: str, looked_for: str
) -> None:
    answer = launched_index.query(question)

    assert answer.hits
    assert looked_for in dict(answer.corrections).popitem()[1]


def test_what_a_beginning_was_taken_for_is_told(launched_index: search.Index) -> None:
    answer = launched_index.query("rain forec")

    assert dict(answer.completed)["forec"][0] == "forecast"
    assert not answer.corrections


@pytest.mark.parametrize(
    "name",
    ["slack", "jira", "trello", "pizza", "zendesk", "selfie", "voicemail", "monzo", "suno", "loom"],
)
def test_names_of_products_and_words_that_are_spelt_right_are_not_corrected(
    launched_index: search.Index, name: str
) -> None:
    answer = launched_index.query(f"post {name} message")

    assert not answer.corrections
    assert name in answer.unknown or not answer.unknown


def test_an_unknown_word_beside_a_known_one_is_taken_for_a_name(
    launched_index: search.Index,
) -> None:
    answer = launched_index.query("weather in Bugburg")

    assert answer.hits
    assert not answer.corrections


@pytest.mark.parametrize("text", ["e", "g", "gi", "the", "weather g"])
def test_nothing_is_claimed_of_a_letter_or_two(launched_index: search.Index, text: str) -> None:
    answer = launched_index.query(text)

    assert not answer.unknown
    assert not answer.corrections


def test_corrections_are_whole_words_that_tools_have(launched_index: search.Index) -> None:
    answer = launched_index.query("exhange of curency, tomorow forcast?")

    assert dict(answer.corrections) == {
        "exhange": ("exchange",),
        "curency": ("currency",),
        "tomorow": ("tomorrow",),
        "forcast": ("forecast",),
    }


@pytest.mark.parametrize(
    ("word", "known", "meant"),
    [
        ("currencie", {"currency": 9, "currencies": 1}, ["currencies"]),
        ("wether", {"weather": 1, "tether": 2, "feather": 9}, ["tether", "weather"]),
        ("waether", {"weather": 1}, ["weather"]),
        ("rian", {"rain": 1}, ["rain"]),
        ("cat", {"cap": 1}, []),
        ("umberlla", {"umber": 1}, []),
    ],
)
def test_word_is_meant_that_has_the_fewest_mistakes_and_then_the_most_tools(
    word: str, known: dict[str, int], meant: list[str]
) -> None:
    assert spelling.likely(word, known) == meant


@pytest.mark.parametrize("word", ["taht", "abuot", "thier", "shoudl", "thsoe", "yuor"])
def test_misspelt_stop_word_says_nothing(launched_index: search.Index, word: str) -> None:
    answer = launched_index.query(f"forecast {word} Paris")

    assert not answer.corrections
    assert not answer.unknown
    assert answer.hits == launched_index.query("forecast Paris").hits


def test_letters_may_be_swapped_in_the_middle_of_four(launched_index: search.Index) -> None:
    answer = launched_index.query("sned an email")

    assert dict(answer.corrections)["sned"][0] == "send"


def test_form_of_a_word_that_is_spelt_right_is_spelt_right() -> None:
    assert spelling.is_right("braces", ["brace", "brass"])
    assert not spelling.is_right("brases", ["brace", "brass"])


def test_braces_are_no_races(launched_index: search.Index) -> None:
    assert "braces" in launched_index.query("braces for my teeth").unknown
