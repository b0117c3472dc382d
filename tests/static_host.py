"""A static host that one can look into: it sends ETags and remembers what it was asked for."""

from __future__ import annotations

import hashlib
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from registry.serve import TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass
class Host:
    """What is served, and what was sent: path and status of each answer.

    *moved* has the address that a path redirects to.
    """

    files: dict[str, bytes]
    url: str = ""
    sent: list[tuple[str, int]] = field(default_factory=list)
    moved: dict[str, str] = field(default_factory=dict)

    def answer(self, path: str, etag: str) -> tuple[int, bytes, str]:
        data = self.files.get(path)
        if path in self.moved:
            found = (302, b"", "")
        elif data is None:
            found = (404, b"", "")
        else:
            current = f'"{hashlib.sha256(data).hexdigest()[:16]}"'
            found = (304, b"", current) if etag == current else (200, data, current)
        self.sent.append((path, found[0]))
        return found


class Handler(BaseHTTPRequestHandler):
    def __init__(self, host: Host, *args: Any) -> None:  # noqa: ANN401 - whatever the server passes
        self.host = host
        super().__init__(*args)

    def do_GET(self) -> None:
        etag, path = self.headers.get("if-none-match", ""), self.path.removeprefix("/registry/")
        status, data, current = self.host.answer(path, etag)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", self.host.moved[path])
        self.send_header("ETag", current)
        self.send_header("Content-Type", TYPES[PurePath(self.path).suffix])
        if status != 304:
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@contextmanager
def hosting(files: dict[str, bytes]) -> Iterator[Host]:
    """Serve *files* below a folder of a host on loopback."""
    host = Host(files)
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, host)) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        host.url = f"http://127.0.0.1:{server.server_port}/registry"
        try:
            yield host
        finally:
            server.shutdown()
