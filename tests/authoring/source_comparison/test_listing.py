"""A manual is compared with what its server lists: for MCP, OpenTool and OTC/OXP."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from registry import source
from registry.cli import main

MANUAL = """\
tools:
  - name: read_tide
    description: Read the height of the water.
    inputSchema:
      type: object
      properties:
        port: {type: string, description: Name of the harbour.}
        days: {type: integer, maximum: 7}
      required: [port]
    annotations: {readOnlyHint: true}
x-registry:
  released: "2026-11-20"
  server: {transport: stdio, command: npx, args: ["-y", "@harbour/tides@1.0.0"]}
  sources:
    - {kind: code, package: "npm:@harbour/tides", version: "1.0.0", path: x.js, date: "2026-11-20"}
"""
TOOL: dict[str, Any] = {
    "name": "read_tide",
    "description": "Other words.",
    "inputSchema": {
        "type": "object",
        "properties": {
            "port": {"type": "string", "title": "Port"},
            "days": {"type": "integer", "maximum": 7},
        },
        "required": ["port"],
    },
    "annotations": {"readOnlyHint": True},
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "manuals/harbour/tides"
    folder.mkdir(parents=True)
    (folder.parent / "publisher.yaml").write_text("name: H\nhomepage: https://h.example.com/\n")
    (folder / "1.0.0.yaml").write_text(MANUAL)


def check(tools: list[dict[str, Any]], *options: str) -> Any:  # noqa: ANN401 - what click returns
    Path("tools.json").write_text(json.dumps({"result": {"tools": tools}}))
    arguments = ["source", "check", "harbour/tides", "--document", "tools.json", *options]
    return CliRunner().invoke(main, arguments)


def test_listing_with_the_same_facts_in_other_words_is_right() -> None:
    done = check([TOOL])

    assert done.exit_code == 0
    assert "1 of 1 tools compared, 9 right, 0 wrong" in done.stdout


@pytest.mark.parametrize(
    ("changed", "fact"),
    [
        ({"properties": {"port": {"type": "integer"}}}, "input port: type"),
        ({"properties": {"port": {"type": "string"}}}, "input days: name"),
        ({"required": []}, "input port: required"),
        ({"required": ["port", "days"]}, "input days: required"),
        ({"required": True}, "input port: required"),
    ],
)
def test_what_differs_is_wrong(changed: dict[str, Any], fact: str) -> None:
    done = check([{**TOOL, "inputSchema": {**TOOL["inputSchema"], **changed}}])

    assert done.exit_code == 1
    assert f"wrong read_tide, {fact}" in done.stdout


def test_tool_that_the_server_does_not_list_is_not_compared() -> None:
    done = check([{**TOOL, "name": "read_tides"}])

    assert "not compared read_tide" in done.stdout


def test_result_is_kept_with_the_package_that_was_asked() -> None:
    check([TOOL], "--write")
    path = Path("benchmarks/facts/harbour/tides.yaml")
    document, _ = source.read_document(path.name, path.read_bytes())

    assert document is not None
    compared = document.get(("compared", "documents", 0))
    assert isinstance(compared, dict)
    assert compared["source"] == "npm:@harbour/tides tools/list"
    assert compared["state"] == "1.0.0"


def test_file_without_tools_is_wrong_use() -> None:
    Path("other.json").write_text("{}")
    done = CliRunner().invoke(
        main, ["source", "check", "harbour/tides", "--document", "other.json"]
    )

    assert done.exit_code == 2
    assert "not a reply to tools/list" in done.stderr


SHELF = """\
opentool: "1.0.0"
info: {title: Shelf, version: "1.0.0"}
functions:
  - name: find_books
    description: List the books that match.
    parameters:
      - {name: text, description: Part of the title., schema: {type: string}, required: true}
    return: {name: books, schema: {type: array, items: {type: string}}}
"""
HOSTED = """\
x-registry:
  released: "2026-11-20"
  base_url: "http://127.0.0.1:9000"
  auth: {kind: none}
  self_hosted: {start: shelf-server --port 9000}
"""


def check_shelf(listed: str, *options: str) -> Any:  # noqa: ANN401 - what click returns
    folder = Path("manuals/harbour/shelf")
    folder.mkdir()
    (folder / "1.0.0.yaml").write_text(SHELF + HOSTED)
    Path("load.yaml").write_text(listed)
    arguments = ["source", "check", "harbour/shelf", "--document", "load.yaml", *options]
    return CliRunner().invoke(main, arguments)


def test_listing_comes_from_standard_input_too() -> None:
    arguments = ["source", "check", "harbour/tides", "--document", "-"]
    done = CliRunner().invoke(main, arguments, input=json.dumps({"tools": [TOOL]}))

    assert done.exit_code == 0, done.output
    assert "1 of 1 tools compared" in done.stdout


def test_servers_of_other_protocols_are_read_as_their_manuals_are() -> None:
    done = check_shelf(SHELF)

    assert done.exit_code == 0
    assert "1 of 1 tools compared, 7 right, 0 wrong" in done.stdout


@pytest.mark.parametrize(
    ("old", "new", "fact"),
    [
        ("schema: {type: string}, required: true", "schema: {type: integer}", "input text: type"),
        ("required: true", "required: false", "input text: required"),
        ("items: {type: string}", "items: {type: object}", "reply[]: type"),
    ],
)
def test_what_such_a_server_says_otherwise_is_wrong(old: str, new: str, fact: str) -> None:
    done = check_shelf(SHELF.replace(old, new))

    assert done.exit_code == 1
    assert f"wrong find_books, {fact}" in done.stdout
    assert "(load.yaml#/functions/0" in done.stdout


def test_software_that_people_run_is_its_own_source() -> None:
    check_shelf(SHELF, "--write")
    path = Path("benchmarks/facts/harbour/shelf.yaml")
    document, _ = source.read_document(path.name, path.read_bytes())

    assert document is not None
    compared = document.get(("compared", "documents", 0))
    assert isinstance(compared, dict)
    assert compared["source"] == "what is listed by: shelf-server --port 9000"


def test_second_listing_is_not_passed_over() -> None:
    done = check_shelf(SHELF, "--document", "other.yaml")

    assert done.exit_code == 2
    assert "harbour/shelf has one listing" in done.stderr


def test_listing_in_another_protocol_is_a_usage_error() -> None:
    done = check_shelf(json.dumps({"tools": [TOOL]}))

    assert done.exit_code == 2
    assert "load.yaml is not what a server of opentool lists" in done.stderr
