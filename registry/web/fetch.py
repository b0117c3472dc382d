"""Ask the web for something: over https (or from this machine), to a limit in size and time.

It only needs Python, so that agents that read the registry need no second HTTP client.
"""

from __future__ import annotations

import time
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from http import HTTPStatus
from http.client import BadStatusLine, HTTPException, IncompleteRead
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin

from registry.web.hosts import authority, host_of, is_loopback, without_user
from registry.web.tls_faults import tls_fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from email.message import Message
    from http.client import HTTPResponse
    from urllib.request import OpenerDirector

    from registry.web.connections import LimitedRequest

AGENT = "open-tool-registry"
"""What requests say they come from, and our name in `robots.txt`."""

MAX_REDIRECTS = 3
PATIENCE = 10.0
"""Seconds without a byte until a server is given up."""

DEADLINE = 120.0
"""Seconds for the whole of a file, from its first redirect to its last byte."""

_CHUNK = 64 * 1024
_LONGEST_MESSAGE = 1_000
_ASCII = "".join(map(chr, range(0x21, 0x7F)))
"""What stays as it is in an address: a percent sign in it belongs to an escape."""

_REDIRECTS = (
    HTTPStatus.MOVED_PERMANENTLY,
    HTTPStatus.FOUND,
    HTTPStatus.SEE_OTHER,
    HTTPStatus.TEMPORARY_REDIRECT,
    HTTPStatus.PERMANENT_REDIRECT,
)


class FetchError(OSError):
    """A file could not be had; says which and why, with the server's *status* where it has one.

    What a server says in its message, such as where it redirects to, cannot control a terminal or
    fill it, and is shown without the keys in it: public reports quote it.
    """

    def __init__(self, message: str, status: int = 0) -> None:
        # Loaded with the first error: most searches have none.
        from registry.web.secret_patterns.masking import without_secrets  # noqa: PLC0415

        # Part by part: the colon after an address is none of a key at its end.
        parts = map(without_secrets, _shortened(message).split(": "))
        shown = "".join(map(_visible_character, ": ".join(parts)))
        super().__init__(shown)
        self.status = status


def _visible_character(character: str) -> str:
    return character if character.isprintable() else repr(character)[1:-1]


def _shortened(message: str) -> str:
    """Return *message* with its beginning and its end, which say where and why."""
    half = _LONGEST_MESSAGE // 2
    return message if len(message) <= 2 * half else f"{message[:half]}…{message[-half:]}"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A file and the ETag that came with it, or ""."""

    data: bytes
    etag: str


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a response: the status, and the headers, whose names have no case."""

    status: int
    headers: Message


def get(
    url: str, limit: int, redirects: int = MAX_REDIRECTS, *, only_public: bool = False
) -> bytes:
    """Return the file at *url*, at most *limit* bytes of it.

    Follows a few *redirects*, and with *only_public* only connects to the internet.
    Raises FetchError for plain http to another machine, at any step, and for everything that keeps
    the file from coming whole.
    """
    with _answer(url, "", redirects, only_public=only_public) as (last, response):
        return _body(response, last, limit)


def get_current(url: str, limit: int, known: Fetched | None) -> Fetched:
    """Return the file at *url* as `get` does, or *known* itself if its ETag is still the same."""
    etag = known.etag if known else ""
    with _answer(url, etag, MAX_REDIRECTS) as (last, response):
        if known and etag and response.status == HTTPStatus.NOT_MODIFIED:
            return known
        body = _body(response, last, limit)
        return Fetched(body, response.headers.get("etag", ""))


def status_of(url: str, *, only_public: bool = False) -> int:
    """Return the status that *url* answers with, after redirects; what it sends is not read.

    Raises FetchError where there is no answer.
    """
    with _answer(url, "", MAX_REDIRECTS, only_public=only_public) as (_, response):
        return response.status


def head(url: str) -> Head:
    """Return the status and headers at *url*, after redirects; the body is not read.

    Raises FetchError where there is no answer.
    """
    with _answer(url, "", MAX_REDIRECTS) as (_, response):
        return Head(response.status, response.headers)


@contextmanager
def _answer(
    url: str, etag: str, redirects: int, *, only_public: bool = False
) -> Iterator[tuple[str, HTTPResponse]]:
    """Yield the answer at the end of so many *redirects* from *url*, and where that was."""
    start, end = url, time.monotonic() + DEADLINE
    headers = {"if-none-match": etag} if etag else {}
    for _ in range(redirects + 1):
        with _as_fetch_error(start, url):
            _check(url)
            left = end - time.monotonic()
            request = _request(url, headers, left, only_public=only_public)
            with _open(request) as response:
                if response.status not in _REDIRECTS:
                    yield url, response
                    return
                url = redirected(url, _stated_location(response.headers.get("location", "")))
        # Only a private network leads on into a private network.
        only_public = only_public or not request.is_private
    if not redirects:
        raise FetchError(
            f"{without_user(start)}: redirects to {without_user(url)}, which is not followed"
        )
    raise FetchError(f"{without_user(start)}: redirected more than {redirects} times")


