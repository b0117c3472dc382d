"""What a URL points at: its host, and whether that is the caller's own machine in any disguise."""

from __future__ import annotations

import ipaddress
import re
import socket
from functools import lru_cache
from urllib.parse import urlsplit

_LOOPBACK_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost", "ip6-loopback")

_NUMERIC = re.compile(r"[0-9a-fx.]+")
"""IPv4 as resolvers read it: `127.1`, `2130706433`, `0177.0.0.1`, `0x7f000001`."""

_AUTHORITY = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*://([^/?#\\]*)")


def authority(url: str) -> str:
    """Return what stands between `//` and the path of *url*, placeholders included, or ""."""
    match = _AUTHORITY.match(url)
    return match.group(1) if match else ""


@lru_cache(maxsize=2**14)
def host_of(url: str) -> str:
    """Return the host of *url* in lower case, without brackets, port and user; "" for none."""
    try:
        return (urlsplit(url.strip()).hostname or "").lower()
    except ValueError:
        return ""


@lru_cache(maxsize=2**12)
def is_loopback(host: str) -> bool:
    """Tell whether a resolver takes *host* for the machine that asks, however it is spelt."""
    name = host.lower().strip("[]").rstrip(".")
    if name in _LOOPBACK_NAMES or name.endswith(".localhost"):
        return True
    address = _address(name.partition("%")[0])
    if address is None:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return mapped.is_loopback or mapped.is_unspecified


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        pass
    if not _NUMERIC.fullmatch(name):
        return None
    try:
        return ipaddress.IPv4Address(socket.inet_aton(name))
    except OSError:
        return None
