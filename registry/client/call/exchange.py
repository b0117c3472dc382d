"""The door to the HTTP client: one request, fenced in, and its answer within limits.

The client under it follows no redirect, keeps no cookie, reads no proxy or password from the
environment and decompresses nothing; this module decides what is done instead.
"""

from __future__ import annotations

import logging
import math
from contextlib import aclosing, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote, urlsplit

import anyio
import httpcore2

from registry import __version__
from registry.client.call.decompression import DecompressionError, decompressed
from registry.client.call.errors import FailedCallError, ForbiddenCallError
from registry.client.call.fence import Fence, Reach, system_addresses
from registry.client.call.origins import origin, redirected
from registry.web.tls_faults import tls_fault

if TYPE_CHECKING:
    import ssl
    from collections.abc import AsyncIterator, Iterable, Iterator, Mapping

    from registry.client.call.fence import Resolve

USER_AGENT = f"open-tool-registry/{__version__}"
"""What every request says it comes from; some servers refuse those that do not say it."""

ALWAYS = {"User-Agent": USER_AGENT, "Accept": "*/*", "Accept-Encoding": "identity"}
"""The headers of a request that says no more."""

_REDIRECTS = (301, 302, 303, 307, 308)
_SEE_OTHER = 303
_SUCCESS = 2
"""How the status of an answer begins whose body is the result."""

SAFE = ("GET", "HEAD")
"""The methods that change nothing (RFC 9110, section 9.2.1)."""

_MOST_REDIRECTS = 3
_NOT_FOLLOWED = (
    "the server redirects to {}, which is {} and not on the internet; it was not followed"
)
_MOST_CONNECTIONS = 100
_TO_CONNECT = 10.0
"""Seconds until an address is given up."""


Opened: TypeAlias = httpcore2.Response
"""An answer whose body is still to be read."""

Pool: TypeAlias = httpcore2.AsyncConnectionPool


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as it goes out; *headers* are names and values as bytes.

    If it has no secret, it *may leave*: a redirect may lead it to another host of the internet.
    """

    method: str
    url: str
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes | None = None
    may_leave: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The response of *host*; *is_whole* is False where reading was ended by a limit."""

    host: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    is_whole: bool

    @property
    def media_type(self) -> str:
        """The type of the body in lower case, without parameters."""
        return self.headers.get("content-type", "").partition(";")[0].strip().lower()


class Exchange:
    """Connections that calls share, until they are closed."""

    def __init__(
        self,
        reach: Reach,
        *,
        ssl_context: ssl.SSLContext | None = None,
        resolve: Resolve | None = None,
    ) -> None:
        """*resolve* looks names up; the system's is the default, and the same for *ssl_context*."""
        resolve = resolve or system_addresses
        self._pool = _pool(Fence(reach, resolve), ssl_context)
        # Where a server leads is its own choice, so no private network is ever opened to it.
        self._elsewhere = _pool(Fence(Reach(), resolve, _NOT_FOLLOWED), ssl_context)

    async def close(self) -> None:
        """Close all connections."""
        await self._pool.aclose()
        await self._elsewhere.aclose()

    async def send(self, request: Sent, *, limit: int, patience: float = math.inf) -> Answer:
        """Return the answer to *request*, of whose body at most *limit* bytes are read.

        Reading ends after the seconds of *patience*, whatever has come by then: a stream may have
        no end. What only reads follows a few redirects: within its host, or to any host of the
        internet if it *may leave*. Raises FailedCallError where there is no answer, with a status
        where it would come from elsewhere, and ForbiddenCallError where nothing was sent.
        """
        pool, status = self._pool, 0
        for _ in range(_MOST_REDIRECTS + 1):
            with _not_followed(status), _silence(), in_words(request.url):
                answer = await self._once(pool, request, limit, patience)
            location = answer.headers.get("location", "")
            is_led_on = answer.status in _REDIRECTS and location and request.method in SAFE
            if not is_led_on:
                return answer
            status = answer.status
            with _not_followed(status):
                url = redirected(request.url, location, may_leave=request.may_leave)
            if origin(url) == origin(request.url):
                request = _led_on(request, status, url)
            else:
                request, pool = _led_away(request, url), self._elsewhere
        raise FailedCallError(f"the server redirects more than {_MOST_REDIRECTS} times", status)

    async def open(
        self,
        method: str,
        url: str,
        headers: Iterable[tuple[bytes, bytes]],
        body: bytes | None = None,
    ) -> Opened:
        """Return the response as soon as its head has arrived; the caller closes it.

        Raises FailedCallError where there is no answer.
        """
        return await _opened(self._pool, Sent(method, url, tuple(headers), body))

    async def _once(self, pool: Pool, request: Sent, limit: int, patience: float) -> Answer:
        response = await _opened(pool, request)
        try:
            headers = {
                name.decode("latin-1").lower(): value.decode("latin-1")
                for name, value in response.headers
            }
            encoding = headers.get("content-encoding", "")
            try:
                async with aclosing(decompressed(response.aiter_stream(), encoding)) as chunks:
                    body, is_whole = await _read(chunks, limit, patience)
            except (FailedCallError, DecompressionError, httpcore2.RemoteProtocolError):
                if response.status // 100 == _SUCCESS:
                    raise
                # The status says what happened, also if the words with it are lost.
                body, is_whole = b"", False
        finally:
            with anyio.CancelScope(shield=True):
                await response.aclose()
        host = urlsplit(request.url).hostname or ""
        return Answer(host, response.status, headers, body, is_whole)


