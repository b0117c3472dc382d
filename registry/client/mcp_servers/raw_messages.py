"""Hear what an MCP server says before the SDK makes its own objects of it, or refuses it."""

from __future__ import annotations

from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from anyio.abc import ObjectReceiveStream
from mcp import types

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from mcp.client import Transport
    from mcp.client._transport import ReadStream, TransportStreams
    from mcp.shared.message import SessionMessage


@dataclass(slots=True)
class Heard:
    """The last result of a server, as it sent it."""

    result: dict[str, Any] = field(default_factory=dict)


@asynccontextmanager
async def overheard(transport: Transport, heard: Heard) -> AsyncIterator[TransportStreams]:
    """Yield the streams of *transport*, with each result noted in *heard*."""
    async with transport as (reading, writing):
        yield _Ear(reading, heard), writing


class _Ear(ObjectReceiveStream["SessionMessage | Exception"]):
    def __init__(self, reading: ReadStream[SessionMessage | Exception], heard: Heard) -> None:
        self._reading = reading
        self._heard = heard

    async def receive(self) -> SessionMessage | Exception:
        item = await self._reading.receive()
        message = item if isinstance(item, Exception) else item.message
        if isinstance(message, types.JSONRPCResponse):
            self._heard.result = message.result
        return item

    async def aclose(self) -> None:
        await self._reading.aclose()
