"""Where the YAML parser stops, the reader names the character that has to be changed."""

from __future__ import annotations

import pytest

from registry.source import read_document

MISTAKES = {
    "bracket in a value in braces": ("a: {b: c, d: path [of] it}\n", 1, 19, "invalid-yaml"),
    "brace in a value in braces": ("a: {b: c, d: path {of} it}\n", 1, 19, "invalid-yaml"),
    "colon in a value in braces": ("a: {b: c, d: path: of}\n", 1, 18, "invalid-yaml"),
    "sentence before the keys": ("Sure! Here it is\n\na: b\nc: d\n", 1, 1, "invalid-yaml"),
    "block of text in braces": ("a: {b: |}\n", 1, 8, "invalid-yaml"),
    "missing comma in braces": ("a: {b: c d: e}\n", 1, 11, "invalid-yaml"),
    "missing comma behind a quote": ('a: {b: "c" d: e}\n', 1, 12, "invalid-yaml"),
    "comma in a value in braces": ("a: {b: c, such as d., e: f}\n", 1, 11, "unusable-key"),
    "braces not closed": ("a: {b: c\nd: e\n", 2, 2, "invalid-yaml"),
    "text behind a placeholder": ("a: {base}/v0/{id}\nb: c\n", 1, 10, "invalid-yaml"),
    "text behind a bracket": ("a: [beta] List it\nb: c\n", 1, 11, "invalid-yaml"),
    "text behind a quote": ("a:\n  - 'b' c\n", 2, 9, "invalid-yaml"),
    "apostrophe in single quotes": ("a: 'it's so'\n", 1, 8, "invalid-yaml"),
    "comma as in JSON": ('a: "GET",  # or POST\nb: c\n', 1, 9, "invalid-yaml"),
    "bracket twice": ("a: [b, c]]\nd: e\n", 1, 10, "invalid-yaml"),
    "quote closed many lines below": ('a: "b c.\nd: e\nf: g\nh: "i"\n', 1, 4, "invalid-yaml"),
    "quote closed at an empty text": ('a: "b c.\nd: e\nh: ""\n', 1, 4, "invalid-yaml"),
    "quote closed in braces": ('a: {b: "c, d: e}\nf: "g"\n', 1, 8, "invalid-yaml"),
    "no-break space behind a key": ("a: b\nc:\xa0[d]\ne: f\n", 2, 3, "invalid-yaml"),
    "no-break space behind a dash": ("a:\n  - b: c\n  -\xa0d: e\n", 3, 4, "invalid-yaml"),
    "wide space in the indentation": ("a:\n  - b: c\n  \u3000 d: e\n", 3, 3, "invalid-yaml"),
    "no-break space in front of a key": ("a: b\n\xa0c: d\n", 2, 1, "unusable-key"),
    "no-break space behind a quote": ('a: "b"\xa0\nc: d\n', 1, 7, "invalid-yaml"),
    "no space behind a dash": ("a:\n  -b: c\n    d: e\n", 2, 3, "invalid-yaml"),
    "no space behind the second dash": ("a:\n  - b: c\n  -d: e\n", 3, 3, "invalid-yaml"),
    "no space behind a colon": ("a:b\nc: d\n", 1, 2, "invalid-yaml"),
    "no space behind a colon and a quote": ('a:"b"\nc: d\n', 1, 2, "invalid-yaml"),
    "no space behind any colon": ('a:"1"\nb:2\nc:\n  - d:e\n', 1, 2, "invalid-yaml"),
    "en dash for an entry": ("a:\n  \u2013 b: c\n    d: e\n", 2, 3, "invalid-yaml"),
    "bullet for an entry": ("a:\n  \u2022 b: c\n    d: e\n", 2, 3, "invalid-yaml"),
    "star for an entry": ("a:\n  * b: c\n    d: e\n", 2, 3, "invalid-yaml"),
    "number for an entry": ("a:\n  1. b: c\n     d: e\n", 2, 3, "invalid-yaml"),
    "star in a text above": ("a: |\n  * b: c\nd\ne: f\n", 3, 1, "invalid-yaml"),
    "typographic quotes around a variable": ("a: {b: “${C}”}\n", 1, 8, "invalid-yaml"),
    "tab in the indentation": ("a:\n\tb: c\n", 2, 1, "invalid-yaml"),
    "text that begins with a star": ("a: *b c\nd: e\n", 1, 4, "yaml-alias"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_one_problem_at_its_character(name: str) -> None:
    text, line, column, rule = MISTAKES[name]

    _, (problem,) = read_document("m.yaml", text.encode())

    assert (problem.place.line, problem.place.column, problem.rule) == (line, column, rule)


@pytest.mark.parametrize(
    ("written", "typed"),
    [
        ("{base}/v0/{id}", '"{base}/v0/{id}"'),
        ('"Open" issues', "'\"Open\" issues'"),
        ('"He said "hi""', "'He said \"hi\"'"),
        ("'it's so'", '"it\'s so"'),
        ("Weather: now", '"Weather: now"'),
        ("@returns it", '"@returns it"'),
        ("`get` it", '"`get` it"'),
        ("%d of it", '"%d of it"'),
    ],
)
def test_hint_is_what_to_type(written: str, typed: str) -> None:
    _, (problem,) = read_document("m.yaml", f"a: {written}\nb: c\n".encode())
    document, problems = read_document("m.yaml", f"a: {typed}\nb: c\n".encode())

    assert problem.hint.endswith(f": {typed}")
    assert document
    assert not problems


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("a:b\n\n\nc: d\n", "write `a: b`"),
        ("a: b\n  c:d\n  e: f\n", "write `c: d`"),
        ("a:b\nc:d\ne: f\n", "write `a: b`; the same in the lines below"),
    ],
)
def test_other_colons_without_a_space_are_said_if_there_are_any(text: str, hint: str) -> None:
    _, (problem,) = read_document("m.yaml", text.encode())

    assert problem.hint == hint


