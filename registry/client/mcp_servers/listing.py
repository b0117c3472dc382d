"""List the tools of an MCP server, which is started for it or asked over the web.

The SDK negotiates the protocol, so a server of any revision that the SDK knows is understood. No
tool is called.
"""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import AsyncExitStack
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TextIO

import anyio
from mcp import Client, MCPError, StdioServerParameters, types
from mcp.client.streamable_http import streamable_http_client
from pydantic import ValidationError

from registry import __version__
from registry.client.call.errors import CallError, FailedCallError
from registry.client.call.exchange import Exchange
from registry.client.call.fence import Reach
from registry.client.mcp_servers.faults import innermost, message_of, protocol_fault
from registry.client.mcp_servers.fenced_connection import fenced_client
from registry.client.mcp_servers.raw_messages import Heard, overheard
from registry.client.mcp_servers.started_server import started
from registry.web.hosts import host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Mapping, Sequence

    import httpx2
    from mcp.client import Transport

    from registry.source import Json

MAX_BYTES = 16 * 1024 * 1024
"""Of one answer, and of all tools together."""

MAX_PAGES = 200
_SHOWN = 400
"""Characters of what a server says of its failure that are shown."""


class ListingError(Exception):
    """A server gives no list of its tools; says why, with the server as the subject.

    *status* is that of its HTTP response, 0 if it is not known.
    """

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True, slots=True)
class Listing:
    """The tools that a server lists, and who it is.

    *server* is who it is (`serverInfo`, {} if it does not say), *tools* are as it sent them.
    """

    server: dict[str, Json]
    tools: list[Json]


def of_command(words: Sequence[str], environment: Mapping[str, str], seconds: float) -> Listing:
    """Return the tools of the server that *words* start, with our environment and *environment*.

    The server is stopped in any case. Raises ListingError, also after so many *seconds*.
    """
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints:
        transport = started(
            StdioServerParameters(
                command=words[0], args=list(words[1:]), env={**os.environ, **environment}
            ),
            errlog=complaints,
            limit=MAX_BYTES,
        )
        try:
            return _in_time(seconds, lambda: _listed(transport))
        except OSError as error:
            raise ListingError(f"it cannot be started: {error.strerror or error}") from None
        except ListingError as error:
            said = _end_of(complaints)
            raise ListingError(f"{error}" + (f"; it said: {said}" if said else "")) from None


def of_url(url: str, token: str, seconds: float) -> Listing:
    """Return the tools of the server at *url*, which gets the bearer *token* unless it is "".

    No redirect to another origin is followed. Raises ListingError, also after so many *seconds*.
    """
    status = 0

    async def note(response: httpx2.Response) -> None:
        nonlocal status
        status = response.status_code if response.request.method == "POST" else status

    async def listed() -> Listing:
        # The user names the address, so it may be private; what only resolves to this machine is
        # a trap.
        exchange = Exchange(Reach(this_machine=is_loopback(host_of(url)), private=True))
        headers = {"authorization": f"Bearer {token}"} if token else {}
        async with AsyncExitStack() as stack:
            stack.push_async_callback(exchange.close)
            web = await stack.enter_async_context(fenced_client(exchange, url, headers, MAX_BYTES))
            web.event_hooks = {"response": [note]}
            return await _listed(
                streamable_http_client(url, http_client=web, max_sse_event_size=MAX_BYTES)
            )

    try:
        return _in_time(seconds, listed)
    except OSError as error:
        raise ListingError(f"it cannot be reached: {error.strerror or error}") from None
    except ListingError as error:
        shown = f" (status {status})" if status >= HTTPStatus.MULTIPLE_CHOICES else ""
        raise ListingError(f"{error}{shown}", error.status) from None


async def _listed(transport: Transport) -> Listing:
    """Return what the server at the end of *transport* lists, page by page."""
    heard = Heard()
    us = types.Implementation(name="open-tool-registry", version=__version__)
    async with Client(overheard(transport, heard), client_info=us, cache=None) as client:
        info = client.server_info
        tools: list[Json] = []
        size, cursor = 0, None
        for _ in range(MAX_PAGES):
            page = await _page(client, heard, cursor)
            size += len(json.dumps(page))
            if size > MAX_BYTES:
                raise ListingError(f"its list of tools is larger than {MAX_BYTES:,} bytes")
            tools += page.get("tools") or []
            if not (cursor := page.get("nextCursor")):
                return Listing(info.model_dump(mode="json") if info else {}, tools)
    raise ListingError(f"its list of tools has more than {MAX_PAGES} pages")


async def _page(client: Client, heard: Heard, cursor: str | None) -> dict[str, Any]:
    """Return the page at *cursor* as the server sent it."""
    heard.result = {}
    try:
        await client.list_tools(cursor=cursor)
    except ValidationError:
        # The SDK refuses the whole list for one tool that is not as the protocol says; the caller
        # leaves out that tool only.
        if not isinstance(heard.result.get("tools"), list):
            raise
    return heard.result


def _in_time(seconds: float, listed: Callable[[], Coroutine[Any, Any, Listing]]) -> Listing:
    """Return what *listed* returns. Raises ListingError or OSError."""

    async def limited() -> Listing:
        with anyio.fail_after(seconds):
            return await listed()

    try:
        return anyio.run(limited)
    except TimeoutError:
        raise ListingError("it has not answered in time") from None
    except (ExceptionGroup, MCPError, CallError, ValidationError, RuntimeError) as error:
        raise _reason(error) from None


def _reason(error: BaseException) -> Exception:
    """Return what the SDK raised as a ListingError or an OSError."""
    error = innermost(error)
    if isinstance(error, ListingError | OSError):
        return error
    if isinstance(error, MCPError):
        return ListingError(f"it gives no list of tools: {message_of(error)[:_SHOWN]}")
    if isinstance(error, ValidationError):
        return ListingError(f"it {protocol_fault(error)}")
    if isinstance(error, RuntimeError):
        return ListingError(f"{error}; a newer release of the package `mcp` may know it")
    status = error.status if isinstance(error, FailedCallError) else 0
    return ListingError(str(error)[:_SHOWN], status)


def _end_of(complaints: TextIO) -> str:
    """Return the end of what a server wrote to its standard error, on one line."""
    size = complaints.seek(0, os.SEEK_END)
    complaints.seek(max(0, size - _SHOWN))
    return " ".join(complaints.read().split())
