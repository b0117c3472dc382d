"""What the writer writes, the strict reader reads as the same data."""

from __future__ import annotations

from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from registry import source
from registry.source.writing import write_yaml

TROUBLE = st.lists(
    st.sampled_from(
        [
            *"'>|%@`{[],?é😀\t\u2028\u00a0",
            "word",
            "- b",
            "c:",
            "#d",
            " ",
            "e\n",
            "no",
            "1.0",
            "x: y",
            '"q"',
            "!t",
            "&a",
            "*b",
        ]
    ),
    max_size=40,
).map(" ".join)
TEXTS = st.text(st.characters(codec="utf-8"), max_size=200) | TROUBLE
NUMBERS = st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(allow_nan=False, allow_infinity=False)
PRINTABLE = st.characters(exclude_categories=("C", "Z"), include_characters=" ")
"""What `str.isprintable` means, made at once: most texts of any characters would be thrown away."""
KEYS = st.text(PRINTABLE, max_size=20) | st.sampled_from(
    ["no", "1", "a b", "- x", "? y", "<<", "~", "null", "a: b", "$ref", "=", "2020-01-01"]
)
DATA = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=20,
)


@pytest.mark.slow
@given(st.dictionaries(KEYS, DATA, max_size=6))
@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
def test_the_reader_takes_back_what_was_written(data: dict[str, Any]) -> None:
    document, problems = source.read_document("a.yaml", write_yaml(data).encode())

    # Two keys that are equal after normalisation are refused, whoever writes them.
    assert not [each for each in problems if each.rule != "duplicate-key"]
    assert document is not None
    assert document.data == data


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ({"a": "plain text", "b": "no", "c": "1.0"}, 'a: plain text\nb: "no"\nc: "1.0"\n'),
        ({"a": ["x", 1, None], "b": []}, "a: [x, 1, null]\nb: []\n"),
        ({"a": [{"b": 1}]}, "a:\n  - b: 1\n"),
        ({"a": [{"b": 1}, {"b": 2}], "c": 3}, "a:\n  - b: 1\n\n  - b: 2\n\nc: 3\n"),
        ({"a": "one\ntwo"}, "a: |-\n  one\n  two\n"),
        ({"a": 1e20}, "a: 1.0e+20\n"),
        ({}, "{}\n"),
    ],
)
def test_it_is_written_as_people_would(data: dict[str, Any], text: str) -> None:
    assert write_yaml(data) == text


@given(st.lists(st.text("ab?:,#-[]{}&*!|>'\"%@` \n", max_size=12), max_size=4))
def test_reader_in_pure_python_reads_the_same(values: list[str]) -> None:
    """It takes a question mark in a list on one line for the start of a key."""
    text = write_yaml({"values": [*values], "urls": [*values, "https://acme.com/?q=a"]})

    assert yaml.load(text, yaml.SafeLoader)["values"] == values


def test_long_texts_are_folded_to_the_width_of_the_page() -> None:
    written = write_yaml({"tools": [{"description": "many words " * 40 + "."}]})

    assert written.startswith("tools:\n  - description: >-\n      many words")
    assert max(map(len, written.splitlines())) <= 100


@pytest.mark.parametrize("text", ["y", "Y", "n", "N"])
def test_letters_that_are_booleans_for_some_readers_of_yaml_1_1_are_quoted(text: str) -> None:
    assert write_yaml({text: [text]}) == f'"{text}": ["{text}"]\n'