@contextmanager
def _not_followed(status: int) -> Iterator[None]:
    """Turn what is forbidden after a redirect with *status*, 0 for none, into a failed call.

    Unlike a forbidden call, it was sent.
    """
    try:
        yield
    except ForbiddenCallError as error:
        if not status:
            raise
        raise FailedCallError(str(error), status) from None


def _pool(fence: Fence, ssl_context: ssl.SSLContext | None) -> Pool:
    return httpcore2.AsyncConnectionPool(
        ssl_context=ssl_context,
        max_connections=_MOST_CONNECTIONS,
        keepalive_expiry=30,
        network_backend=fence,
    )


async def _opened(pool: Pool, request: Sent) -> Opened:
    outgoing = httpcore2.Request(
        request.method,
        _url(request.url),
        headers=[(b"Host", urlsplit(request.url).netloc.encode("ascii")), *request.headers],
        content=request.body,
        extensions={"timeout": {"connect": _TO_CONNECT}},
    )
    with _silence(), in_words(request.url):
        return await pool.handle_async_request(outgoing)


async def _read(chunks: AsyncIterator[bytes], limit: int, patience: float) -> tuple[bytes, bool]:
    """Return the content of *chunks*, and whether it is complete."""
    body = bytearray()
    with anyio.move_on_after(patience):
        async for chunk in chunks:
            body += chunk
            if len(body) > limit:
                return bytes(body[:limit]), False
        return bytes(body), True
    return bytes(body), False


def _url(url: str) -> httpcore2.URL:
    parts = urlsplit(url)
    target = parts.path or "/"
    if parts.query:
        target += f"?{parts.query}"
    return httpcore2.URL(
        scheme=parts.scheme.encode(),
        host=str(parts.hostname).encode("ascii"),
        port=parts.port,
        target=quote(target, safe="/?:@!$&'()*+,;=%~-._").encode(),
    )


def _led_on(request: Sent, status: int, url: str) -> Sent:
    """Return what *request* becomes at *url*: See Other asks for a GET without a body."""
    if status != _SEE_OTHER:
        return replace(request, url=url)
    of_body = (b"content-length", b"content-type")
    kept = tuple(each for each in request.headers if each[0].lower() not in of_body)
    return replace(request, url=url, headers=kept, body=None)


def _led_away(request: Sent, url: str) -> Sent:
    """Return what *request* becomes at *url* of another host: of what was given, only `Accept`."""
    own = (each for each in request.headers if each[0].lower() == b"accept")
    ours = ((name.encode(), each.encode()) for name, each in ALWAYS.items() if name != "Accept")
    return Sent(request.method, url, (*own, *ours), may_leave=True)


_in_a_call: ContextVar[bool] = ContextVar("in_a_call", default=False)


class _Silence(logging.Filter):
    """Drops what the client logs of a call: addresses and headers with secrets in them."""

    def filter(self, record: logging.LogRecord) -> bool:  # noqa: ARG002 - whatever it says
        return not _in_a_call.get()


@contextmanager
def _silence() -> Iterator[None]:
    for name in ("connection", "http11", "proxy"):
        logger = logging.getLogger(f"httpcore2.{name}")
        if not any(isinstance(each, _Silence) for each in logger.filters):
            logger.addFilter(_Silence())
    token = _in_a_call.set(True)
    try:
        yield
    finally:
        _in_a_call.reset(token)


@contextmanager
def in_words(url: str) -> Iterator[None]:
    """Turn what the client raises into a FailedCallError, or a ForbiddenCallError if it refuses.

    Neither holds anything of the request to *url*.
    """
    host = urlsplit(url).hostname
    try:
        yield
    except httpcore2.ConnectTimeout:
        raise FailedCallError(f"{host} does not answer{_without_proxy()}") from None
    except (httpcore2.ReadTimeout, httpcore2.WriteTimeout):
        raise FailedCallError(f"{host} does not answer") from None
    except (httpcore2.ConnectError, OSError) as error:
        reason = f"{_reason(error)}{_without_proxy()}"
        raise FailedCallError(f"{host} cannot be reached: {reason}") from None
    except httpcore2.LocalProtocolError:
        raise ForbiddenCallError(
            "nothing was sent: an argument or a key cannot be sent in a header or an address"
        ) from None
    except httpcore2.RemoteProtocolError:
        raise FailedCallError(f"{host} does not speak HTTP, or ended its answer early") from None
    except DecompressionError:
        raise FailedCallError(f"{host} packed its answer, and it is damaged or cut off") from None
    except (httpcore2.NetworkError, httpcore2.ProtocolError):
        raise FailedCallError(f"the connection to {host} was cut") from None


def _reason(error: Exception) -> str:
    inner = error.__cause__ or error
    cause = tls_fault(inner) or getattr(inner, "strerror", None) or str(inner)
    return cause or type(inner).__name__


def _without_proxy() -> str:
    """Return what to know of a failed connection where others go through a proxy."""
    from urllib.request import getproxies  # noqa: PLC0415 - only for what fails

    return "; calls do not go through a proxy" if "https" in getproxies() else ""
