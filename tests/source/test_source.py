"""The reader: every hostile or odd file ends in diagnostics, quickly and at the right line."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from expectations import errors_in, expected_of
from hypothesis import given, settings
from hypothesis import strategies as st
from seen import some

from registry.source import Json, limits, read_document

FIXTURES = sorted(
    path for path in (Path(__file__).parent / "files").iterdir() if path.suffix != ".expect"
)

MANUAL = """\
utcp_version: "1.0.1"
tools:
  - name: get_weather
    description: >-
      Current weather, measured at the station
      nearest to a place: “now”, not later.
    tags: [weather, 'it''s', "a\\tb"]
    inputs:
      type: object
      properties: {city: {type: string, minLength: 1}, days: {type: integer, maximum: 16}}
      required: [city]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/{city}   # the station
x-registry:
  released: "2026-01-31"
  ratio: -0.25
  nothing: null
  flags: [true, false]
"""


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.name)
def test_bad_file_is_reported_at_its_line(path: Path) -> None:
    _, problems = read_document(path.name, path.read_bytes())

    assert errors_in(problems) == expected_of(path)
    assert all(problem.hint for problem in problems)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ('[1,\n {"a": ",]",\n },\n [2,],\n]', "remove the comma before it; the same in lines 4, 5"),
        ('{// one "a"\n "b": "http://x"} // two', "remove the comment; the same in line 2"),
        ('{a: 1,\nb: 2,\n"c": 3}', "put the key in double quotes; the same in line 2"),
        ("{“a”: 1,\n“it's”: 2}", 'write plain double quotes: "; the same in line 2'),
        ('{"a": "like "b" here"}', 'write \\" for a quotation mark inside a string'),
        ('Here it is:\n{"a": 1}', "remove everything before the first `{`"),
        ('{"a": [1, ...]}', "write what it stands for, or remove it"),
        (
            "['a',\n" + "'b',\n" * 9 + "1]",
            "write double quotes; the same in lines 2, 3, 4, 5, 6 and 4 more",
        ),
        ('{"a": [1,\n]}', "remove the comma before it"),
    ],
)
def test_habit_of_another_language_is_named_with_all_its_lines(text: str, hint: str) -> None:
    _, (problem,) = read_document("m.json", text.encode())

    assert problem.hint == hint


def test_habits_of_another_language_are_all_named_in_one_reading() -> None:
    text = """{
  // don't, "know"
  'name': "it's {a: 1,}",
  tags: ['a', True,],  /* None, */
  "id": None, // last
}"""

    problems = read_document("m.json", text.encode())[1]

    assert sorted((each.place.line, each.hint) for each in problems) == [
        (2, "remove the comment; the same in lines 4, 5"),
        (3, "write double quotes; the same in line 4"),
        (4, "put the key in double quotes"),
        (4, "remove the comma before it; the same in line 6"),
        (4, "write true"),
        (5, "write null"),
    ]


def test_mistakes_are_not_looked_for_behind_one_that_says_nothing_of_what_follows() -> None:
    _, (problem,) = read_document("m.json", b'{"a": "x "b" {c: 1,}", e: 1}')

    assert problem.place.column == 11


def test_tabs_of_a_file_are_one_problem_with_all_its_lines() -> None:
    _, (problem,) = read_document("m.yaml", b'{\n\t"a": "\t",\n\t"b":\t2 # \t\n}\n')

    assert problem.place.line == 2
    assert problem.hint.endswith("rename the file to end in .json; the same in line 3")


@pytest.mark.parametrize(
    "text", ["a: |-\n  b", "a: >-\n  b", "a: b", "a: |\n  b\nc: d", "a: |\n  b\n"]
)
def test_file_without_a_last_line_break_is_fine_where_no_value_ends_with_it(text: str) -> None:
    assert read_document("m.yaml", text.encode())[1] == ()


def test_plain_data_comes_out_as_json_has_it() -> None:
    document, problems = read_document("m.yaml", MANUAL.encode())

    assert not problems
    assert document
    tool = document.get(("tools", 0))
    assert isinstance(tool, dict)
    assert tool["tags"] == ["weather", "it's", "a\tb"]
    assert tool["description"] == (
        "Current weather, measured at the station nearest to a place: “now”, not later."
    )
    assert document.data["x-registry"] == {
        "released": "2026-01-31",
        "ratio": -0.25,
        "nothing": None,
        "flags": [True, False],
    }


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("", None),
        ("~", None),
        ("Null", None),
        ("TRUE", True),
        ("False", False),
        ("0", 0),
        ("-12", -12),
        ("+12", 12),
        ("0.5", 0.5),
        (".5", 0.5),
        ("5.", 5.0),
        ("-1.5e+3", -1500.0),
        ("9007199254740991", 2**53 - 1),
        ("1.0.1", "1.0.1"),
        ("1.2.3.4", "1.2.3.4"),
        ("v1", "v1"),
        ("yesterday", "yesterday"),
        ("y", "y"),
        ("nOne", "nOne"),
        ("2024-01", "2024-01"),
        ("12:34x", "12:34x"),
        ("-", ["-"]),
        ("1,000", "1,000"),
        ('"yes"', "yes"),
        ("'0755'", "0755"),
        ('"2024-01-01"', "2024-01-01"),
        ('"1.10"', "1.10"),
        ("|\n  yes", "yes\n"),
        ("x#y", "x#y"),
        ("😀", "😀"),
    ],
)
def test_scalar_is_what_yaml_1_2_says(spelling: str, value: Json) -> None:
    text = f"a: {spelling}\n" if spelling != "-" else "a:\n  - '-'\n"
    document, problems = read_document("m.yaml", text.encode())

    assert not problems
    assert document
    assert document.data == {"a": value}
    assert type(document.data["a"]) is type(value)


def test_unquoted_version_keeps_its_spelling_for_messages() -> None:
    document, _ = read_document("m.yaml", b"version: 1.10\nquoted: '1.10'\n")

    assert document
    assert document.spelling(("version",)) == "1.10"
    assert document.spelling(("quoted",)) == ""


@pytest.mark.parametrize(
    "name",
    ["m.yaml", "m.json"],
)
def test_json_is_read_alike_as_json_and_where_yaml_allows_it(name: str) -> None:
    text = '{"a": [1, -2.5, true, null, "x\\ty"], "b": {"c": "\\u00e9"}}\n'

    document, problems = read_document(name, text.encode())

    assert not problems
    assert document
    assert document.data == json.loads(text)


def test_json_keeps_what_yaml_cannot_read() -> None:
    text = '{"emoji": "\\ud83d\\ude00", "tiny": 5e-324, "tab"\t:\t1}'

    document, problems = read_document("m.json", text.encode())

    assert not problems
    assert document
    assert document.data == {"emoji": "😀", "tiny": 5e-324, "tab": 1}


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_every_value_knows_its_line(suffix: str) -> None:
    text = '{"a": 1,\n "b": [\n  {"c": "x"},\n  2],\n "d": {}}\n'
    document, _ = read_document(f"m.{suffix}", text.encode())

    assert document
    assert document.place(("a",)).line == 1
    assert document.place(("b",)).line == 2
    assert document.place(("b", 0, "c")).line == 3
    assert document.place(("b", 0, "c")).column == 9
    assert document.key_place(("b", 0, "c")).column == 4
    assert document.place(("b", 1)).line == 4
    assert document.place(("d",)).line == 5


def test_place_of_what_is_not_there_is_that_of_its_nearest_ancestor() -> None:
    document, _ = read_document("m.yaml", b"a:\n  b:\n    - c\n")

    assert document
    assert document.place(("a", "b", 7, "x")) == document.place(("a", "b"))
    assert document.place(("nowhere",)).line == 1


@pytest.mark.parametrize("pointer", [("a", 0), ("a", "b"), ("b", "x"), ("b", 9), ("c",)])
def test_get_returns_none_for_what_is_not_there(pointer: tuple[str | int, ...]) -> None:
    document, _ = read_document("m.yaml", b"a: text\nb: [1]\n")

    assert document
    assert document.get(pointer) is None


def test_every_problem_of_a_file_is_reported() -> None:
    _, problems = read_document("m.yaml", b"a: yes\nb: &x 1\nb: 2\nc: .nan\n")

    assert errors_in(problems) == {
        (1, "ambiguous-scalar"),
        (2, "yaml-alias"),
        (3, "duplicate-key"),
        (4, "unsafe-number"),
    }


def test_words_of_one_list_without_quotes_are_one_problem() -> None:
    _, problems = read_document("m.yaml", b"a: [no, x, on, off]\nb: [yes]\nc: [1, 010]\n")

    assert [problem.hint for problem in problems] == [
        'quote each: "no", "on", "off"',
        'write true or false, or quote it: "yes"',
        'write a plain decimal, or quote it: "010"',
    ]


def test_reporting_stops_where_nobody_reads_on() -> None:
    _, problems = read_document("m.yaml", b"a: yes\n" * 5000)

    assert len(problems) == limits.MAX_PROBLEMS


def test_windows_line_ends_are_fine() -> None:
    document, problems = read_document("m.yaml", b"a: b\r\nc:\r\n  - d\r\n")

    assert not problems
    assert document
    assert document.place(("c", 0)).line == 3


def merge_bomb(levels: int) -> bytes:
    steps = (f"a{i}: &a{i} {{<<: [*a{i - 1}, *a{i - 1}]}}\n" for i in range(1, levels + 1))
    return ("a0: &a0 {x: 1}\n" + "".join(steps)).encode()


MIB = limits.MAX_BYTES
NASTY = {
    "merge-bomb": ("m.yaml", merge_bomb(26)),
    "wide-merge": ("m.yaml", b"a: &a {" + b"k: 1," * 2000 + b"}\nb: [" + b"*a," * 2000 + b"]\n"),
    "anchors": ("m.yaml", b"a: [" + b"&a 1," * 100_000 + b"]"),
    "tag-directives": ("m.yaml", b"%TAG !a! b\n" * 60_000 + b"---\na: b\n"),
    "flow-depth": ("m.yaml", b"a: " + b"[" * 1_000_000),
    "mapping-depth": ("m.yaml", b"{a: " * 250_000),
    "block-depth": ("m.yaml", b"- " * 500_000),
    "question-marks": ("m.yaml", b"? " * 500_000),
    "many-keys": ("m.yaml", b"".join(b"k%d: 1\n" % i for i in range(90_000))),
    "many-entries": ("m.yaml", b"a: [" + b"1," * 500_000 + b"]"),
    "many-mappings": ("m.yaml", b"a:\n" + b"- x: 1\n" * 140_000),
    "many-documents": ("m.yaml", b"---\n" * 250_000),
    "long-scalar": ("m.yaml", b"a: " + b"x" * 1_000_000),
    "long-quoted-scalar": ("m.yaml", b'a: "' + b"\n" * 1_000_000 + b'"'),
    "long-folded-scalar": ("m.yaml", b"a: >\n" + b" x y\n" * 200_000),
    "long-key": ("m.yaml", b"? " + b"k" * 1_000_000 + b"\n: x"),
    "long-integer": ("m.yaml", b"a: " + b"9" * 1_000_000),
    "digits-and-a-word": ("m.yaml", b"a:\n" + (b"- " + b"0" * 60_000 + b" x\n") * 17 + b"a: 1"),
    "digits-and-a-letter": ("m.yaml", b"a:\n" + (b"- " + b"1" * 60_000 + b"z\n") * 17 + b"a: 1"),
    "long-hexadecimal": ("m.yaml", b"a: 0x" + b"f" * 1_000_000),
    "long-base-60": ("m.yaml", b"a: 1" + b":59" * 300_000),
    "long-underscores": ("m.yaml", b"a: 1" + b"_" * 1_000_000 + b"x"),
    "escaped-slashes": ("m.yaml", b'a: "' + b"\\/" * 500_000 + b'"'),
    "tabs-in-text": ("m.yaml", b"a: x" + b"\t" * 1_000_000 + b"y"),
    "question-marks-in-brackets": ("m.yaml", b"a: [" + b"b?," * 300_000 + b"]"),
    "exclamation-marks": ("m.yaml", b"!" * 1_000_000),
    "odd-line-breaks": ("m.yaml", b"a: b" + b"\r" * 1_000_000),
    "too-large": ("m.yaml", b"a: b\n" + b"#" * MIB),
    "json-depth": ("m.json", b"[" * 1_000_000),
    "json-object-depth": ("m.json", b'{"a":' * 200_000),
    "json-entries": ("m.json", b'{"a": [' + b"1," * 500_000),
    "json-keys": ("m.json", b"{" + b",".join(b'"k%d":1' % i for i in range(80_000)) + b"}"),
    "accents": (
        "m.yaml",
        b"".join(
            f"m{number}:\n".encode() + "".join(f" ä{key}: 0\n" for key in range(1_900)).encode()
            for number in range(24)
        )
        + b"m0: 1",
    ),
    "json-long-integer": ("m.json", b'{"a": ' + b"9" * 1_000_000 + b"}"),
    "json-surrogates": ("m.json", b'{"a": [' + b'"\\ud800",' * 100_000 + b"1]}"),
    "json-long-text": ("m.json", b'{"a": "' + b"x" * 1_000_000 + b'"}'),
}
"""Files that kill, hang or fill the memory of one YAML or JSON loader or another."""

SECONDS = 5
MEGABYTES = 300

CHILD = """
import resource, sys, time
from registry.source import read_document
began = time.process_time()
document, problems = read_document(sys.argv[1], sys.stdin.buffer.read())
assert problems, "nothing was refused"
if document:
    document.place(("a",))
