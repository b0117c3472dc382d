"""Standard input and output, on which a message that cannot be read is answered, too.

The SDK is silent about such a message, and a host would wait for the answer until it gives up.
"""

from __future__ import annotations

import json
import sys
from contextlib import asynccontextmanager, suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any, cast

import anyio
from mcp import types
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage

from registry.source.strings import LONE_SURROGATE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mcp.client._transport import ReadStream, TransportStreams, WriteStream

_NO_JSON = "this line is not JSON"
_NO_MESSAGE = (
    'this is not a message of JSON-RPC: an object with "jsonrpc": "2.0", a `method`, an `id` if it '
    "expects an answer (a string or an integer), and an object as `params`; with no half of a "
    "surrogate pair in it, and fewer than 200 levels"
)


@asynccontextmanager
async def answering_stdio() -> AsyncIterator[TransportStreams]:
    """Yield the streams of the messages on standard input and output."""
    lines = _Lines()
    async with stdio_server(stdin=cast("Any", lines)) as (reading, writing):
        lines.writing = writing  # before the first line is read, which takes a turn of the loop
        yield cast("ReadStream[SessionMessage | Exception]", reading), writing


class _Lines:
    """The messages on standard input, one a line; what is none is answered on *writing*."""

    writing: WriteStream[SessionMessage]

    async def __aiter__(self) -> AsyncIterator[str]:
        text = TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace")
        async for line in anyio.wrap_file(text):
            for message in _messages(line):
                if refusal := _refusal(message):
                    await self.writing.send(SessionMessage(refusal))
                else:
                    yield message


def _messages(line: str) -> list[str]:
    """Return what *line* has: a message, those of a batch (protocol 2025-03-26), or nothing."""
    if not line.lstrip().startswith("["):
        return [line] if line.strip() else []
    try:
        return [json.dumps(each) for each in json.loads(line)] or [line]
    except (ValueError, RecursionError):
        return [line]


def _refusal(message: str) -> types.JSONRPCError | None:
    """Return the answer to what the SDK cannot read as a message; None if it can, or none is due.

    None is due to a notification and to an answer. The SDK takes a request whose id is none, such
    as `null`, for a notification.
    """
    with suppress(ValueError):
        read = types.jsonrpc_message_adapter.validate_json(message, by_name=False)
        if not isinstance(read, types.JSONRPCNotification):
            return None
    try:
        data = json.loads(message)
    except (ValueError, RecursionError):
        return _error(None, types.PARSE_ERROR, _NO_JSON)
    fields = data if isinstance(data, dict) else {}
    if fields.keys() & {"result", "error"} or ("method" in fields and "id" not in fields):
        return None
    number = fields.get("id")
    is_id = isinstance(number, int | str) and not isinstance(number, bool)
    # Half of a surrogate pair can be read, but not written.
    is_id = is_id and not LONE_SURROGATE.search(str(number))
    return _error(number if is_id else None, types.INVALID_REQUEST, _NO_MESSAGE)


def _error(number: int | str | None, code: int, message: str) -> types.JSONRPCError:
    return types.JSONRPCError(
        jsonrpc="2.0", id=number, error=types.ErrorData(code=code, message=message)
    )