def test_spaces_of_other_scripts_are_fine_in_text() -> None:
    document, problems = read_document("m.yaml", "a: b\xa0c\nd: {e: f, g: h\u3000i}\n".encode())

    assert not problems
    assert document
    assert document.data == {"a": "b\xa0c", "d": {"e": "f", "g": "h\u3000i"}}


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('{"a": True}', "write true"),
        ('{"a": None}', "write null"),
        ("{'a': 1}", "write double quotes"),
        ('{"a": 1, // one\n "b": 2}', "remove the comment"),
        ('{"a": 1,}', "remove the comma before it"),
        ('{"a": [1, ]}', "remove the comma before it"),
        ('{"a": 1,, "b": 2}', "remove the comma"),
        ('{"a": 1 "b": 2}', "put a comma before it"),
        ("[1 2]", "put a comma before it"),
        ("{a: 1}", "put the key in double quotes"),
        ('{"a": undefined}', "write null, or remove the key"),
        (
            '```json\n{"a": 1}\n```',
            "remove the lines with three backticks, which belong to Markdown",
        ),
        ('{"a": 0123}', "remove the 0, or quote the number"),
        ('{"a" [1]}', "put a colon behind the key"),
        ('{"a": 1} x', "remove it"),
        (
            '{"a": 1}\n{"b": 2}',
            "remove it; if it is another document, move it to a file of its own",
        ),
    ],
)
def test_habit_of_another_language_in_json_is_named(text: str, hint: str) -> None:
    _, (problem,) = read_document("m.json", text.encode())

    assert (problem.rule, problem.hint) == ("invalid-json", hint)


@pytest.mark.parametrize("path", ["m.yaml", "m.json"])
def test_second_mapping_of_a_name_is_to_be_merged_and_a_second_value_removed(path: str) -> None:
    text = '{"a": {"b": 1}, "a": {"c": 2}, "d": 1, "d": 2}'
    _, problems = read_document(path, text.encode())

    assert [each.hint for each in problems] == [
        "move what it contains to the first 'a', and remove this one",
        "remove one of them: most readers silently keep only one",
    ]


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("```yaml\na: b\n```\n", "remove it, and"),
        ("# Tides\n\n```yaml\na: b\n```\n", "remove it, and"),
        ("Here it is:\n\n```yaml\na: b\n```\n", "keep only the lines between it and"),
        ("```yaml\na: b\n```\n\nHave fun!\n", "keep only the lines between it and"),
    ],
)
def test_what_was_said_around_a_manual_goes_with_its_backticks(text: str, act: str) -> None:
    _, (problem,) = read_document("m.yaml", text.encode())

    assert problem.hint == f"{act} the line of the other three backticks"
