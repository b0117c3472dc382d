"""The lists of words are in order, and tools are found by words that their authors did not use."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from typing import TYPE_CHECKING

import pytest
from seen import some

from registry.search import analysis, meaning, spelling

if TYPE_CHECKING:
    from publishing import Published

    from registry import search

pytestmark = pytest.mark.slow


def lines(name: str) -> list[list[str]]:
    text = resources.files("registry.search").joinpath("words", name).read_text("utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def test_each_concept_is_several_terms_and_there_once() -> None:
    concepts = [frozenset(map(analysis.stem, line)) for line in lines("concepts.txt")]

    assert not [line for line in some(lines("concepts.txt")) if len(set(line)) != len(line)]
    assert not [concept for concept in concepts if len(concept) < 2]
    assert not [concept for concept, count in Counter(concepts).items() if count > 1]


def test_concepts_and_weak_words_are_words_as_questions_have_them() -> None:
    for word in some(
        word for name in ("concepts.txt", "weak.txt") for line in lines(name) for word in line
    ):
        assert analysis.words(word) == [word]


def test_words_that_say_little_stand_for_nothing() -> None:
    assert not meaning.weak() & meaning.others().keys()
    assert not [
        each for found in meaning.others().values() for each, _ in found if each in meaning.weak()
    ]


def test_a_name_finds_its_kind(launched_index: search.Index) -> None:
    hits = launched_index.query("1200 kroner in zloty", limit=3).hits

    assert hits[0].tool.id.startswith("frankfurter/")


def test_a_kind_does_not_stand_for_each_of_its_names() -> None:
    names = {other for other, _ in meaning.others().get(analysis.stem("zloty"), ())}

    assert analysis.stem("currency") not in names


def test_learnt_terms_are_terms_of_today() -> None:
    """Otherwise the endings that words lose have changed, and the list has to be learnt anew."""
    spelt = [word for word in ("altitud", "photograph", "deliveri") if analysis.stem(word) == word]
    learnt = {term for term, *_ in lines("related.txt")}

    assert spelt
    assert {"altitud", "bik", "translat"} <= learnt
    assert all(analysis.stem(word) in learnt for word in ("altitude", "translation", "photographs"))


def test_what_stands_for_a_term_counts_less_than_the_term() -> None:
    shares = [share for found in meaning.others().values() for _, share in found]

    assert 0 < min(shares) <= max(shares) < 1


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("cash", "moneta/exchange"),
        ("smog", "skyline/weather"),
        ("erase", "octopus/tracker"),
        ("ticket", "octopus/tracker"),
        ("novel", "homelab/shelf"),
    ],
)
def test_other_words_find_a_tool_too(index: search.Index, question: str, best: str) -> None:
    hits = index.query(question).hits

    assert hits
    assert hits[0].tool.id.startswith(best)


@pytest.mark.parametrize("town", ["London", "Boston", "Chicago"])
def test_a_place_says_less_of_a_tool_than_what_is_asked_about_it(
    launched_index: search.Index, town: str
) -> None:
    hits = launched_index.query(f"sunset in {town}", limit=1).hits

    assert [hit.tool.id for hit in hits] == ["open-tool-registry/sky/SunTimes"]


def test_the_tool_of_nearly_each_example_is_among_the_first_three(
    launched_index: search.Index, launched: Published
) -> None:
    tools = launched.catalogue.tools
    tasks = [(example.task, tool.id) for tool in tools for example in tool.examples]
    missed = [
        (task, tool)
        for task, tool in tasks
        if tool not in [hit.tool.id for hit in launched_index.query(task, limit=3).hits]
    ]

    assert len(tasks) > 80
    assert len(missed) <= len(tasks) / 100, missed


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


@pytest.mark.parametrize("name", ["slack", "jira", "trello", "pizza", "zendesk"])
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


def test_a_tool_is_first_when_its_name_or_its_id_is_asked(
    launched_index: search.Index, launched: Published
) -> None:
    for tool in some(launched.catalogue.tools):
        by_id, by_name = (launched_index.query(each).hits[0] for each in (tool.id, tool.name))

        assert by_id.tool.id == tool.id
        assert by_name.tool.id.endswith(f"/{tool.name}")


def test_results_do_not_jump_while_a_word_is_typed(launched_index: search.Index) -> None:
    typed = ["weather"[:length] for length in range(4, 8)]
    first = {launched_index.query(text).hits[0].tool.id.rpartition("/")[0] for text in typed}

    assert len(first) == 1


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
