"""What is plainly right is right by the library, too."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registry.publish._pages.plain_schemas import is_plainly_right
from registry.validate import Schema

KINDS = st.sampled_from(["string", "integer", "number", "boolean", "null", "object"])
VALUES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, 5, 1.0, 5.5, "", "a", "b", [], {}]
)
FIELDS = st.fixed_dictionaries(
    {},
    optional={
        "type": KINDS,
        "description": st.just("Words."),
        "enum": st.lists(VALUES, max_size=3),
        "minimum": st.sampled_from([0, 1, 5, 0.5]),
        "maximum": st.sampled_from([0, 1, 5, 5.5]),
        "pattern": st.just("^a$"),
    },
)
NAMES = st.sampled_from(["x", "y", "z"])
OBJECTS = st.fixed_dictionaries(
    {"type": st.just("object")},
    optional={
        "properties": st.dictionaries(NAMES, FIELDS | st.booleans()),
        "required": st.lists(NAMES, unique=True),
        "minProperties": st.just(1),
    },
)


@pytest.mark.slow
@given(OBJECTS, st.dictionaries(NAMES, VALUES))
@settings(max_examples=1_000)
def test_what_is_plainly_right_is_accepted(schema: dict[str, Any], value: dict[str, Any]) -> None:
    assert not is_plainly_right(value, schema) or Schema(schema).accepts(value)


@pytest.mark.parametrize(
    ("value", "is_right"),
    [
        ({"x": 3}, True),
        ({"x": 3, "y": "a"}, True),
        ({"x": 9}, False),
        ({"x": True}, False),
        ({"x": 3, "y": "c"}, False),
        ({"x": 3, "y": None}, False),
        ({"y": "a"}, False),
        ({"x": 3, "z": 1}, False),
    ],
)
def test_plain_schema_is_judged_without_the_library(
    value: dict[str, Any], *, is_right: bool
) -> None:
    schema: dict[str, Any] = {
        "type": "object",
        "required": ["x"],
        "properties": {
            "x": {"type": "integer", "minimum": 1, "maximum": 5},
            "y": {"type": "string", "enum": ["a", "b"]},
        },
    }
    assert is_plainly_right(value, schema) is is_right
