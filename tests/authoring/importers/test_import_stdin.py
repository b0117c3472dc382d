"""`-` is standard input, so that a document behind a login comes from the tool that can get it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from registry.catalogue.find_manual import find_manual
from registry.cli import main

if TYPE_CHECKING:
    from pathlib import Path

TOOL = {"name": "get_time", "description": "Get the time of day in a city, by the city's name."}
OPENAPI: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "Clock", "version": "1"},
    "servers": [{"url": "https://api.acme.com"}],
    "paths": {
        "/time": {
            "get": {
                "operationId": "get_time",
                "summary": TOOL["description"],
                "responses": {"200": {"description": "The time."}},
            }
        }
    },
}
UTCP = {
    "utcp_version": "1.0.1",
    "manual_version": "1.0.0",
    "tools": [
        {
            **TOOL,
            "inputs": {"type": "object"},
            "tool_call_template": {"call_template_type": "http", "url": "https://api.acme.com/t"},
        }
    ],
}
MCP = {"tools": [{**TOOL, "inputSchema": {"type": "object"}}]}


@pytest.mark.parametrize(
    ("kind", "document", "options"),
    [
        ("openapi", OPENAPI, ()),
        ("utcp", UTCP, ()),
        ("mcp", MCP, ("--server", "https://api.acme.com/mcp")),
    ],
)
def test_document_on_standard_input_is_imported(
    kind: str, document: dict[str, Any], options: tuple[str, ...], tmp_path: Path
) -> None:
    names = ("--publisher", "acme", "--manual", "clock", "--out", str(tmp_path))
    command = ["import", kind, "-", *options, *names]
    done = CliRunner().invoke(main, command, input=json.dumps(document))

    assert done.exit_code == 0, done.output
    (release,) = find_manual(tmp_path, "acme/clock").releases
    assert [tool.name for tool in release.tools] == ["get_time"]


@pytest.mark.parametrize("kind", ["openapi", "utcp", "mcp"])
def test_empty_standard_input_is_refused(kind: str, tmp_path: Path) -> None:
    command = ["import", kind, "-", "--out", str(tmp_path / "manuals")]
    done = CliRunner().invoke(main, command, input="")

    assert done.exit_code == 2
    assert "-:1:1: cannot be read as JSON or YAML: the file is empty" in done.stderr
    assert not (tmp_path / "manuals").exists()
