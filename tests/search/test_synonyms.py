"""The lists of words are in order, and tools are found by words that their authors did not use."""

from __future__ import annotations

from collections import Counter
from importlib import resources
from typing import TYPE_CHECKING

import pytest
from seen import some

from registry.search import analysis, synonyms
from registry.search.word_lists import weak

if TYPE_CHECKING:
    from publishing import Published

    from registry import search

pytestmark = pytest.mark.slow


def lines(name: str) -> list[list[str]]:
    text = resources.files("registry.search").joinpath("words", name).read_text("utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


@pytest.mark.parametrize("name", ["concepts.txt", "shortened.txt"])
def test_each_concept_is_several_terms_and_there_once(name: str) -> None:
    concepts = [frozenset(map(analysis.stem, line)) for line in lines(name)]

    assert not [line for line in some(lines(name)) if len(set(line)) != len(line)]
    assert not [concept for concept in concepts if len(concept) < 2]
    assert not [concept for concept, count in Counter(concepts).items() if count > 1]


def test_concepts_and_weak_words_are_words_as_questions_have_them() -> None:
    for word in some(
        word
        for name in ("concepts.txt", "shortened.txt", "weak.txt")
        for line in lines(name)
        for word in line
    ):
        assert analysis.words(word) == [word]


def test_what_people_say_is_words_as_questions_have_them_and_each_term_is_there_once() -> None:
    said = [" ".join(line).partition(": ") for line in lines("said.txt")]
    words = [word for term, _, others in said for word in (term, *others.split())]

    assert not [term for term, count in Counter(term for term, _, _ in said).items() if count > 1]
    assert not [term for term, _, others in said if not others]
    assert [word for word in words if analysis.words(word) != [word]] == []
    assert not weak() & {*map(analysis.stem, words)}


def test_words_that_say_little_stand_for_nothing() -> None:
    assert not weak() & synonyms.others().keys()
    assert not [each for found in synonyms.others().values() for each, _ in found if each in weak()]


def test_a_word_in_short_is_the_word(launched_index: search.Index) -> None:
    assert analysis.stem("repo") in synonyms.other_lengths()[analysis.stem("repositories")]

    hits = launched_index.query("find a repo", limit=1).hits
    assert hits[0].tool.id == "github/rest/search_repositories"


def test_a_name_finds_its_kind(launched_index: search.Index) -> None:
    hits = launched_index.query("1200 kroner in zloty", limit=3).hits

    assert hits[0].tool.id.startswith("frankfurter/")


def test_a_kind_does_not_stand_for_each_of_its_names() -> None:
    names = {other for other, _ in synonyms.others().get(analysis.stem("zloty"), ())}

    assert analysis.stem("currency") not in names


def test_what_people_say_stands_for_what_tools_say_and_not_the_other_way_round() -> None:
    said = {other for other, _ in synonyms.others()[analysis.stem("cancel")]}
    the_other_way_round = {other for other, _ in synonyms.others().get("calloff", ())}

    assert "calloff" in said
    assert analysis.stem("cancel") not in the_other_way_round


@pytest.mark.parametrize(
    ("place", "another"),
    [
        ("brazil", "portugal"),
        ("brasil", "germany"),
        ("brazilian", "portuguese"),
        ("london", "glasgow"),
        ("germany", "austria"),
    ],
)
def test_a_place_does_not_stand_for_another(place: str, another: str) -> None:
    """A model takes them for nearly the same, and who asks about one has no use for the other."""
    found = {other for other, _ in synonyms.others().get(analysis.stem(place), ())}

    assert analysis.stem(another) not in found


@pytest.mark.parametrize(
    ("place", "name"),
    [("brazil", "brazilian"), ("brasil", "brazil"), ("swiss", "switzerland")],
)
def test_a_place_stands_for_its_other_names(place: str, name: str) -> None:
    assert analysis.stem(name) in dict(synonyms.others()[analysis.stem(place)])


def test_learnt_terms_are_terms_of_today() -> None:
    """Otherwise the endings that words lose have changed, and the list has to be learnt again."""
    spelt = [word for word in ("altitud", "photograph", "deliveri") if analysis.stem(word) == word]
    learnt = {term for term, *_ in lines("related.txt")}

    assert spelt
    assert {"altitud", "bik", "translat"} <= learnt
    assert all(analysis.stem(word) in learnt for word in ("altitude", "translation", "photographs"))


def test_what_stands_for_a_term_counts_less_than_the_term() -> None:
    shares = [share for found in synonyms.others().values() for _, share in found]

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


def test_a_tool_is_first_when_its_name_or_its_id_is_asked(
    launched_index: search.Index, launched: Published
) -> None:
    for tool in some(launched.catalogue.tools):
        by_id, by_name = (launched_index.query(each).hits[0] for each in (tool.id, tool.name))

        assert by_id.tool.id == tool.id
        assert by_name.tool.id.endswith(f"/{tool.name}")


def test_results_do_not_jump_while_a_word_is_typed(launched_index: search.Index) -> None:
    typed = ["weather"[:length] for length in range(3, 8)]
    first = {launched_index.query(text).hits[0].tool.id for text in typed}

    assert len(first) == 1


def test_order_is_that_of_the_likeliest_word_from_its_beginning_on(
    launched_index: search.Index,
) -> None:
    for word in some(("artwork", "calendar", "currency", "earthquake", "holiday", "translate")):
        best = launched_index.query(word).hits[0].tool.id
        for length in some(range(3, len(word))):
            answer = launched_index.query(word[:length])
            completed = dict(answer.completed).get(word[:length], ("",))
            assert analysis.stem(completed[0]) != analysis.stem(word) or (
                answer.hits[0].tool.id == best
            ), word[:length]
