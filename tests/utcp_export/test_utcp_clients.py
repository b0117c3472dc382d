"""The verdict on every shape of UTCP manual agrees with what the released clients do with it.

`protocols/utcp/client_behaviour.json` lists manuals as people write them. For each it says which
tools the released clients have after loading it, null where they say that it failed, and what the
registry does: the rules by which it refuses the manual, or the tools that it offers in `/utcp`.
It is written again, with every client installed, and read before it is committed, by

    REGENERATE=1 .venv/bin/python -m pytest tests/utcp_export/test_utcp_clients.py
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest
from paths import TESTS
from released_clients import UTCP_CLIENTS, ask
from releases import catalogue_of

from registry import rules, utcp_export
from registry.diagnostics import Severity
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from registry.model import Tool
    from registry.source import Json

pytestmark = pytest.mark.slow

TABLE = TESTS / "protocols" / "utcp" / "client_behaviour.json"
PLUGINS = "python with plugins"
"""The Python client with every plugin but that for MCP."""

ALLOWED = ("http", "sse", "streamable_http", "cli", "text", "file", "websocket", "tcp", "udp")

Row: TypeAlias = dict[str, Any]


def rows() -> list[Row]:
    table: list[Row] = json.loads(TABLE.read_text(encoding="utf-8"))
    return table


ROWS = rows()


def judged(document: Json) -> tuple[list[str], tuple[Tool, ...]]:
    """Return the rules by which the registry refuses *document*, and the tools it reads there."""
    catalogue, problems = catalogue_of("1.0.0.json", json.dumps(document, indent=1).encode())
    found = (*problems, *rules.apply(catalogue))
    errors = {each.rule for each in found if each.severity is Severity.ERROR}
    return sorted(errors), () if errors else catalogue.tools


def offered(document: Json) -> list[Tool]:
    """Return the tools of *document* that the registry would put into `/utcp`."""
    return [tool for tool in judged(document)[1] if not utcp_export.obstacles(tool)]


def manual_of(tools: Iterable[Tool]) -> Json:
    return utcp_export.manual("1.0.0", map(utcp_export.document, tools))


def loaded(client: str, documents: Sequence[Json], folder: Path) -> list[list[str] | None]:
    """Return the tools that *client* has after loading each of *documents* over HTTP."""
    for number, document in enumerate(documents):
        (folder / f"{number}.json").write_text(json.dumps(document), encoding="utf-8")
    with serving(folder) as url:
        manuals = [
            {"name": "manual", "url": f"{url}{number}.json", "allowed": ALLOWED}
            for number in range(len(documents))
        ]
        report = ask(client, {"sessions": [{"manuals": [manual]} for manual in manuals]})
    return [
        sorted(name.removeprefix("manual.") for name in session["tools"])
        if session["manuals"]["manual"]["success"]
        else None
        for session in report["sessions"]
    ]


@pytest.mark.parametrize("client", [*UTCP_CLIENTS, PLUGINS])
def test_clients_do_what_the_table_says(client: str, tmp_path: Path) -> None:
    found = loaded(client, [row["document"] for row in ROWS], tmp_path)
    _hold_to_table(client, found)


def test_registry_does_what_the_table_says() -> None:
    answers: list[Json] = []
    for row in ROWS:
        refused, _ = judged(row["document"])
        names: list[Json] = [tool.name for tool in offered(row["document"])]
        answers.append({"refused": list(refused)} if refused else {"offered": names})
    _hold_to_table("registry", answers)


def _hold_to_table(who: str, answers: Sequence[Any]) -> None:
    if os.environ.get("REGENERATE"):
        for row, answer in zip(ROWS, answers, strict=True):
            row[who] = answer
        lines = ",\n ".join(json.dumps(row, ensure_ascii=False) for row in ROWS)
        TABLE.write_text(f"[\n {lines}\n]\n", encoding="utf-8")

    shapes = [row["shape"] for row in ROWS]
    assert dict(zip(shapes, answers, strict=True)) == {row["shape"]: row[who] for row in ROWS}


@pytest.mark.parametrize("client", UTCP_CLIENTS)
def test_clients_load_whatever_the_registry_offers(client: str, tmp_path: Path) -> None:
    tools = [offered(row["document"]) for row in ROWS]

    assert loaded(client, list(map(manual_of, tools)), tmp_path) == [
        sorted(tool.name for tool in each) for each in tools
    ]


def test_client_with_plugins_loads_the_tools_of_other_transports(tmp_path: Path) -> None:
    found = [tool for row in ROWS for tool in judged(row["document"])[1]]
    tools = [
        tool
        for tool in found
        if tool.call.transport in ALLOWED and not utcp_export.load_obstacles(tool)
    ]
    documents = [manual_of([tool]) for tool in tools]

    assert {tool.call.transport for tool in tools} == set(ALLOWED)
    assert loaded(PLUGINS, documents, tmp_path) == [[tool.name] for tool in tools]


LOST = [row for row in ROWS if not all(row[client] for client in UTCP_CLIENTS)]


@pytest.mark.parametrize("row", LOST, ids=lambda row: row["shape"])
def test_what_a_client_would_lose_is_refused_left_out_or_rewritten(row: Row) -> None:
    as_written = [tool.id for tool in offered(row["document"]) if not _is_rewritten(tool)]

    assert as_written == []


def _is_rewritten(tool: Tool) -> bool:
    """Return whether *tool* is read in another shape than its author wrote, or without nulls."""
    written = tool.origin.document.get(tool.origin.pointer)
    return tool.dialect != "1.x" or written != tool.native
