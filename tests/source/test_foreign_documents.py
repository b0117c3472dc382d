"""Documents from elsewhere are read as they come, and can do no harm."""

from __future__ import annotations

from typing import Any

import pytest

from registry.source.foreign_documents import read_foreign


def read(text: str, path: str = "api.yaml") -> dict[str, Any]:
    data, problems = read_foreign(path, text.encode())
    assert data is not None, problems
    return data


def test_what_other_readers_refuse_is_no_problem_of_a_document_from_elsewhere() -> None:
    assert read_foreign("api.yaml", b'a: {b: c?}\nd:\t"\\/"\ne: |\n  f')[1] == ()


@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("200: {a: b}", {"200": {"a": "b"}}),
        ("yes: no\nversion: 1.0", {"yes": "no", "version": 1.0}),
        ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
        ("a: &x {b: 1}\nc: {<<: *x, d: 2}", {"a": {"b": 1}, "c": {"b": 1, "d": 2}}),
        ("a: !!str 1\n", {"a": 1}),
        ("a: [b?, ?c, -]\nd:\t|\n  e", {"a": ["b?", {"c": None}, "-"], "d": "e"}),
        ('{"a": [1, null]}', {"a": [1, None]}),
        ("{a: [1, null]}", {"a": [1, None]}),
        ('\ufeff{"a": 1}', {"a": 1}),
        ('{"a": "\\ud800"}', {"a": "\ufffd"}),
        ('{"a": "\\ud83d\\ude00"}', {"a": "😀"}),
    ],
)
def test_what_is_common_elsewhere_is_accepted(text: str, data: object) -> None:
    assert read(text) == data


def test_nesting_is_the_same_with_aliases_and_without() -> None:
    lists = '{"a": ' + "[" * 250 + "1" + "]" * 250 + "}"

    assert read(deep(25))["a24"] == read(lists)["a"]


def test_the_ending_of_the_name_does_not_matter() -> None:
    assert read('{"a": 1}', "api") == read("a: 1", "api.json")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('// ours\n{"a": 1}', 1),
        ('\n/* ours,\nby hand */ {"a": 1}', 2),
        ('{\n  // ours\n  "a": 1}', 2),
        ('{\n  /* ours */ "a": 1}', 2),
    ],
)
def test_comment_in_json_is_what_is_wrong_with_it(text: str, line: int) -> None:
    data, (problem, *_) = read_foreign("api.json", text.encode())

    assert data is None
    assert problem.place.line == line
    assert "comment" in problem.hint


def test_page_about_a_document_is_called_one() -> None:
    data, (problem,) = read_foreign("api.json", b"\n<!DOCTYPE html><html><body>{}</body></html>")

    assert data is None
    assert problem.message == "the file contains a web page, not data"


def bomb() -> str:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    return "\n".join(lines)


def deep(lines: int) -> str:
    """Return a document in which each of *lines* nests ten lists around what the one before has."""
    inner = ["1", *(f"*a{number}" for number in range(lines))]
    return "\n".join(f"a{n}: &a{n} {'[' * 10}{inner[n]}{']' * 10}" for n in range(lines))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("", "root-not-mapping"),
        ("- a", "root-not-mapping"),
        ("[1]", "root-not-mapping"),
        ("a: *nowhere", "yaml-alias"),
        ('{"a": 1', "invalid-json"),
        ('{"a": 1e999}', "unsafe-number"),
        ("a: -1.0e+999", "unsafe-number"),
        ("a: b: c", "invalid-yaml"),
        ("[" * 100_000, "excessive-nesting"),
        ("- " * 100_000, "excessive-nesting"),
        ('{"a": ' + "[" * 256 + "]" * 256 + "}", "excessive-nesting"),
        (deep(26), "excessive-nesting"),
        (bomb(), "excessive-nodes"),
        ("\udcff", "non-utf8-bytes"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_reason(text: str, rule: str) -> None:
    data, problems = read_foreign("api", text.encode("utf-8", "surrogateescape"))

    assert rule in [problem.rule for problem in problems]
    assert data is None or rule in ("yaml-alias", "unsafe-number")


@pytest.mark.parametrize("text", ['{"a": 1e999, "b": 1}', "a: -1.0e+999\nb: 1\n"])
def test_number_that_nobody_can_represent_is_kept_as_it_is_written(text: str) -> None:
    data, _ = read_foreign("api", text.encode())

    assert data
    assert data["a"] in ("1e999", "-1.0e+999")
    assert data["b"] == 1
