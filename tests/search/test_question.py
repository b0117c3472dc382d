"""Whatever is typed is a question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry.search.question import Question, parse


def test_words_lose_stop_words_and_case() -> None:
    assert parse("What IS the Weather").words == ("weather",)


def test_words_between_quotes_are_words_and_a_phrase() -> None:
    question = parse('fine "Air Quality" map')

    assert question.words == ("fine", "air", "quality", "map")
    assert question.phrases == (("air", "quality"),)


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("protocol:utcp", (("protocol", ("utcp",)),)),
        ("Protocol:UTCP", (("protocol", ("utcp",)),)),
        ("protocol:utcp,otc", (("protocol", ("utcp", "otc")),)),
        ('tag:"air quality"', (("tag", ("air-quality",)),)),
        ("auth:api_key", (("auth", ("api-key",)),)),
        ("tag:a tag:b", (("tag", ("a",)), ("tag", ("b",)))),
        ("effect: publisher:acme", (("publisher", ("acme",)),)),
        ('tag:"', ()),
    ],
)
def test_filters_are_no_words(text: str, filters: tuple[object, ...]) -> None:
    assert parse(text) == Question((), (), filters)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["colour:red", "http://acme.example", "x:", ":", "atag:b"])
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
    parse(text)
