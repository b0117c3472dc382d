"""Send what the SDK sends over fenced connections, to one MCP server and no other."""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import TYPE_CHECKING

import httpx2

from registry.client.call.errors import FailedCallError, ForbiddenCallError
from registry.client.call.exchange import USER_AGENT, in_words
from registry.client.call.origins import origin

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from registry.client.call.exchange import Exchange, Opened


def fenced_client(
    exchange: Exchange, url: str, headers: Mapping[str, str], limit: float = math.inf
) -> httpx2.AsyncClient:
    """Return a client that sends *headers* to the server at *url* over *exchange*.

    It raises ForbiddenCallError for what leads to another origin, and FailedCallError where the
    server requires credentials or an answer has more than *limit* bytes.
    """
    # Sent as it is, an answer cannot unfold to more than was counted.
    ours = {"user-agent": USER_AGENT, "accept-encoding": "identity"}
    return httpx2.AsyncClient(transport=_Fenced(exchange, url, limit), headers={**ours, **headers})


class _Fenced(httpx2.AsyncBaseTransport):
    def __init__(self, exchange: Exchange, url: str, limit: float) -> None:
        self._exchange = exchange
        self._origin = origin(url)
        self._limit = limit

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Return the answer to *request*; its body is read as it comes."""
        if origin(str(request.url)) != self._origin:
            raise ForbiddenCallError("the MCP server leads to another host; it was not followed")
        headers = [each for each in request.headers.raw if each[0].lower() != b"host"]
        answer = await self._exchange.open(
            request.method, str(request.url), headers, await request.aread()
        )
        body = _Body(answer, str(request.url), self._limit)
        response = httpx2.Response(answer.status, headers=answer.headers, stream=body)
        if refusal := _refusal(response):
            await response.aclose()
            raise FailedCallError(refusal, answer.status)
        return response


def _refusal(response: httpx2.Response) -> str:
    """Return why *response* is not read, "" if it is."""
    if response.status_code in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return f"it requires credentials ({response.status_code})"
    if (packed := response.headers.get("content-encoding", "identity")) != "identity":
        return f"it sent a response packed as {packed!r}, which was not requested"
    return ""


class _Body(httpx2.AsyncByteStream):
    def __init__(self, answer: Opened, url: str, limit: float) -> None:
        self._answer = answer
        self._url = url
        self._limit = limit

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        with in_words(self._url):
            async for chunk in self._answer.aiter_stream():
                size += len(chunk)
                if size > self._limit:
                    raise FailedCallError(f"its answer is larger than {self._limit:,} bytes")
                yield chunk

    async def aclose(self) -> None:
        await self._answer.aclose()
