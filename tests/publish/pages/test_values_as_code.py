"""Values written as code mean the same in every language, whatever they hold."""

from __future__ import annotations

import ast
import json
import subprocess

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from registry.publish._pages.values_as_code import pretty_json, pretty_jsons, shell_word, to_python

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=20,
)  # fmt: skip

HOSTILE = ("\u202edrowssap", "\u200b", "\U000e0041", "\x7f", "\u2028")


@given(json_values)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_json_and_python_say_the_same(value: object) -> None:
    assert json.loads(pretty_json(value)) == value  # type: ignore[arg-type]
    assert ast.literal_eval(to_python(value)) == value  # type: ignore[arg-type]


@pytest.mark.slow
@given(json_values)
@settings(suppress_health_check=[HealthCheck.too_slow])
def test_values_that_share_parts_are_written_like_each_alone(value: object) -> None:
    shared = {"a": value, "long": "x" * 40}
    several = [shared, {"deeper": {"b": [shared]}}, shared, {"b": shared}]
    assert list(pretty_jsons(several)) == [*map(pretty_json, several)]  # type: ignore[arg-type]


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_code_spells_out_what_a_reader_does_not_see(text: str) -> None:
    for written in (pretty_json({text: [text]}), to_python({text: [text]})):
        assert text[0] not in written
        assert "\\" in written


def test_long_values_take_a_line_each() -> None:
    assert pretty_json({"a": "x" * 50, "b": ["y" * 50]}).splitlines() == [
        "{",
        f'  "a": "{"x" * 50}",',
        f'  "b": ["{"y" * 50}"]',
        "}",
    ]


@pytest.mark.parametrize(
    "text",
    ["plain", "it's", "a\nb", "$(touch x) `touch x` $HOME", '"; exit 1; "', "!!", "\\", "-n", ""],
)
def test_a_shell_takes_a_word_as_it_is(text: str) -> None:
    assert printed(shell_word(text)) == text


@pytest.mark.parametrize("quote", ["", "'", "$(x)", '"', "!"])
def test_a_shell_fills_in_variables_and_nothing_else(quote: str) -> None:
    assert printed(shell_word(f"{quote}Bearer ${{TOKEN}}{quote}")) == f"{quote}Bearer secret{quote}"


def printed(word: str) -> str:
    command = f"printf '%s' {word}"
    done = subprocess.run(
        ["sh", "-c", command], env={"TOKEN": "secret"}, capture_output=True, text=True, check=True
    )
    return done.stdout
