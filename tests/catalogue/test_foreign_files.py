"""A document of another format is named as such, whatever else is wrong with it or its name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from registry.catalogue.foreign_files import foreign_file, foreign_release
from registry.catalogue.manuals_folder import load_tree
from registry.source import read_document
from registry.source.limits import MAX_BYTES, MAX_PROBLEMS

if TYPE_CHECKING:
    from pathlib import Path

PADDING = "x" * MAX_BYTES
TOO_LARGE = {
    "1.0.0.yaml": f"openapi: 3.0.0\ninfo: {{title: {PADDING}}}\n",
    "1.0.0.json": f'{{"openapi": "3.0.0", "info": {{"title": "{PADDING}"}}}}',
    "1.0.1.json": f'{{"swagger":"2.0","info":{{"title":"{PADDING}"}}}}',
    "1.0.2.json": f'{{"log": {{"version": "1.2", "entries": ["{PADDING}"]}}}}',
    "1.0.3.json": f'{{"data": {{"__schema": {{"types": ["{PADDING}"]}}}}}}',
    "1.0.4.json": f'{{"info": {{"name": "Tides", "_postman_id": "1"}}, "item": ["{PADDING}"]}}',
}
MANUAL = (
    'utcp_version: "1.0.1"\ntools:\n  - name: get_it\n    inputs: {type: object}\n'
    "    tool_call_template: {call_template_type: http, url: 'https://api.example.com/'}\n"
)


@pytest.mark.parametrize("name", TOO_LARGE)
def test_document_that_is_too_large_is_not_to_be_split_but_converted(name: str) -> None:
    path, data = f"manuals/acme/time/{name}", TOO_LARGE[name].encode()
    document, problems = read_document(path, data)
    found = foreign_release(path, data, document)

    assert [each.rule for each in problems] == ["oversized-file"]
    assert found is not None
    assert found.rule == "unknown-protocol"


def test_document_whose_reading_stops_at_many_mistakes_is_named() -> None:
    path = "manuals/acme/time/1.0.0.yaml"
    data = b"openapi: 3.0.0\npaths:\n" + b"  - 2020-01-01T00:00:00\n" * (MAX_PROBLEMS + 1)
    document, problems = read_document(path, data)
    found = foreign_release(path, data, document)

    assert document is None
    assert len(problems) == MAX_PROBLEMS
    assert found is not None
    assert found.message == "the file is an OpenAPI document, not a manual"


def test_hint_is_the_command_for_the_file_as_it_is_called() -> None:
    found = foreign_file("manuals/acme/time/my api.yml", b"swagger: '2.0'\npaths: {}\n")

    assert found is not None
    assert found.hint == (
        "convert it to a manual: `registry import openapi 'manuals/acme/time/my api.yml'`; "
        "then remove this file"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("openapi: 3.1.0", "an OpenAPI document"),
        ("asyncapi: 3.0.0", "an AsyncAPI document"),
        ("arazzo: 1.0.1", "a description of workflows (Arazzo)"),
        ("overlay: 1.0.0", "an Overlay of OpenAPI"),
        ("agentsJson: 0.1.0", "a description of flows (agents.json)"),
        ("apis: [{baseURL: https://api.acme.com}]", "a list of APIs (APIs.json)"),
        ("runtimes: [{spec: {url: a.json}}]", "a plugin for Microsoft 365 Copilot"),
        ("openrpc: 1.3.2", "OpenRPC"),
        ("name_for_model: acme", "the manifest of"),
    ],
)
def test_document_is_named_by_its_key(text: str, words: str) -> None:
    path, data = "manuals/acme/time/1.0.0.yaml", f"{text}\n".encode()
    found = foreign_release(path, data, read_document(path, data)[0])

    assert found is not None
    assert words in found.message


@pytest.mark.parametrize("name", ["time.yaml", "v1.json", "notes.txt", "README.md"])
@pytest.mark.parametrize("text", [MANUAL, f"{MANUAL}x: [", "", "hello", "name: Acme\n", "[1]"])
def test_manual_or_note_under_any_name_is_not_of_another_format(name: str, text: str) -> None:
    assert foreign_file(f"manuals/acme/time/{name}", text.encode()) is None


def test_manual_that_cannot_be_read_is_not_of_another_format() -> None:
    text = MANUAL.replace("    inputs:", "\t  inputs:").encode()

    assert foreign_release("manuals/acme/time/1.0.0.yaml", text, None) is None


def test_manual_in_json_that_is_called_so_keeps_its_ending(tmp_path: Path) -> None:
    folder = tmp_path / "manuals" / "acme" / "clock"
    folder.mkdir(parents=True)
    (folder / "manual.json").write_text('{"opentool": "1.1.0", "info": {}, "functions": []}')
    found = load_tree(tmp_path / "manuals", "manuals")

    assert "rename the file, for example to 1.0.0.json" in found.problems[0].hint
