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


def test_question_that_a_tool_answers_is_not_told_of_a_wish(wishing: Index) -> None:
    answer = wishing.query("weather forecast")

    assert answer.quality is Quality.STRONG
    assert not answer.wish


def test_filter_that_leaves_nothing_makes_nothing_a_wish(catalogue: Catalogue) -> None:
    wishing = search.build(catalogue, ("weather on mars",))
    answer = wishing.query("weather forecast publisher:nobody")

    assert not answer.hits
    assert not answer.wish


def test_wishes_change_no_score_of_a_tool(index: Index, wishing: Index) -> None:
    for question in ("weather of a place", "book a hotel", "delete it", "hotel"):
        plain, with_wishes = index.query(question), wishing.query(question)

        assert [(hit.tool.id, hit.score) for hit in with_wishes.hits] == [
            (hit.tool.id, hit.score) for hit in plain.hits
        ]
        assert with_wishes.unknown == plain.unknown


def test_first_of_equal_wishes_is_the_one_that_is_named(catalogue: Catalogue) -> None:
    twice = search.build(catalogue, ("order a pizza", "book a room", "rent a room"))

    assert twice.query("room").wish == "book a room"


def test_small_files_know_the_same_wishes(catalogue: Catalogue) -> None:
    inverted = search.invert(catalogue, WISHES * 50)
    files = {path: to_json(content) for path, content in shards.files(inverted)}
    small, whole = search.Shards(files.__getitem__), search.Index.of(inverted)

    assert sum(path.startswith(shards.WISHES) for path in files) == 2
    for question in (*WISHES, "hotel", "room", "table", "weather"):
        assert small.query(question) == whole.query(question)
    assert json.loads(files["wishes/1.json"])["wishes"][0] == WISHES[100 % 3]
