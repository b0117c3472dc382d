"""A server on loopback that stands for every API of the samples, and keeps what it is asked."""

from __future__ import annotations

import json
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

from loopback import Handler, listening

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


def answer_to(request: Seen) -> tuple[int, object]:
    """Return the status and the JSON with which *request* is answered."""
    if request.path == "/token":
        return 200, {"access_token": "s3cret-access", "token_type": "bearer"}
    if "no such" in str(request.query):
        return 404, {"detail": "There is no such brook"}
    return 200, {"asked": request.path, "query": dict(request.query)}


@contextmanager
def echoing() -> Iterator[Echo]:
    """Run an echo server; the first step of a path stands for the host that was meant."""
    echo = Echo()

    class EchoHandler(Handler):
        def respond(self) -> None:
            url = urlsplit(self.path)
            _, host, path = url.path.split("/", 2)
            body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = parse_qs(url.query, keep_blank_values=True)
            request = Seen(self.command, host, f"/{path}", query, headers, body)
            echo.seen.append(request)
            self._answer(request)

        def _answer(self, request: Seen) -> None:
            if request.path == "/news":
                self._tell_news()
                return
            status, content = answer_to(request)
            self.send(status, json.dumps(content).encode(), {"Content-Type": "application/json"})

        def _tell_news(self) -> None:
            """Send events until nobody listens any more."""
            self.head(200, {"Content-Type": "text/event-stream"})
            with suppress(OSError):
                while True:
                    self.wfile.write(b'data: {"news": "the fen is wet"}\n\n')
                    self.wfile.flush()
                    time.sleep(0.02)

    with listening(EchoHandler) as echo.url:
        yield echo
