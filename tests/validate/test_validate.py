"""Schema errors come in the author's words, and no schema is ever fetched."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING
from urllib.request import urlopen

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loopback import Handler, listening
from paths import ROOT
from seen import some

from registry.diagnostics import nearest
from registry.source import Document, Json, read_document
from registry.validate import (
    MAX_WEIGHT,
    Schema,
    checker,
    is_pattern,
    schema_problem,
    weigh,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.diagnostics import Diagnostic

SCHEMA_FILES = sorted((ROOT / "registry").rglob("*.schema.json"))
SCHEMA = Schema(
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["name"],
        "x-key-hints": {"titel": "call it `title`", "inside": "move it one level up"},
        "x-explaining-keys": {"inside": ["name", "like"]},
        "x-other-names": {"label": "name"},
        "properties": {
            "name": {"type": "string", "minLength": 2, "x-example": "clock"},
            "version": {"type": "string"},
            "size": {"type": "integer", "minimum": 1, "maximum": 9},
            "kind": {"enum": ["read", "write"]},
            "word": {"type": "string", "pattern": "^[a-z]+$", "x-hint": "use small letters"},
            "tags": {"type": "array", "minItems": 1, "maxItems": 2, "items": {"type": "string"}},
            "own": {
                "const": 1,
                "x-rule": "own-rule",
                "x-message": "{where} is {value}",
                "x-hint": "write 1",
            },
            "inner": {"type": "object", "properties": {"deep": {"type": "boolean"}}},
            "open": {"type": ["object", "boolean"]},
            "host": {"pattern": "^[a-z.]+$", "x-hint": "write a host"},
            "owner": {"type": "object", "required": ["login", "id"]},
            "place": {
                "required": ["country"],
                "properties": {"country": {"description": "The country, in English."}},
            },
        },
    }
)


def document(text: str) -> Document:
    found, problems = read_document("m.yaml", text.encode())
    assert found
    assert not problems
    return found


def problems(text: str, schema: Schema = SCHEMA) -> list[Diagnostic]:
    return list(schema.problems(document(text)))


def sentences(schema: dict[str, Json], instance: Json) -> list[str]:
    """Return what is wrong with *instance*, without the places."""
    return [sentence for _, sentence in checker(schema)(instance)]


def test_key_that_a_pattern_allows_is_not_unknown() -> None:
    schema = Schema({"patternProperties": {"^x-": True}, "additionalProperties": False})
    (found,) = problems("x-own: 1\nname: 2\n", schema)

    assert (found.rule, found.place.line) == ("unknown-key", 2)


def test_valid_document_has_no_problems() -> None:
    assert problems("name: clock\nsize: 3\ntags: [a]\n") == []


@pytest.mark.parametrize(
    ("text", "rule", "line", "hint"),
    [
        ("size: 3", "missing-key", 1, "add `name: clock`"),
        ("size: 3\nnmae: ab", "unknown-key", 2, "did you mean `name`?"),
        ("name: ab\nversio: x", "unknown-key", 2, "did you mean `version`?"),
        ("size: 3\nlabel: ab", "unknown-key", 2, "rename it to `name`"),
        ("name: ab\nlabel: ab", "unknown-key", 2, "remove it: `name` already exists"),
        ("name: ab\nplace: {}", "missing-key", 2, "add `country:` with the country, in English"),
        ("name: ab\ntitel: x", "unknown-key", 2, "call it `title`"),
        ("kind: read\nlike: x\ninside: {name: ab}", "unknown-key", 3, "move it one level up"),
        ("name: ab\nversion: 1.10", "unquoted-text", 2, 'quote it: "1.10"'),
        ("name: ab\nversion: true", "unquoted-text", 2, 'quote it: "true"'),
        ("name: ab\nversion: [1]", "wrong-type", 2, "write a string"),
        ("name: ab\nversion: {a b}", "wrong-type", 2, 'quote it: "{a b}"'),
        (
            "name: ab\nversion: {KEY}",
            "wrong-type",
            2,
            'quote it: "{KEY}", or write "${KEY}" for a variable',
        ),
        (
            "name: ab\ntags:\n  - Show: my table?",
            "wrong-type",
            3,
            'write a string; if this is a sentence with a colon, quote it: "Show: my table?"',
        ),
        ("name: ab\nversion: {a: b, c: d}", "wrong-type", 2, "write a string"),
        ("name: ab\nversion:", "wrong-type", 2, "fill it in, or remove the key if it is optional"),
        ("name: ab\ntags:\n  - a\n  -", "wrong-type", 4, "fill it in, or remove the entry"),
        ("name: ab\nsize: 0", "malformed-value", 2, "write 1 or more"),
        ("name: ab\nsize: 10", "malformed-value", 2, "write 9 or less"),
        ("name: a", "malformed-value", 1, "write 2 characters or more"),
        ('name: ""', "malformed-value", 1, "fill it in"),
        (
            "name: ab\nkind: raed",
            "unknown-value",
            2,
            "did you mean `read`? allowed values: read, write",
        ),
        ("name: ab\nkind: x", "unknown-value", 2, "allowed values: read, write"),
        ("name: ab\nword: A", "malformed-value", 2, "write `a`"),
        (
            "name: ab\ninner: [str]",
            "wrong-type",
            2,
            "write `{type: array, items: {type: string}}`",
        ),
        ("name: ab\nword: A B", "malformed-value", 2, "use small letters"),
        (
            "name: ab\ntags: []",
            "malformed-value",
            2,
            "add an entry, or remove the key if it is optional",
        ),
        ("name: ab\ntags: [a, b, c]", "malformed-value", 2, "remove some"),
        ("name: ab\ntags:\n  - a\n  - {}", "wrong-type", 4, "write a string"),
        ("name: ab\nown: 2", "own-rule", 2, "write 1"),
        ("name: ab\ninner:\n  deep: x", "wrong-type", 3, "write true or false"),
        ('name: ab\ninner:\n  deep: "true"', "wrong-type", 3, "remove the quotes: true"),
        ('name: ab\nsize: "3"', "wrong-type", 2, "remove the quotes: 3"),
        ('name: ab\nopen: "false"', "wrong-type", 2, "remove the quotes: false"),
        ('name: ab\nopen: "{}"', "wrong-type", 2, "remove the quotes around it: it is JSON"),
        (
            "name: ab\ntags: None",
            "wrong-type",
            2,
            "remove the key, if it is optional, or fill it in",
        ),
        ("name: ab\nopen: int", "wrong-type", 2, "write `{type: integer}`"),
        ("name: ab\nhost: https://api.ab.de/v1", "malformed-value", 2, "write `api.ab.de`"),
        ("name: ab\nhost: https://API/", "malformed-value", 2, "write `api`"),
        ("name: ab\nhost: '*.api'", "malformed-value", 2, "write a host"),
        ('name: ab\nsize: "03"', "wrong-type", 2, "write an integer"),
        (
            "name: ab\nowner: me",
            "wrong-type",
            2,
            "write `key: value` pairs below it, indented: `login`, `id`",
        ),
    ],
)
def test_problem_has_rule_line_and_mend(text: str, rule: str, line: int, hint: str) -> None:
    (problem,) = problems(text)

    assert (problem.rule, problem.place.line, problem.hint) == (rule, line, hint)


@pytest.mark.parametrize("date", ["2026-02-30", "2026-13-01", "19.11.2026"])
def test_a_date_that_does_not_exist_is_said_to_be_none(date: str) -> None:
    form: Json = {"type": "string", "pattern": "^20[0-9]{2}-(0[1-9]|1[0-2])-", "format": "date"}
    found = problems(f'day: "{date}"', Schema({"properties": {"day": form}}))

    assert {each.message for each in found} == {f"`day` is not a valid date: '{date}'"}


def test_examples_to_type_have_nothing_to_fill_in() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SCHEMA_FILES]
    examples = re.findall(r'"x-example": ("(?:[^"\\]|\\.)*")', "\n".join(texts))

    assert [each for each in some(examples) if "…" in each] == []


def test_examples_to_type_can_be_typed_in_braces() -> None:
    texts = [path.read_text(encoding="utf-8") for path in SCHEMA_FILES]
    examples = re.findall(r'"x-example": ("(?:[^"\\]|\\.)*")', "\n".join(texts))

    for example in some(map(json.loads, examples)):
        _, problems = read_document("m.yaml", f"a: {{b: {example}, c: d}}\n".encode())

        assert problems == (), example


def test_a_key_of_an_open_mapping_that_stands_for_a_missing_one_is_where_to_look() -> None:
    schema = Schema(
        {
            "required": ["kind"],
            "properties": {"kind": {"type": "string"}},
            "x-other-names": {"type": "kind"},
        }
    )
    (found,) = problems("size: 1\ntype: read\n", schema)

    assert (found.rule, found.place.line) == ("missing-key", 2)
    assert found.hint == "rename `type` to `kind`"


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("call: git status", 'write `{command: "git status"}`'),
        ("call: [git status]", "write `key: value` pairs below it, indented: `command`"),
        ("kind: bearer", 'write `{type: "bearer"}`'),
        ("kind: Bearer", "write `key: value` pairs below it, indented: `type`"),
        ("mode: null", 'quote it: "null"'),
        ("mode: 1", 'quote it: "1"'),
        ("mode: 2", "allowed values: null, 1"),
    ],
)
def test_what_only_lacks_its_key_or_its_quotes_is_written_out(text: str, hint: str) -> None:
    kinds: Json = {"type": {"enum": ["none", "bearer"]}}
    schema = Schema(
        {
            "properties": {
                "call": {
                    "type": "object",
                    "required": ["command"],
                    "properties": {"command": {"type": "string"}},
                },
                "kind": {"type": "object", "required": ["type"], "properties": kinds},
                "mode": {"enum": ["null", "1"]},
            }
        }
    )
    (found,) = problems(text, schema)

    assert found.hint == hint


@pytest.mark.parametrize(
    ("text", "listed"),
    [
        ("properties: {city: {required: true}}", '`required: ["city"]`'),
        ('{"properties": {"a b": {"required": true}}}', '`required: ["a b"]`'),
        ("required: true", '`required: ["name"]`'),
    ],
)
def test_a_hint_names_the_property_that_the_author_wrote(text: str, listed: str) -> None:
    hint = "list it: `required: [{needed}]`"
    required: dict[str, Json] = {"required": {"not": {}, "x-rule": "own-rule", "x-hint": hint}}
    inner: Json = {"additionalProperties": {"properties": required}}
    schema = Schema({"properties": {**required, "properties": inner}})
    (found,) = problems(text + "\n", schema)

    assert found.hint == f"list it: {listed}"


def test_all_problems_are_reported() -> None:
    found = problems("size: 0\nkind: x\nother: y\n")

    assert {each.rule for each in found} == {
        "missing-key",
        "malformed-value",
        "unknown-value",
        "unknown-key",
    }


def test_reports_stop_where_nobody_reads_on() -> None:
    schema = Schema({"items": {"type": "string"}})
    text = "a:\n" + "  - 1\n" * 5000

    assert len(list(schema.problems(document(text), ("a",)))) == 100


def test_message_quotes_no_more_than_a_line_of_a_value() -> None:
    (problem,) = problems(f"name: ab\nkind: {'x' * 5000}\n")

    assert len(problem.message) < 200


def test_regular_expression_of_python_alone_is_still_explained() -> None:
    # `$` means the very end to one engine, and before a line break as well to the other.
    (problem,) = problems('name: ab\nword: "abc\\n"\n')

    assert problem.rule == "malformed-value"


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-10, 20) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
KEYS = st.sampled_from([*SCHEMA.document["properties"], "other"])  # type: ignore[misc]


@given(st.dictionaries(KEYS, VALUES))
def test_what_is_not_accepted_is_always_explained(data: dict[str, Json]) -> None:
    found = list(SCHEMA.problems(Document("m.yaml", "", data)))

    assert SCHEMA.accepts(data) is (found == [])


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("descripton", "description"),
        ("Description", "description"),
        ("http-method", "http_method"),
        ("xyz", ""),
        ("", ""),
    ],
)
def test_nearest_word_is_suggested(word: str, found: str) -> None:
    assert nearest(word, ("description", "http_method", "name")) == found


@pytest.fixture
def requests() -> Iterator[list[str]]:
    """Count what is fetched from a server on this machine; the last entry is its address."""
    seen: list[str] = []

    class Counting(Handler):
        def respond(self) -> None:
            seen.append(self.path)
            self.send(200, b"{}")

    with listening(Counting) as url:
        seen.append(f"{url}/schema.json")
        yield seen


@pytest.mark.parametrize("keyword", ["$ref", "$dynamicRef", "$schema"])
def test_schema_of_a_contributor_is_never_fetched(keyword: str, requests: list[str]) -> None:
    schema: dict[str, Json] = {"properties": {"a": {keyword: requests[0]}}, "type": "object"}

    sentences(schema, {"a": 1})
    sentences({keyword: requests[0]}, {"a": 1})
    schema_problem(schema)
    schema_problem({keyword: requests[0]})

    # The server answers in turn, so whatever came before our own request has been counted.
    with urlopen(f"{requests[0]}?last") as reply:
        reply.read()
    assert requests[1:] == ["/schema.json?last"]


def test_schema_of_a_contributor_never_reads_a_file(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"type": "string"}')

    (problem,) = sentences({"$ref": (tmp_path / "x.json").as_uri()}, 1)

    assert problem.startswith("the schema itself is not valid")


def test_own_schema_cannot_refer_elsewhere() -> None:
    with pytest.raises(Exception, match="never fetched"):
        Schema({"$ref": "https://example.com/schema.json"}).accepts({})


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "nonsense"},
        {"pattern": "(["},
        {"pattern": "(?=a)b"},
        {"$ref": "#/$defs/nowhere"},
        {"minimum": "1"},
        {"required": "x"},
    ],
)
def test_unusable_schema_is_one_problem(schema: dict[str, Json]) -> None:
    (problem,) = sentences(schema, "x")

    assert "\n" not in problem


@pytest.mark.parametrize(
    ("schema", "instance"),
    [
        ({"type": "string", "pattern": "^(a+)+$"}, "a" * 5000 + "!"),
        ({"type": "string", "pattern": "^.*.*.*.*.*x$"}, "a" * 5000),
        ({"$ref": "#"}, {"a": 1}),
        ({"uniqueItems": True}, [{"a": each} for each in range(5000)]),
    ],
    ids=["exponential", "polynomial", "self-reference", "unique"],
)
def test_hostile_schema_costs_no_time(schema: dict[str, Json], instance: Json) -> None:
    assert isinstance(sentences(schema, instance), list)


def test_instance_is_held_against_the_schema() -> None:
    schema: dict[str, Json] = {"properties": {"a": {"type": "integer"}}, "required": ["a"]}

    assert sentences(schema, {"a": 1}) == []
    assert len(sentences(schema, {"a": "1"})) == 1
    assert len(sentences(schema, {})) == 1


@pytest.mark.parametrize(
    ("schema", "where"),
    [
        ({"type": "object"}, None),
        ({"properties": {"a": {"type": "text"}}}, ("properties", "a", "type")),
        ({"required": "a"}, ("required",)),
        ({"items": {"minLength": -1}}, ("items", "minLength")),
        ({"$schema": "string"}, ("$schema",)),
        ({"$schema": "file:///etc/passwd"}, ("$schema",)),
        ({"$schema": "http://json-schema.org/draft-07/schema#"}, None),
    ],
)
def test_invalid_schema_is_located(
    schema: dict[str, Json], where: tuple[str | int, ...] | None
) -> None:
    problem = schema_problem(schema)

    assert (problem[0] if problem else None) == where


def test_pattern_is_told_from_what_is_none() -> None:
    assert is_pattern("^[a-z]+$", linear=True)
    assert is_pattern("(?<=a)b")
    assert not is_pattern("(?<=a)b", linear=True)
    assert not is_pattern("([")


@pytest.mark.parametrize(
    ("schema", "instance", "sentence"),
    [
        ({"required": ["z"]}, {}, "'z' is missing"),
        ({"type": "string"}, 1, "1 is an integer, not a string"),
        (
            {"anyOf": [{"type": "string"}, {"type": "null"}]},
            1,
            "1 does not match any of the alternatives",
        ),
        (
            {"oneOf": [{"required": ["a"]}, {"required": ["b", "c"]}]},
            {},
            "'a' or 'b' and 'c' is missing",
        ),
        (
            {"anyOf": [{"required": ["a"]}, {"properties": {"b": {"required": ["c"]}}}]},
            {"b": {}},
            '{"b": {}} does not match any of the alternatives',
        ),
    ],
)
def test_problem_of_an_instance_is_said_in_words(
    schema: dict[str, Json], instance: Json, sentence: str
) -> None:
    assert sentences(schema, instance) == [sentence]


@pytest.mark.parametrize(
    ("path", "text", "wanted"),
    [("m.yaml", "name: ab\ntags: {}\n", "- "), ("m.json", '{"name": "ab", "tags": {}}', "[")],
)
def test_hint_is_in_the_language_of_the_file(path: str, text: str, wanted: str) -> None:
    found, _ = read_document(path, text.encode())
    assert found
    (problem,) = SCHEMA.problems(found)

    assert wanted in problem.hint


def test_long_value_is_quoted_whole_or_cut_but_always_with_both_quotes() -> None:
    (problem,) = problems(f"name: ab\nword: {'A' * 90}\n")

    assert problem.message.count("'") == 2
    assert len(problem.message) < 140


LISTS = Schema(
    {
        "properties": {
            "rows": {"items": {"items": {"type": "integer"}, "properties": {"a": {"const": 1}}}}
        }
    }
)


def test_every_wrong_entry_of_lists_within_lists_is_named() -> None:
    found = problems("rows:\n- [1, 1, 1]\n- [1, x, 1, 1]\n- {a: 1}\n- {a: 2}\n- 1\n- [y]\n", LISTS)

    assert [each.place.line for each in found] == [3, 5, 7]


def test_key_of_digits_is_a_key() -> None:
    rows = Schema({"additionalProperties": {"items": {"type": "integer"}}})

    found = problems('"0": [1]\n"1": [1, x]\n"01": [y]\n"+1": [1]\n', rows)

    assert sorted(each.place.line for each in found) == [2, 3]
    assert checker(rows.document)({"01": [1, "x"]})[0][0] == ("01", 1)


def test_equal_entries_are_told_apart() -> None:
    found = problems("rows:\n- [x, 1]\n- [1]\n- [x, 1]\n", LISTS)

    assert [each.place.line for each in found] == [2, 4]


def test_one_wrong_entry_among_thousands_is_found_soon() -> None:
    whole = document("rows:\n" + "- [1, 1, 1, 1]\n" * 9_000 + "- [1, x]\n")

    began = time.process_time()
    found = [each.place.line for each in LISTS.problems(whole)]

    assert found == [9_002]
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    "pattern", ["^a{1,900}$", "[{1,2}]{3}", r"\{9\}", "(x{2,}){2}", "(\\w{1,999}){1,999}"]
)
def test_counts_do_not_decide_whether_a_pattern_is_one(pattern: str) -> None:
    assert is_pattern(pattern)
    assert is_pattern(pattern, linear=True)


def test_pattern_that_counts_backwards_is_none() -> None:
    assert not is_pattern("a{9,2}")


def test_heavy_patterns_are_told_from_others_quickly() -> None:
    began = time.process_time()
    for number in range(500):
        assert is_pattern(f"(a|b{number})*x{{1,900}}", linear=True)

    assert time.process_time() - began < 1


def doubling(levels: int) -> dict[str, Json]:
    """Return a small schema that is two to the power of *levels* schemas."""
    definitions: dict[str, Json] = {
        f"d{level}": {"allOf": [{"$ref": f"#/$defs/d{level + 1}"}] * 2} for level in range(levels)
    }
    return {"$ref": "#/$defs/d0", "$defs": {**definitions, f"d{levels}": {"type": "string"}}}


def test_references_that_double_cost_nothing() -> None:
    began = time.process_time()
    found = sentences(doubling(40), 7)

    assert [sentence.partition(":")[0] for sentence in found] == ["the schema itself is not valid"]
    assert time.process_time() - began < 1


def test_schema_is_weighed_with_its_references_replaced() -> None:
    assert weigh({"type": "string"}).total == 1
    assert weigh(doubling(3)).total > 2**4
    assert weigh(doubling(40)).total > MAX_WEIGHT
    assert weigh({"properties": {"a": {"$ref": "#"}}}) == (3, 1)


def test_schema_that_comes_back_to_itself_is_used() -> None:
    tree: dict[str, Json] = {"properties": {"next": {"$ref": "#"}}, "type": "object"}

    assert sentences(tree, {"next": {"next": {}}}) == []
    assert sentences(tree, {"next": {"next": 7}}) == ["7 is an integer, not a mapping"]


def test_value_is_not_held_against_what_branches_without_end() -> None:
    again: Json = {"properties": {"a": {"$ref": "#"}}}
    value: Json = {}
    for _ in range(28):
        value = {"a": value}

    assert sentences({"allOf": [again, again, again]}, value) == []
