"""A file that says nothing yet is called empty, and its author reads how to begin."""

from __future__ import annotations

import pytest

from registry.source import read_document

EMPTY = {
    "no byte": b"",
    "blank lines": b"\n \r\n\t\n",
    "comments": b"# to be written\n  # and more\n",
    "the start of a document": b"---\n",
    "two starts": b"---\n# one\n---\n# two\n",
    "the end of a document": b"...\n",
    "a byte order mark": b"\xef\xbb\xbf",
    "a byte order mark and a comment": b"\xef\xbb\xbf# x\n",
    "a null": b"# soon\nnull\n",
    "a tilde": b"~",
}
BEGINNINGS = {
    "manuals/acme/time/1.0.0.yaml": '`utcp_version: "1.0.1"`',
    "manuals/acme/time/1.0.0.json": '`{"utcp_version": "1.0.1"`',
    "manuals/acme/time/manual.yaml": "`title:`",
    "manuals/acme/publisher.yaml": "`name:`",
    "categories/time.yaml": "add its content",
    "rules.yaml": "add its content",
}
KEYS = {
    "manuals/acme/time/manual.yaml": "`title:`",
    "manuals/acme/publisher.yaml": "`name:`",
    "categories/time.yaml": "`title:`",
    "wishes/weather.yaml": "`title:`",
    "rules.yaml": "`levels:`",
    "mkdocs.yml": "a colon and its value",
}


@pytest.mark.parametrize("data", EMPTY.values(), ids=EMPTY)
def test_file_without_a_value_is_empty(data: bytes) -> None:
    document, problems = read_document("1.0.0.yaml", data)

    assert document is None
    assert [each.message for each in problems] == ["the file is empty"]


@pytest.mark.parametrize("text", ["a: b", "#\na: b", "---x", "nullable", "'#'", "...x", "{}"])
def test_file_with_a_value_is_not_empty(text: str) -> None:
    document, problems = read_document("1.0.0.yaml", text.encode())

    assert document or problems
    assert "the file is empty" not in {each.message for each in problems}


@pytest.mark.parametrize("path", BEGINNINGS)
def test_author_of_an_empty_file_reads_its_first_line(path: str) -> None:
    _, problems = read_document(path, b"")

    assert [BEGINNINGS[path] in each.hint for each in problems] == [True]


@pytest.mark.parametrize("text", ["- a", "[1]", "a", "7"])
@pytest.mark.parametrize("path", sorted({*BEGINNINGS, *KEYS}))
def test_author_of_no_mapping_reads_a_first_key_of_that_file(path: str, text: str) -> None:
    key = KEYS.get(path, "`tools:`")
    _, (problem,) = read_document(path.replace(".json", ".yaml"), text.encode())

    assert problem.rule == "root-not-mapping"
    assert problem.hint.startswith("start with ")
    assert key in problem.hint
    assert ("tools" in problem.hint) == (path not in KEYS)


def test_author_of_a_bare_list_of_wishes_reads_where_it_belongs() -> None:
    _, (problem,) = read_document("wishes/weather.yaml", b"- how deep the snow is\n")

    assert "keep the list below `wishes`" in problem.hint


@pytest.mark.parametrize(
    ("entry", "is_to_be_rewritten"),
    [
        ("{name: t, tool_call_template: {}}", False),
        ("{name: t, inputSchema: {}}", False),
        ("{id: A.B, input_schema: {}}", False),
        ("{type: function, function: {name: t}}", True),
        ("{name: t, url: https://api.example.com}", True),
        ("t", True),
    ],
)
def test_author_of_a_bare_list_reads_all_that_its_entries_need(
    entry: str, *, is_to_be_rewritten: bool
) -> None:
    _, (problem,) = read_document("1.0.0.yaml", f"- {entry}\n".encode())

    assert "keep the list below `tools`" in problem.hint
    assert ("as a UTCP tool" in problem.hint) is is_to_be_rewritten


def test_author_of_a_bare_configuration_reads_what_it_lacks() -> None:
    text = '[{"name": "tides", "provider_type": "http", "url": "https://api.acme.com/utcp"}]'
    _, (problem,) = read_document("1.0.0.json", text.encode())

    assert "the configuration of a UTCP client" in problem.hint


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ('[{"utcp_version": "1.0.1", "tools": []}]', "keep only the manual, without `[`"),
        ('[{"opentool": "1.1.0"}, {"opentool": "1.1.0"}]', "keep only the manual, without `[`"),
        (r'"{\"utcp_version\": \"1.0.1\"}"', "remove the quotes around it"),
    ],
)
def test_author_of_a_manual_in_something_else_reads_how_to_take_it_out(text: str, act: str) -> None:
    _, (problem,) = read_document("1.0.0.json", text.encode())

    assert problem.rule == "root-not-mapping"
    assert problem.hint.startswith(act)
