"""A sealed value travels as bytes, and is opened again and again, or taken once."""

from __future__ import annotations

import pickle

import pytest

from registry.model.kept_pickled import Sealed

VALUE = {"tools": ["tide", "rain"]}


@pytest.fixture(params=["here", "elsewhere", "compressed here", "compressed elsewhere"])
def sealed(request: pytest.FixtureRequest) -> Sealed[dict[str, list[str]]]:
    here = Sealed(VALUE, is_compressed="compressed" in request.param)
    received: Sealed[dict[str, list[str]]] = pickle.loads(pickle.dumps(here))
    return here if "here" in request.param else received


def test_it_is_opened_as_often_as_one_likes(sealed: Sealed[dict[str, list[str]]]) -> None:
    assert sealed.open() == VALUE
    assert sealed.open() == VALUE


def test_it_is_taken_once(sealed: Sealed[dict[str, list[str]]]) -> None:
    assert sealed.take() == VALUE
    assert sealed.open() is None
    assert sealed.size == 0


def test_who_passes_it_on_keeps_it_as_bytes() -> None:
    received: Sealed[dict[str, list[str]]] = pickle.loads(pickle.dumps(Sealed(VALUE)))

    assert received.size == len(pickle.dumps(VALUE, pickle.HIGHEST_PROTOCOL))


def test_value_is_not_made_into_bytes_while_it_stays() -> None:
    assert Sealed(VALUE).open() is VALUE
    assert Sealed(VALUE).size == 0


def test_value_is_opened_where_it_is_needed_and_nowhere_on_the_way() -> None:
    away: Sealed[dict[str, list[str]]] = pickle.loads(pickle.dumps(Sealed(VALUE)))
    further: Sealed[dict[str, list[str]]] = pickle.loads(pickle.dumps(away))

    assert further.size == away.size > 0
    assert further.open() == VALUE


def test_text_takes_less_than_half_where_it_is_compressed() -> None:
    text = ["How high is the tide at the harbour?"] * 20
    sizes = [
        pickle.loads(pickle.dumps(Sealed([*map(str.encode, text)], is_compressed=each))).size
        for each in (True, False)
    ]

    assert sizes[0] < sizes[1] / 2
