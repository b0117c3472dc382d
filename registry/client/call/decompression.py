"""Decompress what a server has sent compressed, although it was asked not to."""

from __future__ import annotations

import zlib
from contextlib import AsyncExitStack, aclosing
from typing import TYPE_CHECKING

import anyio.lowlevel

from registry.client.call.errors import FailedCallError

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, AsyncIterator

DecompressionError = zlib.error

_PIECE = 64 * 1024
_UNPACKED = ("gzip", "x-gzip", "deflate")
_PACKED = (
    *("aes128gcm", "br", "bzip2", "compress", "dcb", "dcz", "exi", "lz4", "lzma"),
    *("pack200-gzip", "snappy", "x-bzip2", "x-compress", "xz", "zstd"),
)
"""What servers can do to an answer beside that, by the names that are registered or usual."""

_MOST = 2
"""How often an answer is packed at most: some servers do it twice, and none more often."""

_OF_ANY = zlib.MAX_WBITS | 32
"""Has zlib read its own format and that of gzip."""

_BARE = -zlib.MAX_WBITS
"""Has zlib read deflated data without a header, which some servers send as `deflate`."""

_FIRST = (0x08, 0x0F)
"""How the first byte of a header of zlib or gzip ends, and that of bare data does not."""


async def decompressed(chunks: AsyncIterator[bytes], encoding: str) -> AsyncGenerator[bytes]:
    """Yield *chunks*, decompressed a piece at a time, so that a little cannot become very much.

    *encoding* is the header `Content-Encoding`. What is no packing in it, such as `utf-8`, changes
    nothing. Raises FailedCallError for another packing, and DecompressionError for what is damaged,
    or ends too early.
    """
    named = [each.strip().lower() for each in encoding.split(",")]
    kinds = [each for each in named if each in (*_UNPACKED, *_PACKED)]
    if len(kinds) > _MOST or any(each in _PACKED for each in kinds):
        packed = ", ".join(kinds)
        raise FailedCallError(f"the server packs its answer as {packed!r}, which was not asked for")
    async with AsyncExitStack() as stack:
        # They are named in the order in which they were applied (RFC 9110, section 8.4).
        for kind in reversed(kinds):
            chunks = await stack.enter_async_context(aclosing(_unpacked(chunks, kind)))
        async for chunk in chunks:
            yield chunk


async def _unpacked(chunks: AsyncIterator[bytes], kind: str) -> AsyncGenerator[bytes]:
    unpacker = None
    async for packed in chunks:
        remaining = packed
        while remaining:
            # What is packed twice can be nothing for long, and calls have to end in time.
            await anyio.lowlevel.checkpoint()
            # Packed data may consist of several members (RFC 1952, section 2.2).
            if unpacker is None or unpacker.eof:
                is_bare = kind == "deflate" and remaining[0] & 0x0F not in _FIRST
                unpacker = zlib.decompressobj(_BARE if is_bare else _OF_ANY)
            yield unpacker.decompress(remaining, _PIECE)
            remaining = unpacker.unconsumed_tail or unpacker.unused_data
    while unpacker and not unpacker.eof:
        # All may have been taken in before all of it is given out.
        if not (held_back := unpacker.decompress(b"", _PIECE)):
            raise DecompressionError("the end is missing")
        yield held_back