@contextmanager
def _as_fetch_error(start: str, url: str) -> Iterator[None]:
    """Turn whatever keeps an answer of *url* from coming into a FetchError.

    It also says where that began: at *start*.
    """
    try:
        yield
    except (HTTPException, OSError, ValueError, zlib.error) as error:
        is_said = isinstance(error, FetchError)
        if is_said and url == start:
            raise
        reason = str(error) if is_said else f"{without_user(url)}: {_reason(error)}"
        if url != start:
            reason = f"{without_user(start)}: redirects to {reason}"
        raise FetchError(reason, getattr(error, "status", 0)) from error


def _reason(error: Exception) -> str:
    """Return what *error* says, without what Python says of itself in it."""
    reason = getattr(error, "reason", error)
    inner = reason if isinstance(reason, BaseException) else error
    if isinstance(inner, BadStatusLine) and not isinstance(inner, ConnectionError):
        return "the server does not speak HTTP"
    if isinstance(inner, IncompleteRead):
        return "the connection was cut before the end"
    if isinstance(inner, zlib.error):
        return "what the server sends as gzip is damaged"
    if isinstance(error, UnicodeError):
        return "it is not a valid URL"
    cause = tls_fault(inner) or getattr(inner, "strerror", None) or str(reason)
    return cause or type(error).__name__


def _stated_location(location: str) -> str:
    """Return the *location* of a header, which servers write in UTF-8 and Python reads as Latin-1.

    It stays as it is if it is not UTF-8.
    """
    try:
        return location.encode("latin-1").decode()
    except UnicodeError:
        return location


def redirected(url: str, location: str) -> str:
    """Return the address that *location*, said by the server of *url*, stands for.

    Raises FetchError where a server elsewhere sends its readers to their own machine, and where it
    names no address.
    """
    if not location:
        raise FetchError(f"{url}: redirects, and names no address")
    target = urljoin(url, location)
    if is_loopback(host_of(target)) and not is_loopback(host_of(url)):
        raise FetchError(f"{url}: redirects to the machine of its reader")
    return target


def _check(url: str) -> None:
    scheme, host = url.partition(":")[0].lower(), host_of(url)
    if not host or not (scheme == "https" or (scheme == "http" and is_loopback(host))):
        raise FetchError(f"{without_user(url)}: only https is fetched, and http from this machine")
    if without_user(url) != url:
        raise FetchError(
            f"{without_user(url)}: addresses with a user or a password are not fetched"
        )


def _request(
    url: str, more: Mapping[str, str], seconds: float, *, only_public: bool
) -> LimitedRequest:
    from registry.web import connections  # noqa: PLC0415 - see `_opener`

    # A file that comes as it is needs no unpacking.
    headers = {"accept-encoding": "identity", "user-agent": AGENT, **more}
    give_up = time.monotonic() + seconds
    return connections.LimitedRequest(
        _as_sent(url), None, headers, "GET", give_up=give_up, only_public=only_public
    )


def _as_sent(url: str) -> str:
    """Return *url* as it is sent: of what follows its host, only ASCII without spaces."""
    start = url.partition("://")[0] + "://" + authority(url)
    if not url.startswith(start):
        return url
    return start + quote(url.removeprefix(start), safe=_ASCII)


def _open(request: LimitedRequest) -> HTTPResponse:
    response: HTTPResponse = _opener().open(request, timeout=PATIENCE)
    return response


@cache
def _opener() -> OpenerDirector:
    # Loading it takes longer than a search, and most searches need no network.
    from registry.web import connections  # noqa: PLC0415

    return connections.opener()


def _body(response: HTTPResponse, url: str, limit: int) -> bytes:
    if response.status != HTTPStatus.OK:
        message = f"{url}: the server answers {response.status}"
        raise FetchError(message, response.status)
    unpacker = _unpacker(response.headers.get("content-encoding", ""), url)
    body = bytearray()
    while chunk := response.read1(_CHUNK):
        body += unpacker.decompress(chunk, limit + 1 - len(body)) if unpacker else chunk
        if len(body) > limit:
            raise FetchError(f"{url}: larger than {limit:,} bytes")
    if response.length:
        raise FetchError(f"{url}: the connection was cut {response.length:,} bytes before the end")
    if unpacker and (not unpacker.eof or unpacker.unused_data):
        raise FetchError(f"{url}: what the server sends as gzip is not whole")
    return bytes(body)


def _unpacker(encoding: str, url: str) -> zlib._Decompress | None:
    """Return what unpacks a body of this *encoding*, None where it comes as it is.

    Some hosts keep files packed by gzip, and send them so whatever is asked for.
    """
    kind = encoding.strip().lower()
    if kind in ("", "identity"):
        return None
    if kind in ("gzip", "x-gzip"):
        return zlib.decompressobj(zlib.MAX_WBITS | 16)
    raise FetchError(f"{url}: the server compresses what was asked for as it is")
