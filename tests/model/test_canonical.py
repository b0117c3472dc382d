"""Digests are over the form that every implementation of RFC 8785 computes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from registry.model.canonical import canonical, sha256

if TYPE_CHECKING:
    from registry.source import Json

SAFE = 2**53 - 1
FLOATS = st.floats(allow_nan=False, allow_infinity=False)


def json_with(numbers: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.recursive(
        st.none() | st.booleans() | st.integers(-SAFE, SAFE) | numbers | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=12,
    )


@given(json_with(FLOATS))
def test_fast_path_agrees_with_the_reference(value: Json) -> None:
    assert canonical(value) == rfc8785.dumps(value)


@given(json_with(st.floats(-SAFE, SAFE)))
def test_canonical_form_of_the_canonical_form_is_itself(value: Json) -> None:
    once = canonical(value)

    assert canonical(json.loads(once)) == once


def test_keys_are_sorted_by_utf_16_as_the_rfc_demands() -> None:
    assert canonical({"\ufb33": 1, "\U0001f600": 2}).decode() == '{"\U0001f600":2,"\ufb33":1}'


def test_numbers_are_spelt_as_in_javascript() -> None:
    assert canonical([1.0, 1e21, 1e-7, -0.0]) == b"[1,1e+21,1e-7,0]"


@pytest.mark.parametrize("value", [float("nan"), float("inf"), 2**53, "\ud800"])
def test_what_the_form_cannot_hold_is_refused(value: Json) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the type is all that is promised
        canonical([value])


def test_digest_does_not_depend_on_the_order_of_keys() -> None:
    assert sha256({"a": 1, "b": [True]}) == sha256({"b": [True], "a": 1})
