"""Tools of MCP servers are called like all others, and their servers end with the call."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from loopback import Handler, listening
from paths import TESTS

from registry.client.call import (
    Caller,
    FailedCallError,
    ForbiddenCallError,
    Limits,
    Policy,
    Secrets,
    Target,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from registry.client.call import Reply

pytestmark = [pytest.mark.slow, pytest.mark.attack]

SERVER = TESTS / "support" / "clock_server.py"
LOCAL = {"command": sys.executable, "args": [str(SERVER)], "env": {"CLOCK_KEY": "${KEY}"}}
KEYS = {"acme__clock_KEY": "hunter2-hunter2"}
ALLOWED = Policy(is_local=True, allow_local=True, yes=True)


def target(server: dict[str, Any]) -> Target:
    definition = {
        "inputs": {"type": "object", "properties": {"zone": {"type": "string"}}},
        "effect": "read",
        "call": {"transport": "mcp", "options": {"config": {"mcpServers": {"clock": server}}}},
    }
    return Target.of("acme/clock/get_time", definition)


def call(server: dict[str, Any], zone: str, policy: Policy = ALLOWED, seconds: float = 30) -> Reply:
    async def ask() -> Reply:
        async with Caller(Secrets(KEYS), policy, Limits(seconds=seconds)) as caller:
            return await caller.call(target(server), {"zone": zone})

    return anyio.run(ask)


def test_server_is_started_for_the_call_and_its_key_hidden() -> None:
    assert call(LOCAL, "Oslo").value == {"result": "noon in Oslo, key ${KEY}"}


def test_server_sees_how_the_internet_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or `uvx` downloads none behind the proxy of a company."""
    monkeypatch.setenv("HTTPS_PROXY", "http://proxy.acme.example:3128")
    monkeypatch.setenv("GITHUB_TOKEN", "hunter2-hunter2")
    check = '[ "$HTTPS_PROXY" ] && [ ! "$GITHUB_TOKEN" ] && exec "$0" "$@"'
    server = {"command": "sh", "args": ["-c", check, sys.executable, str(SERVER)]}

    assert call(server, "Oslo").value == {"result": "noon in Oslo, key none"}


def test_server_is_only_started_where_that_is_allowed() -> None:
    with pytest.raises(ForbiddenCallError, match="starts a program on this machine"):
        call(LOCAL, "Oslo", Policy(is_local=True))


def test_tool_that_fails_says_so() -> None:
    with pytest.raises(FailedCallError, match="there is no zone Atlantis"):
        call(LOCAL, "Atlantis")


def test_server_that_dies_is_an_error() -> None:
    with pytest.raises(FailedCallError, match="the MCP server clock"):
        call(LOCAL, "nowhere")


@pytest.mark.parametrize("command", ["/no/such/program", "true", "tr\0ue"])
def test_what_is_no_server_is_an_error(command: str) -> None:
    with pytest.raises(FailedCallError, match="the MCP server clock"):
        call({"command": command}, "Oslo")


def test_server_that_ends_is_named_by_the_command_that_shows_why() -> None:
    with pytest.raises(FailedCallError, match="ended without a result") as why:
        call({"command": "sh", "args": ["-c", "exit 3", "${KEY}"]}, "Oslo")

    assert str(why.value).endswith(": sh -c 'exit 3' '${KEY}'")


def test_server_that_never_answers_is_ended() -> None:
    started = time.monotonic()
    with pytest.raises(FailedCallError, match="no answer within 1 s"):
        call(
            {"command": sys.executable, "args": ["-c", "import time; time.sleep(60)"]},
            "x",
            seconds=1,
        )

    assert time.monotonic() - started < 20


def test_nothing_is_left_running(tmp_path: Path) -> None:
    file = tmp_path / "pid"
    call(LOCAL, str(file))

    with pytest.raises(ProcessLookupError):
        os.kill(int(file.read_text(encoding="utf-8")), 0)


ENDLESS = "import sys\nwhile True: sys.stdout.write('x' * 65536)"


def test_line_without_an_end_is_not_read_to_its_end() -> None:
    with pytest.raises(FailedCallError, match=r"its answer is larger than 16,777,216 bytes"):
        call({"command": sys.executable, "args": ["-c", ENDLESS]}, "Oslo")


