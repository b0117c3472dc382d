"""A file that holds a program, a page or the like is called that, with what to do about it."""

from __future__ import annotations

import pytest

from registry.source import read_document

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


@pytest.mark.parametrize("text", OTHERS)
def test_file_of_another_kind_is_called_what_it_is(text: str) -> None:
    _, problems = read_document("1.0.0.yaml", text.encode())

    assert [OTHERS[text] in each.message for each in problems] == [True]
