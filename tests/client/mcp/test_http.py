"""The server is offered over HTTP on this machine, and to nobody else's pages."""

from __future__ import annotations

import http.client
import signal
import socket
import subprocess
import sys
import time
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
import pytest
from mcp import Client

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.slow


def command(site: Path, port: int) -> list[str]:
    words = ["mcp", "--registry", str(site), "--http", str(port)]
    return [sys.executable, "-m", "registry", *words]


@contextmanager
def served(site: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    with subprocess.Popen(command(site, port), stdout=subprocess.PIPE) as process:
        try:
            until = time.monotonic() + 60
            while time.monotonic() < until:
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield port, process
        finally:
            process.terminate()


@pytest.fixture(scope="module")
def port(site: Path) -> Iterator[int]:
    with served(site) as (port, _):
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


def test_port_that_is_taken_is_told_before_anything_else(site: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(command(site, port), capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert f"port {port} cannot be used: Address already in use; choose another" in done.stderr
    assert not done.stdout


def test_server_that_is_interrupted_ends_while_a_host_listens(site: Path) -> None:
    async def interrupt(port: int, process: subprocess.Popen[bytes]) -> None:
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            await client.list_tools()
            process.send_signal(signal.SIGINT)
            with anyio.fail_after(30):
                await anyio.to_thread.run_sync(process.wait)

    with served(site) as (port, process):
        with suppress(Exception):  # what the client says of a server that went away
            anyio.run(interrupt, port, process)
        assert process.poll() == 0
