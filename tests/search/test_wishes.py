"""What people ask for and no tool does is known, so that an answer can say so."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from registry import search
from registry.publish import to_json
from registry.search import Quality, shards

if TYPE_CHECKING:
    from registry.model import Catalogue
    from registry.search import Index

WISHES = ("delete the weather station of a place", "book a hotel room", "book a table")


@pytest.fixture(scope="module")
def wishing(catalogue: Catalogue) -> Index:
    return search.build(catalogue, WISHES)


def test_question_that_is_a_wish_is_told_so(wishing: Index) -> None:
    answer = wishing.query("please book me a hotel room")

    assert answer.wish == "book a hotel room"
    assert answer.quality is not Quality.STRONG


def test_wish_has_words_that_no_tool_knows(index: Index, wishing: Index) -> None:
    assert "hotel" in index.query("book a hotel room").unknown
    assert "hotel" in wishing.query("book a hotel room").unknown


def test_question_with_the_words_of_a_wish_is_never_strong(catalogue: Catalogue) -> None:
    question = "forecast of the weather"
    wishing = search.build(catalogue, ("weather forecast", "weather forecast on mars"))
    answer = wishing.query(question)

    assert search.build(catalogue).query(question).quality is Quality.STRONG
    assert (answer.quality, answer.wish) == (Quality.WEAK, "weather forecast")
    assert wishing.query("get_forecast").quality is Quality.STRONG
    assert wishing.query("weather forecast of a place").quality is Quality.STRONG


def test_question_with_a_number_says_what_the_wish_says(catalogue: Catalogue) -> None:
    question = "weather forecast 42"
    wishing = search.build(catalogue, ("weather forecast", "weather forecast of 90 days"))
    answer = wishing.query(question)

    assert search.build(catalogue).query(question).quality is Quality.STRONG
    assert (answer.quality, answer.wish) == (Quality.WEAK, "weather forecast")
    assert wishing.query("weather forecast 90 days").wish == "weather forecast of 90 days"


def test_wish_in_a_question_is_named_if_no_tool_knows_a_word_of_it(catalogue: Catalogue) -> None:
    wishing = search.build(catalogue, ("get a hotel room", "hotel room with a view"))

    assert wishing.query("forecast for a hotel room in town").wish == "get a hotel room"
    assert not wishing.query("forecast for a hotel in town").wish
    assert not wishing.query("forecast for a room in town").wish


@pytest.mark.parametrize("name", ["YouTube", "TideGauge"])
def test_name_with_capitals_inside_is_one_word_of_a_wish(name: str, catalogue: Catalogue) -> None:
    """Whether it is the name of a product or not."""
    wishing = search.build(catalogue, (f"download a {name} video",))

    for question in (f"download a {name.lower()} video", f"{name} video download"):
        assert wishing.query(question).wish == f"download a {name} video"


def test_word_of_a_wish_is_not_corrected(catalogue: Catalogue) -> None:
    plain, wishing = search.build(catalogue), search.build(catalogue, ("wether mutton",))

    assert dict(plain.query("wether forecast").corrections) == {"wether": ("weather",)}
    assert wishing.query("wether forecast").corrections == ()


def test_word_of_a_wish_is_not_unfinished(catalogue: Catalogue) -> None:
    plain, wishing = search.build(catalogue), search.build(catalogue, ("fore of a ship",))
    answer = wishing.query("weather fore")

    assert "forecast" in dict(plain.query("weather fore").completed)["fore"]
    assert (answer.completed, answer.unknown) == ((), ("fore",))
    assert "forec" in dict(wishing.query("weather forec").completed)


def test_word_that_only_wishes_say_is_had_by_no_tool(index: Index, catalogue: Catalogue) -> None:
    wishing = search.build(catalogue, ("letter to a novelist", "book by a painter"))

    assert index.query("novelist").hits
    assert wishing.query("novelist").unknown == ("novelist",)
    assert wishing.query("book by a writer").hits == index.query("book by a writer").hits


def test_question_that_a_tool_answers_is_not_told_of_a_wish(wishing: Index) -> None:
    answer = wishing.query("weather forecast")

    assert answer.quality is Quality.STRONG
    assert not answer.wish


def test_filter_that_leaves_nothing_makes_nothing_a_wish(catalogue: Catalogue) -> None:
    wishing = search.build(catalogue, ("weather on mars",))
    answer = wishing.query("weather forecast publisher:nobody")

    assert not answer.hits
    assert not answer.wish


def test_wishes_change_no_score_of_what_a_tool_says(index: Index, wishing: Index) -> None:
    for question in ("weather of a place", "book a hotel", "delete it", "hotel"):
        plain, with_wishes = index.query(question), wishing.query(question)

        assert [(hit.tool.id, hit.score) for hit in with_wishes.hits] == [
            (hit.tool.id, hit.score) for hit in plain.hits
        ]
        assert with_wishes.unknown == plain.unknown


def test_first_of_equal_wishes_is_the_one_that_is_named(catalogue: Catalogue) -> None:
    twice = search.build(catalogue, ("order a pizza", "book a room", "rent a room"))

    assert twice.query("room").wish == "book a room"


def test_shortest_of_equal_wishes_is_the_first(catalogue: Catalogue) -> None:
    wishing = search.build(catalogue, ("find the radar picture of rain", "rain radar picture"))

    assert wishing.query("picture of the rain radar").wish == "rain radar picture"


def test_small_files_know_the_same_wishes(catalogue: Catalogue) -> None:
    inverted = search.invert(catalogue, WISHES * 50)
    files = {path: to_json(content) for path, content in shards.files(inverted)}
    small, whole = search.Shards(files.__getitem__), search.Index.of(inverted)

    assert sum(path.startswith(shards.WISHES) for path in files) == 2
    for question in (*WISHES, "hotel", "room", "table", "weather"):
        assert small.query(question) == whole.query(question)
    assert json.loads(files["wishes/0.json"])["wishes"][:51] == ["book a table"] * 50 + [WISHES[1]]
