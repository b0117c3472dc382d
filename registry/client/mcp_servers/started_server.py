"""Start an MCP server and speak with it by lines, none of which is read to more than a limit.

The SDK's own `stdio_client` keeps a line of any length, which a server that never ends one makes
as long as memory lasts. Everything else is as it does it.
"""

from __future__ import annotations

import errno
import sys
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, TextIO, TypeAlias

import anyio
from mcp import stdio_client, types
from mcp.client.stdio import get_default_environment
from mcp.os.posix.utilities import terminate_posix_process_tree
from mcp.shared.message import SessionMessage

from registry.client.call.errors import FailedCallError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from anyio.abc import Process
    from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
    from mcp import StdioServerParameters
    from mcp.client._transport import TransportStreams

_Heard: TypeAlias = "MemoryObjectSendStream[SessionMessage | Exception]"

_GRACE = 2.0
"""Seconds for the server to end by itself once nothing is sent to it any more."""

_GONE = (anyio.BrokenResourceError, anyio.ClosedResourceError)


@asynccontextmanager
async def started(
    server: StdioServerParameters, errlog: TextIO, limit: int
) -> AsyncIterator[TransportStreams]:
    """Yield the streams of *server*, which ends with the context.

    Raises OSError where it cannot be started, and FailedCallError, in a group, for a message of
    more than *limit* bytes.
    """
    if sys.platform == "win32":  # where the SDK knows how programs are started and ended
        async with stdio_client(server, errlog) as streams:
            yield streams
        return
    process = await _process(server, errlog)
    incoming, reading = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    writing, outgoing = anyio.create_memory_object_stream[SessionMessage](0)
    try:
        async with incoming, reading, writing, outgoing, anyio.create_task_group() as tasks:
            tasks.start_soon(_read, process, incoming, limit)
            tasks.start_soon(_write, process, outgoing, incoming)
            try:
                yield reading, writing
            finally:
                with anyio.CancelScope(shield=True):
                    reading.close()
                    await _end(process)
                tasks.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await _emptied(process)


async def _process(server: StdioServerParameters, errlog: TextIO) -> Process:
    try:
        return await anyio.open_process(
            [server.command, *server.args],
            env=get_default_environment() | (server.env or {}),
            stderr=errlog,
            cwd=server.cwd,
            start_new_session=True,
        )
    except ValueError as error:  # a NUL character in a word
        raise OSError(errno.EINVAL, str(error)) from None


async def _read(process: Process, heard: _Heard, limit: int) -> None:
    """Send on what the server says, line by line; what nobody wants any more is dropped."""
    if process.stdout is None:
        return
    line = bytearray()
    async with heard:
        async for chunk in process.stdout:
            first, *others = chunk.split(b"\n")
            line += first
            for other in others:
                with suppress(*_GONE):
                    await heard.send(_message(line))
                line = bytearray(other)
            if len(line) > limit:
                raise FailedCallError(f"its answer is larger than {limit:,} bytes")


def _message(line: bytearray) -> SessionMessage | Exception:
    text = line.decode("utf-8", "replace")
    try:
        return SessionMessage(types.jsonrpc_message_adapter.validate_json(text, by_name=False))
    except ValueError as error:
        return error


async def _write(
    process: Process, outgoing: MemoryObjectReceiveStream[SessionMessage], incoming: _Heard
) -> None:
    try:
        async for message in outgoing:
            text = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            if process.stdin:
                await process.stdin.send(f"{text}\n".encode())
    except (*_GONE, OSError):
        # It may live on without listening: then nobody waits for its answer.
        await incoming.aclose()


async def _end(process: Process) -> None:
    """End *process* and whatever it has started: it is asked first."""
    if process.stdin:
        with suppress(*_GONE, OSError):
            await process.stdin.aclose()
    with anyio.move_on_after(_GRACE):
        await process.wait()
    await terminate_posix_process_tree(process, _GRACE)
    with anyio.move_on_after(_GRACE):
        await process.wait()


async def _emptied(process: Process) -> None:
    """Read what is left of the output, which otherwise is open when the event loop ends."""
    with anyio.move_on_after(_GRACE), suppress(anyio.EndOfStream, *_GONE):
        while process.stdout:
            await process.stdout.receive()
