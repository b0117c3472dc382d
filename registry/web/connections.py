"""Connections that end at a deadline, whatever the server does, and reach no further than allowed.

A server that sends a byte now and then would never be given up by a limit between two bytes: this
limit holds for everything that is read, status line, headers and sizes of chunks included.
"""

from __future__ import annotations

import io
import socket
import time
from functools import partial
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from typing import IO, TYPE_CHECKING, Any, cast
from urllib.request import HTTPHandler, HTTPSHandler, OpenerDirector, ProxyHandler, Request

from registry.web.hosts import host_of, is_loopback, is_public

if TYPE_CHECKING:
    from collections.abc import Mapping


class LateError(TimeoutError):
    """The time for a whole file is over."""


class PrivateAddressError(OSError):
    """A host is at no address of the internet."""


class LimitedRequest(Request):
    """A request with its limits.

    Attributes:
        give_up: when reading ends, by the monotonic clock.
        only_public: whether only addresses of the internet are connected to.
        is_proxied: whether a proxy is connected to instead, which looks the host up.
        is_private: whether the answer comes from a private network, known once it is there.
    """

    def __init__(  # noqa: PLR0913 - as many as a request has
        self,
        url: str,
        data: bytes | None,
        headers: Mapping[str, str],
        method: str,
        *,
        give_up: float,
        only_public: bool,
    ) -> None:
        super().__init__(url, data, dict(headers), method=method)
        self.give_up = give_up
        self.only_public = only_public
        self.is_proxied = False
        self.is_private = False

    def set_proxy(self, host: str, type: str) -> None:  # noqa: A002 - as the base class has it
        """Ask the proxy at *host*, and note that."""
        super().set_proxy(host, type)
        self.is_proxied = True


def opener() -> OpenerDirector:
    """Return what opens only https and http, through the proxies of the environment.

    It takes a `LimitedRequest`, follows no redirect and takes no status for an error.
    """
    director = OpenerDirector()
    for handler in (_Proxies(), _Http(), _Https()):
        director.add_handler(handler)
    return director


class _Proxies(ProxyHandler):
    """The proxies of the environment, for other machines than this one."""

    def proxy_open(self, req: Request, proxy: str, type: str) -> Any:  # noqa: A002, ANN401 - as the base class has it
        if is_loopback(host_of(req.full_url)):
            return None
        if proxy.lower().startswith("socks"):
            # A password may be in the rest of it.
            kind = proxy.partition(":")[0]
            raise OSError(f"{type.upper()}_PROXY names a {kind} proxy; only http:// ones are used")
        return super().proxy_open(req, proxy, type)


class _Http(HTTPHandler):
    def http_open(self, req: Request) -> HTTPResponse:
        return self.do_open(partial(_connection, HTTPConnection, req), req)  # type: ignore[arg-type] # a function makes one, too


class _Https(HTTPSHandler):
    def https_open(self, req: Request) -> HTTPResponse:
        return self.do_open(partial(_connection, HTTPSConnection, req), req)  # type: ignore[arg-type] # a function makes one, too


def _connection(
    kind: type[HTTPConnection],
    request: LimitedRequest,
    host: str,
    **more: Any,  # noqa: ANN401 - whatever the handler passes
) -> HTTPConnection:
    connection = kind(host, **more)
    connection.response_class = partial(_LimitedResponse, give_up=request.give_up)  # type: ignore[assignment] # a function makes one, too
    # The one place at which the address is known before anything is sent.
    connection._create_connection = partial(_connected, request)  # type: ignore[attr-defined]  # noqa: SLF001
    return connection


def _connected(
    request: LimitedRequest,
    address: tuple[str, int],
    timeout: float,
    source: Any = None,  # noqa: ANN401 - as the standard library passes it
) -> socket.socket:
    """Return a connection to *address*. Raises PrivateAddressError where it may not be reached."""
    host, port = address
    is_free = request.is_proxied or is_loopback(host) or not request.only_public
    addresses = [host] if is_free else _public_addresses(host, port)
    for place in addresses:
        try:
            connection = socket.create_connection(
                (place, port), _seconds(request.give_up, timeout), source
            )
        except OSError as error:
            if request.is_proxied:
                raise OSError(f"{error.strerror or error} (the proxy {host}:{port})") from error
            if place == addresses[-1]:
                raise
        else:
            break
    reached = str(connection.getpeername()[0])
    request.is_private = (
        not request.is_proxied and not is_public(reached) and not is_loopback(reached)
    )
    return connection


def _public_addresses(host: str, port: int) -> list[str]:
    addresses = [
        str(each[4][0]) for each in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    ]
    allowed = [each for each in dict.fromkeys(addresses) if is_public(each)]
    if not allowed:
        raise PrivateAddressError(f"{host} is {addresses[0]}, which is not on the internet")
    return allowed


def _seconds(give_up: float, patience: float | None) -> float:
    """Return the seconds until *give_up*, at most *patience*. Raises LateError at its end."""
    seconds = give_up - time.monotonic()
    if seconds <= 0:
        raise LateError("the server did not come to an end in time")
    return seconds if patience is None else min(seconds, patience)


class _LimitedResponse(HTTPResponse):
    """A response that is read until a moment, from its first byte on."""

    def __init__(self, sock: socket.socket, *rest: Any, give_up: float, **more: Any) -> None:  # noqa: ANN401 - as the base class has them
        super().__init__(sock, *rest, **more)
        reader = cast("IO[bytes]", self.fp)
        self.fp = io.BufferedReader(_LimitedReader(reader, sock, give_up))


class _LimitedReader(io.RawIOBase):
    def __init__(self, reader: Any, connection: socket.socket, give_up: float) -> None:  # noqa: ANN401 - a buffered reader of a socket
        self._reader = reader
        self._connection = connection
        self._give_up = give_up
        self._patience = connection.gettimeout()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:  # noqa: ANN401 - a buffer
        self._connection.settimeout(_seconds(self._give_up, self._patience))
        try:
            return int(self._reader.readinto1(buffer))
        except TimeoutError:
            _seconds(self._give_up, None)
            raise

    def close(self) -> None:
        self._reader.close()
        super().close()
