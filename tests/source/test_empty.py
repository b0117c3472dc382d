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
    "manuals/acme/time/manual.yaml": "`title: …`",
    "manuals/acme/publisher.yaml": "`name: …`",
    "categories/time.yaml": "add its content",
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
