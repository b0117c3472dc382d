"""Whatever is typed is a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry.search.question import Question, parse


def test_words_lose_stop_words_and_case() -> None:
    assert parse("Is THE Weather fine").words == ("weather", "fine")


def test_words_between_quotes_are_words_and_a_phrase() -> None:
    question = parse('"Air Quality" protocol:utcp')

    assert question.words == ("air", "quality")
    assert question.phrases == (("air", "quality"),)


def test_a_quotation_inside_a_sentence_filters_nothing() -> None:
    question = parse('explain the "Air Quality" means')

    assert question.words == ("explain", "air", "quality", "means")
    assert question.phrases == ()


def test_names_are_written_with_a_capital_inside_a_sentence() -> None:
    assert parse("Where in Lisbon is the Belem tower").names == {"lisbon", "belem"}
    assert parse("WHERE IS LISBON").names == frozenset()
    assert parse("Tower Of London").names == frozenset()


@pytest.mark.parametrize(
    ("text", "unfinished"),
    [("rain fore", "fore"), ("rain fore?", ""), ('"rain fore"', ""), ("rain in", ""), ("", "")],
)
def test_the_last_word_may_be_unfinished(text: str, unfinished: str) -> None:
    assert parse(text).unfinished == unfinished


@pytest.mark.parametrize(
    "text", ["getForecast", "get_forecast", "Get Forecast", "get-forecast", "GETFORECAST"]
)
def test_a_short_question_may_be_a_name(text: str) -> None:
    assert parse(text).name == "getforecast"


def test_a_sentence_is_no_name() -> None:
    assert parse("get me the forecast please").name == ""


@pytest.mark.parametrize(
    "text",
    [
        "weather without an API key",
        "Weather, no key needed",
        "weather (no auth)",
        "no-key weather",
        "weather with no sign-up",
        "weather NEEDS NO API-KEY",
        "weather without registration",
        "weather, no signing up",
        "weather that doesn't require an account",
        "weather no login needed",
        "keyless weather",
    ],
)
def test_way_to_a_tool_is_not_what_it_does(text: str) -> None:
    question = parse(text)

    assert question.words == ("weather",)
    assert question.is_keyless


def test_a_line_break_is_no_end_of_a_question_as_in_browsers() -> None:
    assert parse('"weather tool\n"').words == ("weather", "tool")
    assert not parse('"weather without a login\n"').is_keyless


@pytest.mark.parametrize(
    "opening",
    [
        "Find a tool to",
        "which tools can",
        "Could you please help me find an API that lets me",
        "is there a way to",
        "What is the best MCP server for",
        "How do I",
        "mcp server for",
        "Hi there, I need to",
        "Now, please",
        "I'm looking for a tool that can",
        "recommend an API to",
        "What tool should I use to",
    ],
)
def test_how_a_question_opens_is_not_asked_for(opening: str) -> None:
    assert parse(f"{opening} delete a task").words == ("delete", "task")


@pytest.mark.parametrize(
    "text",
    [
        "find weather api prices",
        "show apps for device",
        "get functions for project",
        "rotate api keys",
        "free parking",
        "best route for truck",
        "cheap flights",
        "developer tools",
        "delete tool from list",
    ],
)
def test_what_is_sought_stays_in_a_question(text: str) -> None:
    assert parse(text).words == tuple(word for word in text.split() if word != "for")


@pytest.mark.parametrize(
    "text",
    [
        "weather API",
        "free weather api",
        "the best free Weather APIs",
        "api for weather",
        "weather REST API in Python",
        "weather REST-API for JS",
        "best free weather api in python",
        "weather api json",
        "weather mcp server",
        "mcp-server for weather",
        "weather tool",
        "good weather api without an api key",
    ],
)
def test_what_a_tool_is_called_is_not_asked_for(text: str) -> None:
    assert parse(text).words == ("weather",)


@pytest.mark.parametrize("text", ["free api", "mcp server", "API", "the best tool"])
def test_a_question_is_never_left_without_words(text: str) -> None:
    assert parse(text).words


def test_phrase_need_not_have_the_way_to_a_tool() -> None:
    assert parse('"air quality without an API key"').phrases == (("air", "quality"),)
    assert parse('"no API key"').phrases == ()


@pytest.mark.parametrize(
    "text", ["without an api key", "no keyboard", "no monkey", "without an account manager"]
)
def test_other_words_are_asked_for(text: str) -> None:
    assert parse(text).words == tuple(word for word in text.split() if word != "an")


def test_what_is_known_as_one_word_is_not_cut() -> None:
    assert parse("GitHub DataFrame", is_known={"github"}.__contains__).words == (
        "github",
        "data",
        "frame",
    )


def test_what_is_known_as_one_word_is_not_cut_in_a_phrase() -> None:
    question = parse('"GitHub issues"', is_known={"github"}.__contains__)

    assert question.phrases == (("github", "issues"),)


def test_capitals_inside_a_stop_word_say_nothing() -> None:
    assert parse("rain for thEm", is_known={"them"}.__contains__).words == ("rain",)


def test_it_is_one_word_though_a_part_of_it_says_nothing() -> None:
    assert parse("YouTube", is_known={"youtube"}.__contains__).words == ("youtube",)
    assert parse("YouTube", is_known=lambda _: False).words == ("tube",)


def test_a_letter_and_its_accent_are_one_letter() -> None:
    assert parse("Zu\u0308rich").words == parse("Z\u00fcrich").words == ("zurich",)


def test_a_product_inside_another_script_is_one_word() -> None:
    question = parse("GitHubのissue", is_known={"github"}.__contains__)

    assert question.words == ("github", "の", "issue")


@pytest.mark.parametrize(
    "text", ["прогноз", "汇率", "der Kurs von Dollar", "la météo dans le nord"]
)
def test_a_question_in_another_language_is_seen(text: str) -> None:
    assert parse(text).is_foreign


@pytest.mark.parametrize(
    "text", ["Zürich weather", "café in Paris", "naïve bayes", "drug trials for ALS", ""]
)
def test_a_question_with_accents_may_be_english(text: str) -> None:
    assert not parse(text).is_foreign


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("protocol:utcp", (("protocol", ("utcp",)),)),
        ("Protocol:UTCP", (("protocol", ("utcp",)),)),
        ("protocol:utcp,otc", (("protocol", ("utcp", "otc")),)),
        ('tag:"air quality"', (("tag", ("air-quality",)),)),
        ('tag:"air quality",rain', (("tag", ("air-quality", "rain")),)),
        ('tag:rain,"air quality"', (("tag", ("rain", "air-quality")),)),
        ("auth:api_key", (("auth", ("api-key",)),)),
        ("tag:a tag:b", (("tag", ("a",)), ("tag", ("b",)))),
        ("effect: publisher:acme", (("publisher", ("acme",)),)),
        ('tag:"', ()),
    ],
)
def test_filters_are_no_words(text: str, filters: tuple[object, ...]) -> None:
    assert parse(text) == Question((), (), filters)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    ["colour:red", "http://acme.example", "x:", ":", "atag:b", "publi\u017fher:acme", 'a "b tag:c'],
)
def test_other_colons_mean_nothing(text: str) -> None:
    assert parse(text).filters == ()


def test_filters_may_come_from_outside_the_text() -> None:
    question = parse("rain tag:weather", {"auth": "none", "effect": None})

    assert question.words == ("rain",)
    assert question.filters == (("auth", ("none",)), ("tag", ("weather",)))


@given(
    st.text(
        alphabet=st.sampled_from('ab "":,()[]{}\\*?~^+-!&|/<>\n\x00\u202eé天tag:auth'), max_size=60
    )
)
def test_nothing_is_an_error(text: str) -> None:
    question = parse(text)

    assert not question.words or text.split()
