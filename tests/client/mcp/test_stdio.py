"""A host that writes what cannot be read is told so, and never waits for an answer in vain."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

PING = {"jsonrpc": "2.0", "method": "ping"}
DEEP = "[" * 500 + "]" * 500
NO_IDS: tuple[Any, ...] = (None, True, 1.5, float("inf"), [1], {})
PARSE_ERROR, INVALID_REQUEST = -32700, -32600


def answered(site: Path, *lines: str) -> list[dict[str, Any]]:
    """Return what the server answers to *lines*, and to a ping after them."""
    start = {
        "protocolVersion": "2025-03-26",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    first = {"jsonrpc": "2.0", "id": "start", "method": "initialize", "params": start}
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    command = [sys.executable, "-m", "registry", "mcp", "--registry", str(site)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin
        assert server.stdout
        for line in (
            json.dumps(first),
            json.dumps(ready),
            *lines,
            json.dumps(PING | {"id": "end"}),
        ):
            server.stdin.write(f"{line}\n")
            server.stdin.flush()
        found: list[dict[str, Any]] = []
        while not found or found[-1].get("id") != "end":
            found.append(json.loads(server.stdout.readline()))
        server.stdin.close()
    assert server.returncode == 0
    return [each for each in found if each.get("id") not in ("start", "end")]


def test_what_is_no_message_is_answered_with_its_id_if_it_has_one(site: Path) -> None:
    lines = {
        "hello": (PARSE_ERROR, None),
        '{"jsonrpc": "2.0", "id": 1, "method"': (PARSE_ERROR, None),
        json.dumps(PING | {"id": 2, "params": []}): (INVALID_REQUEST, 2),
        json.dumps(PING | {"id": "a", "params": {"half": "\ud83d"}}): (INVALID_REQUEST, "a"),
        json.dumps(PING | {"id": 3, "params": {"deep": json.loads(DEEP)}}): (INVALID_REQUEST, 3),
        '{"id": 4, "method": "ping"}': (INVALID_REQUEST, 4),
        json.dumps(PING | {"id": "\ud83d"}): (INVALID_REQUEST, None),
        **{json.dumps(PING | {"id": each}): (INVALID_REQUEST, None) for each in NO_IDS},
        '{"jsonrpc": "2.0", "id": 5}': (INVALID_REQUEST, 5),
        "[]": (INVALID_REQUEST, None),
        "null": (INVALID_REQUEST, None),
        "{}": (INVALID_REQUEST, None),
        "[" * 100_000: (PARSE_ERROR, None),
    }
    found = answered(site, *lines)

    assert [(each["error"]["code"], each["id"]) for each in found] == [*lines.values()]


def test_what_expects_no_answer_gets_none(site: Path) -> None:
    notification = json.dumps(PING | {"params": []})
    answers = ['{"jsonrpc": "2.0", "id": 1, "result": 5}', '{"id": 2, "error": {}}']

    assert answered(site, "", "  ", notification, *answers) == []


def test_each_message_of_a_batch_is_answered(site: Path) -> None:
    batch = [PING | {"id": 1}, PING, 5, PING | {"id": 2}]
    found = answered(site, " " + json.dumps(batch))

    assert {each["id"] for each in found if "result" in each} == {1, 2}
    assert [each["error"]["code"] for each in found if "error" in each] == [INVALID_REQUEST]


def test_host_that_ends_without_reading_leaves_no_traceback(site: Path) -> None:
    command = [sys.executable, "-m", "registry", "mcp", "--registry", str(site)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout
        server.stdout.close()
        lines = "".join(json.dumps(PING | {"id": each}) + "\n" for each in range(3))
        _, said = server.communicate(lines)

    assert (server.returncode, said) == (0, "")
