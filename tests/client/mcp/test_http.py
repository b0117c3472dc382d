"""The server is offered over HTTP on this machine, and to nobody else's pages."""

from __future__ import annotations

import http.client
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import anyio
import pytest
from mcp import Client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow


@contextmanager
def serving(site: Path) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    command = [sys.executable, "-m", "registry", "mcp", "--registry", str(site), "--http"]
    with subprocess.Popen([*command, str(port)], stdout=subprocess.PIPE) as process:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield port
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def port(site: Path) -> Iterator[int]:
    with serving(site) as port:
        yield port


def test_host_on_this_machine_gets_the_same_tools(port: int) -> None:
    async def ask() -> list[str]:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    assert anyio.run(ask) == ["search_tools", "get_tool", "call_tool"]


@pytest.mark.parametrize(
    "headers", [{"Host": "evil.example.com"}, {"Origin": "https://evil.example.com"}]
)
def test_page_of_another_host_is_refused(headers: dict[str, str], port: int) -> None:
    wanted = {"Content-Type": "application/json", "Accept": "application/json", **headers}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request("POST", "/mcp", body="{}", headers=wanted)
        with connection.getresponse() as response:
            assert response.status in (403, 421)
