"""The one HTTP server of the tests: quiet, and patient with many callers at once."""

from __future__ import annotations

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Iterator, Mapping


class Handler(BaseHTTPRequestHandler):
    """Has `respond` called for every request, and writes no log."""

    def do_GET(self) -> None:
        self.respond()

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815 - the names that are called

    def respond(self) -> None:
        """Answer the request, with `send`."""
        raise NotImplementedError

    def send(self, status: int, body: bytes = b"", headers: Mapping[str, str] = {}) -> None:
        """Answer with *status*, *headers* and *body*, whose length is stated unless they do."""
        self.head(status, {"Content-Length": str(len(body)), **headers})
        self.wfile.write(body)

    def head(self, status: int, headers: Mapping[str, str]) -> None:
        """Begin an answer whose body the caller writes."""
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()

    def log_message(self, *args: Any) -> None:  # noqa: ANN401 - as in the base class
        pass


class Server(ThreadingHTTPServer):
    """Has a thread for each connection, and ends without waiting for any."""

    request_queue_size = 128
    """A connection that finds no place in the queue is tried again after seconds."""

    daemon_threads = True
    block_on_close = False


@contextmanager
def listening(
    handler: Callable[..., BaseHTTPRequestHandler], secured: ssl.SSLContext | None = None
) -> Iterator[str]:
    """Have *handler* answer until the end of the block; yield the URL, without a slash."""
    with Server(("127.0.0.1", 0), handler) as server:
        if secured:
            server.socket = secured.wrap_socket(server.socket, server_side=True)
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"{'https' if secured else 'http'}://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
