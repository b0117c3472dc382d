"""Serve JSON over HTTP on loopback: bytes in, a `Reply` out, nothing else."""

from __future__ import annotations

import contextlib
import hmac
import json
import math
import sys
import threading
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, NoReturn, Protocol
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})

MAX_BODY = 1024 * 1024
"""Bytes of one request: far above any honest call, far below what would hurt the machine."""


@dataclass(frozen=True, slots=True)
class ServerRequest:
    """One HTTP request: *path* without its query, *headers* by their names in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Reply:
    """A response: *content* is written as JSON, or nothing is sent when it is `...`."""

    status: int
    content: Any = ...
    headers: tuple[tuple[str, str], ...] = ()


class Service(Protocol):
    """The interface of a provider: it answers every request, a client's mistakes too."""

    def answer(self, request: ServerRequest) -> Reply:
        """Return the reply to *request*."""
        ...  # pragma: no cover


@dataclass(frozen=True, slots=True)
class Credential:
    """The credential of a client: *secret* in *header*, after `Bearer ` if that is its *scheme*."""

    secret: str
    header: str = "Authorization"
    scheme: str = "Bearer"

    def admits(self, request: ServerRequest) -> bool:
        """Return whether *request* carries the secret; takes the same time for every wrong one."""
        expected = f"{self.scheme} {self.secret}".strip()
        given = request.headers.get(self.header.lower(), "")
        return hmac.compare_digest(given.encode(), expected.encode())


def is_json(request: ServerRequest) -> bool:
    """Return whether *request* says that its body is JSON."""
    content_type = request.headers.get("content-type", "").partition(";")[0]
    return content_type.strip().lower() == "application/json"


def read_json(body: bytes) -> object:
    """Return the JSON value of *body*; raise ValueError for anything else, `NaN` included.

    Numbers without a fraction are integers however they are spelt, as JSON Schema has it.
    """
    try:
        value: object = json.loads(body, parse_float=_number, parse_constant=_refuse)
        return value
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _number(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        _refuse(text)
    return int(value) if value.is_integer() else value


def _refuse(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number that JSON has")


class _Handler(BaseHTTPRequestHandler):
    """Translate between HTTP and the service of this server."""

    protocol_version = "HTTP/1.1"
    server_version = "open-tool-registry-provider"
    sys_version = ""
    timeout = 30
    error_content_type = "application/json"
    error_message_format = '{"message": "%(explain)s"}'
    server: _Server

    def do_GET(self) -> None:
        """Answer a GET request."""
        self._answer()

    def do_POST(self) -> None:
        """Answer a POST request."""
        self._answer()

    def _answer(self) -> None:
        try:
            host = urlsplit(f"//{self.headers.get('Host', '')}").hostname
            path = urlsplit(self.path).path
        except ValueError:
            self._refuse_body(400, "the address of the request cannot be read")
            return
        if self.server.is_private and host not in LOOPBACK_NAMES:
            # A web page whose name was made to resolve to this machine must not reach it.
            self._refuse_body(421, f"this server answers to {sorted(LOOPBACK_NAMES)} only")
            return
        length = self.headers.get("Content-Length", "0")
        if "Transfer-Encoding" in self.headers or not length.isascii() or not length.isdigit():
            self._refuse_body(411, "send the body with a Content-Length")
        elif int(length[:10]) > MAX_BODY:
            self._refuse_body(413, f"the body has more than {MAX_BODY} bytes")
        else:
            body = self.rfile.read(int(length))
            if len(body) < int(length):
                # The client has left, and half a call is none.
                self.close_connection = True
                return
            headers = {name.lower(): value for name, value in self.headers.items()}
            request = ServerRequest(self.command, path, headers, body)
            self._send(self.server.service.answer(request))

    def _refuse_body(self, status: int, message: str) -> None:
        """Answer without reading the body; what is left of it makes the connection useless."""
        self.close_connection = True
        self._send(Reply(status, {"message": message}, (("Connection", "close"),)))

    def _send(self, reply: Reply) -> None:
        body = b"" if reply.content is ... else json.dumps(reply.content).encode()
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        if body:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - so in the base class
        """Keep quiet: a request line may hold what the terminal should not see."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    # Five, the default, resets the connections of a few agents that call at the same moment.
    request_queue_size = 128

    def __init__(self, service: Service, host: str, port: int) -> None:
        super().__init__((host, port), _Handler)
        self.service = service
        self.is_private = host in LOOPBACK_NAMES

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - so in the base class
        """Keep quiet about a client that leaves before it has its answer."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        """Where this server listens."""
        return f"http://{self.server_address[0]!s}:{self.server_port}"


@contextlib.contextmanager
def running(service: Service, host: str = "127.0.0.1", port: int = 0) -> Iterator[str]:
    """Run *service* in a thread, by default on a free port; yield its base URL, stop at the end."""
    with _Server(service, host, port) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server.url
        finally:
            server.shutdown()
            thread.join()
