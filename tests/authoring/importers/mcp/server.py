"""A small MCP server over stdio, well or badly behaved as its arguments say."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

TOOLS: list[dict[str, Any]] = [
    {
        "name": f"find_{thing}",
        "title": f"Find {thing}",
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


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def send(message: dict[str, Any]) -> None:
    say(json.dumps({"jsonrpc": "2.0", **message}))


def page(cursor: str | None) -> dict[str, Any]:
    at = int(cursor or 0)
    following = {"nextCursor": str(at + 1)} if at + 1 < len(TOOLS) else {}
    return {"tools": TOOLS[at : at + 1], **following}


INITIALIZED: dict[str, Any] = {
    "protocolVersion": "2025-06-18",
    "capabilities": {"tools": {}},
    "serverInfo": {"name": "library-mcp-server", "version": "1.4.2"},
}


def main(manner: str, note: str) -> None:
    if note:
        Path(note).write_text(str(os.getpid()), encoding="utf-8")
    if manner == "crashes":
        sys.exit("KEY is not set")
    if manner == "chats":
        say("Welcome to the library!")
        send({"method": "notifications/message", "params": {"level": "info", "data": "hello"}})
        send({"id": 7, "method": "ping"})
    for line in sys.stdin:
        message = json.loads(line)
        if "method" in message and "id" in message:
            send({"id": message["id"], **answer(manner, message)})


def answer(manner: str, message: dict[str, Any]) -> dict[str, Any]:
    method = message["method"]
    if method == "initialize" and manner == "is from the future":
        return {"result": {**INITIALIZED, "protocolVersion": "2099-12-31"}}
    if method == "initialize" and manner == "says nothing":
        return {"result": {"serverInfo": {"name": "library-mcp-server"}}}
    if method == "initialize" and manner != "refuses":
        return {"result": INITIALIZED}
    if method == "tools/list":
        return listed(manner, message.get("params", {}).get("cursor"))
    if method == "initialize":
        return {"error": {"code": -32000, "message": "log in first"}}
    return {"error": {"code": -32601, "message": "Method not found"}}


def listed(manner: str, cursor: str | None) -> dict[str, Any]:
    if manner == "hangs":
        time.sleep(3600)
    if manner == "goes on":
        return {"result": {"tools": [], "nextCursor": "again"}}
    if manner == "lists no tools":
        return {"result": {"tools": "none"}}
    if manner == "has an odd tool":
        odd = [{"name": "odd"}, {"name": "bare", "inputSchema": {}}, {"title": "Nameless"}]
        return {"result": {"tools": [*odd, *TOOLS]}}
    return {"result": page(cursor)}


if __name__ == "__main__":
    main(*sys.argv[1:3])
