"""Tools of MCP servers are called like all others, and their servers end with the call."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import anyio
import pytest
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


def test_server_is_only_started_where_that_is_allowed() -> None:
    with pytest.raises(ForbiddenCallError, match="starts a program on this machine"):
        call(LOCAL, "Oslo", Policy(is_local=True))


def test_tool_that_fails_says_so() -> None:
    with pytest.raises(FailedCallError, match="there is no zone Atlantis"):
        call(LOCAL, "Atlantis")


def test_server_that_dies_is_an_error() -> None:
    with pytest.raises(FailedCallError, match="the MCP server clock"):
        call(LOCAL, "nowhere")


@pytest.mark.parametrize("command", ["/no/such/program", "true"])
def test_what_is_no_server_is_an_error(command: str) -> None:
    with pytest.raises(FailedCallError, match="the MCP server clock"):
        call({"command": command}, "Oslo")


def test_server_that_never_answers_is_ended() -> None:
    started = time.monotonic()
    with pytest.raises(FailedCallError, match="no answer within 1 seconds"):
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