@contextmanager
def serving() -> Iterator[str]:
    """Start the server at a socket that listens already, so that nothing has to wait for it."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        number = listening.fileno()
        with subprocess.Popen(
            [sys.executable, SERVER, str(number)], stderr=subprocess.DEVNULL, pass_fds=[number]
        ) as process:
            try:
                yield f"http://127.0.0.1:{listening.getsockname()[1]}/mcp"
            finally:
                process.kill()


def test_server_on_the_web_is_asked_and_nothing_started() -> None:
    with serving() as url:
        reply = call({"url": url}, "Oslo", Policy(is_local=True))

    assert reply.value == {"result": "noon in Oslo, key none"}


def test_server_on_the_web_is_fenced_as_every_api() -> None:
    with pytest.raises(ForbiddenCallError, match="not called over https"):
        call({"url": "http://tools.example.com/mcp"}, "Oslo")
    with pytest.raises(FailedCallError, match="cannot be reached"):
        call({"url": "http://127.0.0.1:9/mcp"}, "Oslo", Policy(is_local=True))


HUGE = 64 * 1024 * 1024
SCHEMA = {"type": "object", "properties": {"time": {"type": "string", "pattern": "^(a+)+$"}}}
LISTED = {
    "tools": [{"name": "get_time", "inputSchema": {"type": "object"}, "outputSchema": SCHEMA}]
}
STARTED = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "clock", "version": "1"},
}


TEXT = {"type": "text", "text": "all zones"}
FILE = {"uri": "file:///zones.txt", "mimeType": "text/plain", "text": "Oslo\nRome"}
DATA = {"uri": "file:///zones.bin", "blob": "aGk="}
IMAGE = {"type": "image", "data": "aGk=", "mimeType": "image/png"}


class _Odd(Handler):
    """A server whose results are *odd*, each in the way of the zone that is asked for."""

    def respond(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        asked = json.loads(body) if body else {}
        if "id" not in asked:
            self.send(202)
            return
        known = {"initialize": STARTED, "tools/list": LISTED}
        if self.headers["X-Version"]:
            known["initialize"] = {**STARTED, "protocolVersion": self.headers["X-Version"]}
        results = {
            "a pattern that takes for ever": {
                "content": [],
                "structuredContent": {"time": "a" * 60 + "!"},
            },
            "no list": {"content": self.headers["X-Key"]},
            "a file": {"content": [TEXT, {"type": "resource", "resource": FILE}]},
            "data": {"content": [{"type": "resource", "resource": DATA}, IMAGE]},
            "a link": {"content": [{**FILE, "type": "resource_link", "name": "zones"}]},
            "failed": {"content": [TEXT], "structuredContent": {"code": 7}, "isError": True},
            "failed with a code": {"content": [], "structuredContent": {"n": 7}, "isError": True},
            "failed silently": {"content": [], "isError": True},
            "no object": self.headers["X-Key"],
        }
        refused = int(self.headers.get("X-Refused", "0"))
        if refused and asked["method"] == "tools/call":
            self.send(refused, b"busy", {"Retry-After": "7"})
            return
        zone = asked.get("params", {}).get("arguments", {}).get("zone")
        result = known.get(asked["method"]) or results.get(zone)
        if zone == "huge":
            result = {"content": [{"type": "text", "text": "x" * HUGE}]}
        answer = {"jsonrpc": "2.0", "id": asked["id"], "result": result}
        with suppress(OSError):
            self.send(200, json.dumps(answer).encode(), {"Content-Type": "application/json"})


def odd_answer(zone: str, **headers: str) -> Reply:
    with listening(_Odd) as url:
        server = {"url": f"{url}/mcp", "headers": {"X-Key": "${KEY}", **headers}}
        return call(server, zone, Policy(is_local=True), seconds=20)


def test_patterns_of_a_server_are_not_matched() -> None:
    reply = odd_answer("a pattern that takes for ever")

    assert reply.value == {"time": "a" * 60 + "!"}


def test_answer_without_an_end_is_not_read_to_its_end() -> None:
    with pytest.raises(FailedCallError, match=r"its answer is larger than 16,777,216 bytes"):
        odd_answer("huge")


@pytest.mark.parametrize(
    ("zone", "said"),
    [("no list", "CallToolResult.content"), ("no object", "its answer is not a message")],
)
def test_answer_that_is_none_is_named_without_what_it_says(zone: str, said: str) -> None:
    with pytest.raises(FailedCallError, match=said) as why:
        odd_answer(zone)

    assert "hunter2" not in str(why.value)


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("a file", "all zones\nOslo\nRome"),
        ("data", "[resource: file:///zones.bin]\n[image]"),
        ("a link", "[resource_link: file:///zones.txt]"),
    ],
)
def test_text_of_a_resource_is_part_of_the_answer(zone: str, said: str) -> None:
    assert odd_answer(zone).value == said


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("failed", "the tool failed: all zones"),
        ("failed with a code", 'the tool failed: {"n": 7}'),
        ("failed silently", "the tool failed: without saying why"),
    ],
)
def test_failure_is_told_in_the_words_of_the_server(zone: str, said: str) -> None:
    with pytest.raises(FailedCallError, match=said):
        odd_answer(zone)


def test_protocol_of_the_future_is_named() -> None:
    with pytest.raises(FailedCallError, match=r"cannot be understood: .*2099-12-31") as why:
        odd_answer("a file", **{"X-Version": "2099-12-31"})

    assert "cannot be reached" not in str(why.value)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 429, 503])
def test_status_of_a_refusal_is_kept(status: int) -> None:
    with pytest.raises(FailedCallError, match=rf"gives no result: .*{status}\)$") as why:
        odd_answer("a file", **{"X-Refused": str(status)})

    assert why.value.status == status
    if status > 403:
        assert why.value.retry_after == 7
