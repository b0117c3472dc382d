"""What is said to an MCP server, whatever carries it: `initialize`, then `tools/list` by pages.

Follows the Model Context Protocol, revision 2025-06-18. A server gets no tool call here.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from registry import __version__

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.source import Json

REVISION = "2025-06-18"
MAX_BYTES = 16 * 1024 * 1024
"""Of one message, and of all tools together."""

MAX_PAGES = 200
_TOLD = 400
"""Characters of a server's refusal that are shown."""


class DialogueError(Exception):
    """A server does not answer as it should; says how, with the server as its subject."""


class Channel(Protocol):
    """What carries messages to one server and back."""

    def ask(self, method: str, parameters: Mapping[str, Json]) -> dict[str, Any]:
        """Send a request, and return the message that answers it. Raises DialogueError."""
        ...

    def tell(self, method: str) -> None:
        """Send a notification. Raises DialogueError."""
        ...


@dataclass(frozen=True, slots=True)
class ServerAnswer:
    """What a server said: who it is (`serverInfo`), and its tools."""

    server: dict[str, Json]
    tools: list[Json]


def tools_of(channel: Channel) -> ServerAnswer:
    """Return what the server at the end of *channel* offers. Raises DialogueError."""
    started = _result(
        channel,
        "initialize",
        {
            "protocolVersion": REVISION,
            "capabilities": {},
            "clientInfo": {"name": "open-tool-registry", "version": __version__},
        },
    )
    channel.tell("notifications/initialized")
    info = started.get("serverInfo")
    tools: list[Json] = []
    size = 0
    cursor: Json = None
    for _ in range(MAX_PAGES):
        page = _result(channel, "tools/list", {"cursor": cursor} if cursor else {})
        listed = page.get("tools")
        if not isinstance(listed, list):
            raise DialogueError("its reply to tools/list holds no list of tools")
        tools += listed
        size += len(json.dumps(listed))
        if size > MAX_BYTES:
            raise DialogueError(f"its list of tools is larger than {MAX_BYTES:,} bytes")
        cursor = page.get("nextCursor")
        if not cursor:
            return ServerAnswer(info if isinstance(info, dict) else {}, tools)
    raise DialogueError(f"its list of tools has more than {MAX_PAGES} pages")


def message_in(text: bytes | str) -> dict[str, Any]:
    """Return the message in *text*; an empty one where there is none: some servers chat."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _result(channel: Channel, method: str, parameters: Mapping[str, Json]) -> dict[str, Any]:
    message = channel.ask(method, parameters)
    error = message.get("error")
    if error is not None:
        told = error.get("message") if isinstance(error, dict) else error
        raise DialogueError(f"it refuses {method}: {str(told)[:_TOLD]}")
    result = message.get("result")
    if not isinstance(result, dict):
        raise DialogueError(f"its reply to {method} holds no result")
    return result
