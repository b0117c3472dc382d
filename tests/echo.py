"""A server on loopback that stands for every API of the samples, and keeps what it is asked."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True)
class Seen:
    """A request as it arrived: *path* without the query, *query* and *headers* decoded."""

    method: str
    host: str
    path: str
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: str


@dataclass
class Echo:
    """A server for every API of the samples: it answers what it was asked, and keeps it."""

    url: str = ""
    seen: list[Seen] = field(default_factory=list)

    def requests(self, host: str) -> list[Seen]:
        """Return what was asked of *host*, oldest first."""
        return [each for each in self.seen if each.host == host]


@contextmanager
def echoing() -> Iterator[Echo]:
    """Run an echo server; the first step of a path stands for the host that was meant."""
    echo = Echo()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            url = urlsplit(self.path)
            _, host, path = url.path.split("/", 2)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = parse_qs(url.query, keep_blank_values=True)
            request = Seen(self.command, host, f"/{path}", query, headers, body)
            echo.seen.append(request)
            self._answer(request)

        do_POST = do_PUT = do_PATCH = do_DELETE = do_GET  # noqa: N815 - the names that are called

        def _answer(self, request: Seen) -> None:
            status, content = 200, {"asked": request.path, "query": dict(request.query)}
            if request.path == "/token":
                content = {"access_token": "s3cret-access", "token_type": "bearer"}
            if "no such" in str(request.query):
                status, content = 404, {"detail": "There is no such brook"}
            data = json.dumps(content).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *args: Any) -> None:  # noqa: ANN401 - as in the base class
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        echo.url = f"http://127.0.0.1:{server.server_port}"
        Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        yield echo
        server.shutdown()
