"""Decide which addresses a call may connect to, where the connection is made.

What was looked at is what is connected to: a name that means another address a moment later, or
that only looks like a host of the internet, helps nobody.
"""

from __future__ import annotations

import socket
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import anyio
import httpcore2

from registry.client.call.errors import ForbiddenCallError
from registry.web.hosts import is_link_local, is_loopback, is_public

if TYPE_CHECKING:
    from collections.abc import Iterable

Resolve: TypeAlias = Callable[[str, int], Awaitable[list[str]]]
"""Returns the addresses of a host; raises OSError where it has none."""

_FORBIDDEN = (
    "nothing was sent: {} is {}, which is not on the internet; only the person who runs this can "
    "allow private networks (--allow-private)"
)


@dataclass(frozen=True, slots=True)
class Reach:
    """The addresses that may be connected to, beside those of the internet."""

    this_machine: bool = False
    private: bool = False


async def system_addresses(host: str, port: int) -> list[str]:
    """Return the addresses of *host* as this machine knows them."""
    found = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class Fence(httpcore2.AsyncNetworkBackend):
    """Connects to addresses that may be reached, and to no others, whatever their names are."""

    def __init__(self, reach: Reach, resolve: Resolve, forbidden: str = _FORBIDDEN) -> None:
        """*forbidden* is what to say, with a host and what it is, where it may not be reached."""
        self._reach = reach
        self._resolve = resolve
        self._forbidden = forbidden
        self._network = httpcore2.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - as in the base class
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Return a connection to *host*. Raises ForbiddenCallError where it may not be reached."""
        addresses = await self._resolve(host, port)
        allowed = [each for each in addresses if self._may_be_reached(host, each)]
        if not allowed:
            shown = ", ".join(addresses[:3]) or "no address"
            raise ForbiddenCallError(self._forbidden.format(host, shown))
        *others, last = allowed
        for address in others:
            try:
                return await self._network.connect_tcp(
                    address, port, timeout, local_address, socket_options
                )
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await self._network.connect_tcp(last, port, timeout, local_address, socket_options)

    def _may_be_reached(self, host: str, address: str) -> bool:
        if is_public(address):
            return True
        if is_link_local(address):
            return False
        if is_loopback(address):
            # A name that only turns out to be this machine is a trap.
            return self._reach.this_machine and (is_loopback(host) or self._reach.private)
        return self._reach.private
