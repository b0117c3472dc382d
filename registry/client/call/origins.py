"""The origin of a request: scheme, host and port of its URL, and where a redirect may lead."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

from registry.client.call.errors import ForbiddenCallError
from registry.web.hosts import is_loopback

_PORTS = {"https": 443, "http": 80}
_LONGEST_HOST = 253
"""Characters that a name can have (RFC 1035); a server could write more into what is reported."""


def origin(url: str) -> tuple[str, str, int]:
    """Return the scheme, host and port of *url*.

    Raises ForbiddenCallError for what has none, and for http to another machine.
    """
    try:
        parts = urlsplit(url)
        port = parts.port or _PORTS[parts.scheme]
        host = parts.hostname or ""
    except (KeyError, ValueError):
        host = ""
    if not 0 < len(host) <= _LONGEST_HOST or not host.isascii() or "@" in parts.netloc:
        raise ForbiddenCallError(f"no address that can be called: {url.partition('?')[0]!r}")
    if parts.scheme == "http" and not is_loopback(host):
        raise ForbiddenCallError(f"not called over https: {host}")
    return parts.scheme, host, port


def redirected(url: str, location: str, *, may_leave: bool = False) -> str:
    """Return the address to which *location* leads from *url*.

    Raises ForbiddenCallError for one of another origin, unless it *may leave* for one with https.
    """
    host = "another place"
    try:
        target = urljoin(url, location)
        host = (urlsplit(target).hostname or host)[:_LONGEST_HOST]
        found = origin(target)
        is_allowed = found == origin(url) or (may_leave and found[0] == "https")
    except (ForbiddenCallError, ValueError):
        is_allowed = False
    if not is_allowed:
        raise ForbiddenCallError(
            f"the server redirects to {host}, which the manual does not name; it was not followed"
        )
    return target