print(time.process_time() - began, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def limit_child() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (MEGABYTES * 2**20, MEGABYTES * 2**20))


def seconds_to_refuse(case: str) -> float:
    path, data = NASTY[case]
    child = subprocess.run(
        [sys.executable, "-c", CHILD, path],
        input=data,
        capture_output=True,
        preexec_fn=limit_child,
        check=False,
    )
    assert child.returncode == 0, child.stderr.decode()[-2000:]
    return float(child.stdout.split()[0])


@pytest.mark.slow
@pytest.mark.parametrize("case", NASTY)
def test_nasty_file_is_refused_quickly_and_in_little_memory(case: str) -> None:
    """The fastest of three counts: a busy machine is not the reader's fault."""
    assert any(seconds_to_refuse(case) < 1 for _ in range(3))


@pytest.mark.parametrize("suffix", ["yaml", "json"])
def test_manual_cut_anywhere_ends_in_a_document_or_in_problems(suffix: str) -> None:
    document, _ = read_document("m.yaml", MANUAL.encode())
    assert document
    whole = MANUAL if suffix == "yaml" else json.dumps(document.data)
    data = whole.encode()

    for length in range(len(data)):
        document, problems = read_document(f"m.{suffix}", data[:length])
        assert document is not None or problems, length


@settings(max_examples=300)
@given(
    st.sampled_from(["m.yaml", "m.json"]),
    st.lists(st.tuples(st.integers(0, len(MANUAL)), st.binary(max_size=3)), min_size=1, max_size=4),
)
def test_manual_with_flipped_bytes_ends_in_a_document_or_in_problems(
    path: str, flips: list[tuple[int, bytes]]
) -> None:
    data = MANUAL.encode()
    for at, what in flips:
        data = data[:at] + what + data[at + len(what) :]

    document, problems = read_document(path, data)

    assert document is not None or problems
    assert all(problem.place.line >= 1 for problem in problems)


