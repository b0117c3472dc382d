"""A small MCP server over streamable http, well or badly behaved as its manner says."""

from __future__ import annotations

import gzip
import json
import socket
import struct
import threading
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from loopback import Handler, listening

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = "t0p-s3cret-t0ken"
TOOLS: list[dict[str, Any]] = [
    {
        "name": f"find_{thing}",
        "description": f"Find {thing} of the library by words in their names.",
        "inputSchema": {
            "type": "object",
            "properties": {"words": {"type": "string", "description": "What to look for."}},
            "required": ["words"],
        },
        "annotations": {"readOnlyHint": True},
    }
    for thing in ("books", "films", "maps")
]

INITIALIZED: dict[str, Any] = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "library-mcp-server", "version": "1.4.2"},
}


@dataclass
class Library:
    """How the server behaves, and what it was asked: method and headers of each request."""

    manner: str
    url: str = ""
    leads_to: str = ""
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)


class _Handler(Handler):
    def __init__(self, library: Library, *args: Any) -> None:  # noqa: ANN401 - the server's
        self.library = library
        super().__init__(*args)

    def respond(self) -> None:
        if self.command == "DELETE":
            self.note("end")
            self.head(204, {})
        elif self.command == "GET":
            self.say(405, b"", "text/plain")
        else:
            self._take()

    def _take(self) -> None:
        message = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.note(message["method"])
        manner = self.library.manner
        if manner.isdigit():
            self.say(int(manner), b"", "text/html")
        elif manner == "wants a token" and self.headers["authorization"] != f"Bearer {TOKEN}":
            self.say(401, b"", "text/plain")
        elif "id" not in message:
            self.say(202, b"", "text/plain")
        elif manner == "leads on":
            self.send(307, b"", {"Location": self.library.leads_to})
        elif manner == "packs":
            headers = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
            self.send(200, gzip.compress(b"{}"), headers)
        elif manner == "cuts":
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            head = {"Content-Type": "application/json", "Content-Length": "9"}
            self.send(200, b"{", head)
            self.connection.close()
        elif manner == "pours":
            self.pour()
        elif manner == "chats":
            self.say(200, b"<h1>Welcome!</h1>", "text/html")
        elif manner == "hangs" and message["method"] == "tools/list":
            threading.Event().wait(30)
        else:
            self.answer({"jsonrpc": "2.0", "id": message["id"], **self.reply(message)})

    def pour(self) -> None:
        """Send spaces until the client has had enough."""
        self.head(200, {"Content-Type": "application/json", "Content-Length": str(2**31)})
        with suppress(OSError):
            for _ in range(2**15):
                self.wfile.write(b" " * 2**16)

    def reply(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.library.manner == "refuses":
            return {"error": {"code": -32000, "message": "log in first"}}
        if self.library.manner == "betrays" and message["method"] == "initialize":
            return {"error": {"code": -32000, "message": f"bad token {TOKEN}"}}
        if message["method"] == "initialize":
            return {"result": INITIALIZED}
        if message["method"] == "tools/list":
            return {"result": self.listed(message)}
        return {"error": {"code": -32601, "message": "Method not found"}}

    def listed(self, message: dict[str, Any]) -> dict[str, Any]:
        if self.library.manner == "echoes":
            return {"tools": [{**TOOLS[0], "description": f"Knows {TOKEN}."}]}
        if self.library.manner == "floods":
            tool = {**TOOLS[0], "description": "x" * 1_000_000}
            return {"tools": [tool] * 9, "nextCursor": "more"}
        at = int(message.get("params", {}).get("cursor") or 0)
        following = {"nextCursor": str(at + 1)} if at + 1 < len(TOOLS) else {}
        return {"tools": TOOLS[at : at + 1], **following}

    def answer(self, message: dict[str, Any]) -> None:
        if self.library.manner != "streams":
            self.say(200, json.dumps(message).encode(), "application/json")
            return
        notice = {"jsonrpc": "2.0", "method": "notifications/message", "params": {}}
        text = json.dumps(message, indent=1).replace("\n", "\ndata:")
        events = f": hello\r\n\r\nevent: message\ndata: {json.dumps(notice)}\n\ndata: {text}\n\n"
        self.say(200, events.encode(), "text/event-stream; charset=utf-8")

    def say(self, status: int, body: bytes, kind: str) -> None:
        headers = {"Content-Type": kind}
        if self.library.manner == "streams":
            headers["Mcp-Session-Id"] = "session-1"
        self.send(status, body, headers)

    def note(self, method: str) -> None:
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.library.asked.append((method, headers))


@contextmanager
def library(manner: str) -> Iterator[Library]:
    """Run a server on loopback that behaves in a *manner*."""
    made = Library(manner)
    with listening(partial(_Handler, made)) as url:
        made.url = f"{url}/mcp"
        yield made
