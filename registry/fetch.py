"""Get a file from the web: over https (or from this machine), to a limit in size and time."""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from registry.hosts import host_of, is_loopback

if TYPE_CHECKING:
    import httpx2

MAX_REDIRECTS = 3
PATIENCE = 10.0
"""Seconds without a byte until a server is given up."""

DEADLINE = 120.0
"""Seconds for the whole of a file."""


class FetchError(OSError):
    """A file could not be had; says which and why."""


def is_url(text: str) -> bool:
    """Tell whether *text* is an address on the web and no path."""
    return text.lower().startswith(("https://", "http://"))


def get(url: str, limit: int) -> bytes:
    """Return what is at *url*, at most *limit* bytes of it.

    Follows a few redirects. Raises FetchError for plain http to another machine, at any step, and
    for everything that keeps the file from coming whole.
    """
    # Loading it takes longer than a search, and most searches need no network.
    import httpx2  # noqa: PLC0415

    give_up = time.monotonic() + DEADLINE
    # Sent as it is, the file cannot unfold to more than was counted.
    headers = {"accept-encoding": "identity", "user-agent": "open-tool-registry"}
    try:
        with httpx2.Client(timeout=PATIENCE, headers=headers) as client:
            for _ in range(MAX_REDIRECTS + 1):
                _check(url)
                with client.stream("GET", url) as response:
                    if not response.is_redirect:
                        return _body(response, url, limit, give_up)
                    url = urljoin(url, response.headers.get("location", ""))
    except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
        raise FetchError(f"{url}: {str(error) or type(error).__name__}") from error
    raise FetchError(f"{url}: redirected more than {MAX_REDIRECTS} times")


def _check(url: str) -> None:
    scheme, host = url.partition(":")[0].lower(), host_of(url)
    if not host or (scheme != "https" and not (scheme == "http" and is_loopback(host))):
        raise FetchError(f"{url}: only https is fetched, and http from this machine")


def _body(response: httpx2.Response, url: str, limit: int, give_up: float) -> bytes:
    if response.status_code != HTTPStatus.OK:
        raise FetchError(f"{url}: the server answers {response.status_code}")
    if response.headers.get("content-encoding", "identity") != "identity":
        raise FetchError(f"{url}: the server compresses what was asked for as it is")
    body = bytearray()
    for chunk in response.iter_raw():
        body += chunk
        if len(body) > limit:
            raise FetchError(f"{url}: larger than {limit:,} bytes")
        if time.monotonic() > give_up:
            raise FetchError(f"{url}: took longer than {DEADLINE:.0f} seconds")
    return bytes(body)