@pytest.mark.slow
@settings(max_examples=300)
@given(st.sampled_from(["m.yaml", "m.json"]), st.binary(max_size=200) | st.text().map(str.encode))
def test_any_bytes_end_in_a_document_or_in_problems(path: str, data: bytes) -> None:
    document, problems = read_document(path, data)

    assert document is not None or problems
    if document:
        json.dumps(document.data, allow_nan=False)


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(st.characters(codec="utf-8"), max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.from_regex("[a-z]{1,8}", fullmatch=True), inner, max_size=4)
    ),
    max_leaves=20,
)


@pytest.mark.slow
@given(st.dictionaries(st.from_regex("[a-z]{1,8}", fullmatch=True), PLAIN, max_size=5))
def test_json_that_python_writes_comes_back_as_it_was(data: dict[str, Json]) -> None:
    document, problems = read_document("m.json", json.dumps(data).encode())

    assert not problems
    assert document
    assert document.data == data


def test_the_slow_parser_gives_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    fast = [
        read_document(path.name, path.read_bytes()) for path in FIXTURES if path.suffix == ".yaml"
    ]
    monkeypatch.setattr("registry.source._yaml.HAS_LIBYAML", False)
    slow = [
        read_document(path.name, path.read_bytes()) for path in FIXTURES if path.suffix == ".yaml"
    ]

    for (document, quick), (_, patient) in some(zip(fast, slow, strict=True)):
        # Only the words for damaged escapes differ: libyaml calls them invalid YAML.
        wanted = {problem.rule for problem in quick} - {"invalid-yaml"}
        assert wanted <= {problem.rule for problem in patient}, document
        assert patient, document
