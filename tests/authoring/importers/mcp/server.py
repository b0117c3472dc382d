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


def main(manner: str, note: str) -> None:
    if note:
        Path(note).write_text(str(os.getpid()), encoding="utf-8")
    if manner == "crashes":
        sys.exit("KEY is not set")
    if manner == "chats":
        say("Welcome to the library!")
        send({"method": "notifications/message", "params": {"level": "info"}})
        send({"id": 7, "method": "ping"})
        assert json.loads(sys.stdin.readline())["method"] == "initialize"
        assert json.loads(sys.stdin.readline()) == {"jsonrpc": "2.0", "id": 7, "result": {}}
        send({"id": 1, "result": {"serverInfo": {"name": "library-mcp-server"}}})
    for line in sys.stdin:
        message = json.loads(line)
        method, number = message["method"], message.get("id")
        if manner == "hangs" and method == "tools/list":
            time.sleep(3600)
        elif manner == "refuses":
            send({"id": number, "error": {"code": -32000, "message": "log in first"}})
        elif manner == "goes on" and method == "tools/list":
            send({"id": number, "result": {"tools": [], "nextCursor": "again"}})
        elif method == "initialize":
            send({"id": number, "result": {"serverInfo": {"name": "library-mcp-server"}}})
        elif method == "tools/list":
            send({"id": number, "result": page(message["params"].get("cursor"))})


if __name__ == "__main__":
    main(*sys.argv[1:3])
