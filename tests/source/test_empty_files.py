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
    ("text", "what", "hint"),
    [
        ("version https://git-lfs.github.com/spec/v1\noid sha256:4d\n", "Git LFS", "commit"),
        ("\n<!DOCTYPE html>\n<p a='b: c'>", "a web page", "download"),
        ("<html lang=en>", "a web page", "download"),
    ],
)
@pytest.mark.parametrize("path", ["1.0.0.yaml", "1.0.0.json"])
def test_author_of_what_stands_for_a_file_reads_how_to_get_the_file(
    path: str, text: str, what: str, hint: str
) -> None:
    document, (problem,) = read_document(path, text.encode())

    assert document is None
    assert problem.rule == "root-not-mapping"
    assert what in problem.message
    assert hint in problem.hint


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("http GET https://api.acme.com/a q==1\n", "a request"),
        ("$ https -v https://api.acme.com/a\n", "a request"),
        ("wget -qO- https://api.acme.com/a\n", "a request"),
        ('fetch("https://api.acme.com/a", {\n  "method": "GET"\n});\n', "a request"),
        ("const reply = await fetch(url);\n", "a request"),
        ("axios.get('https://api.acme.com/a')\n", "a request"),
        ('Invoke-RestMethod -Uri "https://api.acme.com/a"\n', "a request"),
        ("$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession\n", "a request"),
        ('// Ours.\nexport default {\n  utcp_version: "1.0.1",\n};\n', "a program"),
        ('module.exports = {\n  utcp_version: "1.0.1",\n};\n', "a program"),
        ("export const manual: Manual = {\n  tools: [],\n};\n", "a program"),
        ('manual = {\n    "utcp_version": "1.0.1",\n}\n', "a program"),
        ("class Tide(BaseModel):\n    name: str\n", "a program"),
        ("def tide(place: str) -> str:\n    pass\n", "a program"),
        ("@mcp.tool()\nasync def tide(place: str) -> str:\n    pass\n", "a program"),
        ("export interface Tide {\n  name: string;\n}\n", "a program"),
        ("function tide() {}\n", "a program"),
        ("# Ours.\nserver = mcp.Server('tides')\n", "a program"),
        ("type Tide {\n  name: String\n}\n", "GraphQL"),
        ("interface Tide {\n  name: String # a; b\n}\n", "GraphQL"),
        ('$version: "2"\n\nnamespace com.acme\n\nservice Tides {}\n', "Smithy"),
        ("using TypeSpec.Http;\n", "TypeSpec"),
        ("[tides.yaml](https://github.com/user-attachments/files/1/tides.yaml)\n", "the address"),
        ('[mcp_servers.tides]\ncommand = "npx"\n', "the configuration of an MCP host"),
        ('# ours\n[package]\nname = "tides"\n', "TOML"),
        ("name = Acme\n", "TOML"),
    ],
)
def test_author_of_another_kind_of_text_reads_what_it_is(text: str, what: str) -> None:
    document, (problem,) = read_document("1.0.0.yaml", text.encode())

    assert document is None
    assert what in problem.message


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


@pytest.mark.parametrize(
    "text",
    [
        *("### The API of Acme\na: b\n", "from: b\n", "type: query\n"),
        *("http: b\n", "fetch: b\n", "class: b\n", "interface: b\n"),
        "# Tides\n\n## See [docs](https://example.com)\n# > by hand\na: b\n",
        "# Tides\na: |\n\n  ## [docs](https://example.com)\n",
    ],
)
def test_comment_or_key_is_not_taken_for_the_beginning_of_another_file(text: str) -> None:
    assert read_document("1.0.0.yaml", text.encode())[1] == ()


OTHERS = {
    'import "@typespec/http";\n': "an API description in TypeSpec",
    "import os\n": "a program",
    "#!/bin/sh\n# Tides\ncurl -s https://api.example.com/\n": "a curl command",
    "#!/bin/sh\nexec server\n": "a program",
    '<?xml version="1.0"?>\n<application/>\n': "a WADL",
    '<?xml version="1.0"?>\n<rss/>\n': "XML",
    "# Tides\n\n> When the water comes: and goes.\n": "a page in Markdown",
    "# Tides\n[![state](https://example.com/a.svg)](b)\nHigh: water\n": "a page in Markdown",
    "404: Not Found": "the reply of a server",
}


@pytest.mark.parametrize("text", OTHERS)
def test_file_of_another_kind_is_called_what_it_is(text: str) -> None:
    _, problems = read_document("1.0.0.yaml", text.encode())

    assert [OTHERS[text] in each.message for each in problems] == [True]
