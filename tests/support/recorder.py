"""A server on loopback that keeps the bytes of each request, and says yes to all of them."""

from __future__ import annotations

import re
from contextlib import contextmanager
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_TOKEN = b'{"access_token": "t0ken", "token_type": "bearer"}'
_ANSWER = b'{"success": true}'
_HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n"
)


class _Server(ThreadingTCPServer):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128


@contextmanager
def recording() -> Iterator[tuple[str, list[bytes]]]:
    """Run it until the end of the block; yield its URL, and the requests as they come."""
    requests: list[bytes] = []

    class Handler(StreamRequestHandler):
        def handle(self) -> None:
            head = b"".join(iter(self.rfile.readline, b"\r\n"))
            length = re.search(rb"(?im)^content-length: (\d+)", head)
            body = self.rfile.read(int(length[1])) if length else b""
            requests.append(head + b"\r\n" + body)
            answer = _TOKEN if b"/token HTTP" in head else _ANSWER
            self.wfile.write(_HEAD % len(answer) + answer)

    with _Server(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}", requests
        finally:
            server.shutdown()
