"""The reference servers as programs: started, stopped and misused from the command line."""

from __future__ import annotations

import http.client
import os
import signal
import socket
import struct
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING

import pytest

from registry.providers.otc import TOOLKITS, OtcService
from registry.providers.otc_dialects import DIALECTS
from registry.providers.web import MAX_BODY, Reply, ServerRequest, running

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

EVERY_SERVER = pytest.mark.parametrize("name", ["otc", "opentool"])


def command(name: str, *options: str) -> list[str]:
    return [sys.executable, "-m", f"registry.providers.{name}", *options]


def run(name: str, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(name, *options),
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
        env=os.environ | environment,
    )


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    with running(OtcService(DIALECTS["oxp-1.0"], (TOOLKITS["geo"],))) as url:
        host, _, port = url.removeprefix("http://").partition(":")
        yield host, int(port)


@EVERY_SERVER
def test_server_says_where_it_listens_and_ends_quietly_on_ctrl_c(name: str) -> None:
    path = "/opentool/version" if name == "opentool" else "/health"
    with subprocess.Popen(
        command(name, "--port", "0"), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        url = process.stdout.readline().split()[0]
        with urllib.request.urlopen(url + path, timeout=10) as reply:
            assert reply.status == 200
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=30)

    assert process.returncode == 0
    assert rest == ("", "")


@EVERY_SERVER
def test_server_needs_nothing_but_the_standard_library(name: str) -> None:
    # -S leaves out everything that was installed, -I whatever the environment would add.
    program = f"import sys; sys.path.insert(0, '.'); import registry.providers.{name}"

    subprocess.run([sys.executable, "-I", "-S", "-c", program], check=True, timeout=30)


@EVERY_SERVER
def test_help_shows_an_example(name: str) -> None:
    done = run(name, "--help")

    assert done.returncode == 0
    assert f"python -m registry.providers.{name} --" in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    "options",
    [
        ("--dialect", "oxp-2.0"),
        ("--dialect", "rfc", "--auth", "api-key", "--key-from", "HOME"),
        ("--key-from", "NO_SUCH_VARIABLE"),
        ("--host", "0.0.0.0"),
        ("--toolkit", "nothing"),
    ],
)
def test_wrong_options_are_a_usage_error(options: tuple[str, ...]) -> None:
    done = run("otc", *options)

    assert done.returncode == 2
    assert options[0] in done.stderr


def test_port_in_use_is_said_in_one_line(address: tuple[str, int]) -> None:
    done = run("opentool", "--port", str(address[1]))

    assert done.returncode == 1
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1.evil.example"}, 421),
        ({"Host": "["}, 400),
        ({"Host": "localhost:80"}, 200),
        ({"Content-Length": str(MAX_BODY + 1)}, 413),
        ({"Content-Length": "-1"}, 411),
        ({"Transfer-Encoding": "chunked"}, 411),
    ],
)
def test_request_that_is_not_for_this_server_is_refused_before_it_is_read(
    address: tuple[str, int], headers: dict[str, str], status: int
) -> None:
    connection = http.client.HTTPConnection(*address, timeout=10)
    connection.request("GET", "/tools", headers=headers)
    reply = connection.getresponse()
    reply.read()
    connection.close()

    assert reply.status == status


def test_client_that_leaves_in_the_middle_of_a_call_has_called_nothing(
    capfd: pytest.CaptureFixture[str],
) -> None:
    class Calls:
        def __init__(self) -> None:
            self.bodies: list[bytes] = []

        def answer(self, request: ServerRequest) -> Reply:
            self.bodies.append(request.body)
            return Reply(200, request.path)

    calls = Calls()
    with running(calls) as url:
        address = ("127.0.0.1", int(url.rpartition(":")[2]))
        with socket.create_connection(address, 10) as reset:
            reset.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{")
            reset.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        for target, body in (("/", b"{"), ("http://[", b"{}"), ("/", b"{}")):
            head = f"POST {target} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n"
            with socket.create_connection(address, 10) as connection:
                connection.sendall(head.encode() + body)
                connection.shutdown(socket.SHUT_WR)
                while connection.recv(1000):
                    pass

    assert calls.bodies == [b"{}"]
    assert capfd.readouterr().err == ""
