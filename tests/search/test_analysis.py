"""Text is cut into the same terms wherever it stands."""

from __future__ import annotations

import re

import pytest

from registry.search import analysis
from registry.search.word_lists import english


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("getUserById", ["get", "user", "id"]),
        ("list_issues", ["list", "issues"]),
        ("repos/get", ["repos", "get"]),
        ("parseHTTPResponse", ["parse", "http", "response"]),
        ("temperature_2m", ["temperature", "2m"]),
        ("Zürich, Málaga", ["zurich", "malaga"]),
        ("today's rate", ["today", "rate"]),
        ("天气 forecast", ["天气", "forecast"]),
        ("GitHubのissueを作る", ["git", "hub", "の", "issue", "を作る"]),
        ("API가 VPNом", ["api", "가", "vpn", "ом"]),
        ("Việt Nam, ofﬁce, µg, ｗｅｔｔｅｒ", ["viet", "nam", "office", "μg", "wetter"]),
        ("How do I find the weather?", ["how", "find", "weather"]),
        ("", []),
        ("--- \x1b[31m \u202e", ["31m"]),
    ],
)
def test_text_is_cut_into_words(text: str, words: list[str]) -> None:
    assert analysis.words(text) == words


@pytest.mark.parametrize(
    ("word", "folded"),
    [
        ("Straße", "strasse"),
        ("ΟΔΟΣ", "οδοσ"),
        ("İzmir", "izmir"),
        ("ﬁle", "file"),
        ("ｗｅｔｔｅｒ", "wetter"),
        ("น้ำ", "นา"),
        ("ᾠδή", "ωδη"),
        ("Ꭰ", "ꭰ"),
        ("날씨", "날씨"),
    ],
)
def test_letters_of_all_scripts_are_folded_as_the_browser_folds_them(
    word: str, folded: str
) -> None:
    assert analysis.fold(word) == folded


@pytest.mark.parametrize(
    "family",
    [
        "forecast forecasts forecasting forecasted",
        "city cities",
        "currency currencies",
        "address addresses",
        "box boxes",
        "index indexes indexing indexed",
        "create creates creating created creation",
        "translate translates translating translation",
        "stop stops stopping stopped",
        "month months monthly",
        "pay pays paying payment payments",
        "status statuses",
        "movie movies",
        "price prices pricing priced",
    ],
)
def test_forms_of_a_word_share_a_stem(family: str) -> None:
    assert len({analysis.stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize("two", ["news new", "gas gash", "bus busy", "user use", "read red"])
def test_different_words_keep_different_stems(two: str) -> None:
    first, second = two.split()

    assert analysis.stem(first) != analysis.stem(second)


def test_neighbours_make_the_word_that_is_written_without_a_gap() -> None:
    assert list(analysis.pairs(["time", "zones"])) == [analysis.stem("timezone")]


@pytest.mark.parametrize(
    ("text", "terms", "found"),
    [
        ("The getForecast of Zürich", {"get", "forecast", "zurich", "of"}, "get Forecast Zürich"),
        ("Send an e-mail, or E-mails.", {"email"}, "e-mail E-mails"),
        ("TimeZone, time zones; time. Zone", {"timezon"}, "TimeZone time zones"),
        ("time zone", {"tim", "timezon"}, "time  zone"),
        ("a head, a-head", {"ahead"}, "a-head"),
    ],
)
def test_places_of_found_words_are_those_in_the_text(
    text: str, terms: set[str], found: str
) -> None:
    assert " ".join(text[start:end] for start, end in analysis.places_of(terms, text)) == found


def test_stemming_follows_the_published_steps() -> None:
    words = [each for each in sorted(english())[::10] if len(each) >= analysis.MIN_STEMMED]

    assert {each: analysis.stem(each) for each in words} == {
        each: _by_steps(each) for each in words
    }


def _by_steps(word: str) -> str:
    for step in analysis.STEPS:
        found = (re.subn(old, new, word, count=1) for old, new in step)
        word = next((changed for changed, count in found if count), word)
    return word


def test_a_word_without_an_end_is_stemmed_at_once() -> None:
    endless = "aing" * 4_000

    assert analysis.terms(endless) == [endless]
    assert analysis.terms("a" * 57 + "ing") == ["a" * 57]
    assert analysis.terms("a" * 58 + "ing") == ["a" * 58 + "ing"]
