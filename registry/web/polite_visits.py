"""Visit hosts politely: `robots.txt` is read first, and there is a pause before each request."""

from __future__ import annotations

import time
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.robotparser import RobotFileParser

from registry.web import fetch

if TYPE_CHECKING:
    from collections.abc import Callable

PAUSE = 2.0
"""Seconds between two requests to a host, unless its `robots.txt` asks for more."""

LONGEST_PAUSE = 60.0

_ROBOTS_LIMIT = 512 * 1024


class VisitedHost:
    """A *host* to be visited.

    *at* maps a URL to the one that is actually requested, and *wait* waits for a number of
    seconds; tests replace both.
    """

    def __init__(
        self,
        host: str,
        at: Callable[[str], str] = str,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.host = host
        self._at = at
        self._wait = wait
        self._pause = PAUSE
        self._robots = self._robots_rules()

    def allows(self, url: str) -> bool:
        """Return whether `robots.txt` allows a visit of *url*; not if it cannot be read."""
        return self._robots is not None and self._robots.can_fetch(fetch.AGENT, url)

    def status(self, url: str) -> int:
        """Return the status of the answer to *url*. Raises FetchError, which names no URL."""
        self._wait(self._pause)
        try:
            return fetch.status_of(self._at(url), only_public=True)
        except fetch.FetchError as error:
            raise self._renamed(url, error) from None

    def get(self, url: str, limit: int) -> bytes:
        """Return what is at *url*, at most *limit* bytes. Raises FetchError, which names no URL."""
        self._wait(self._pause)
        try:
            return fetch.get(self._at(url), limit, only_public=True)
        except fetch.FetchError as error:
            raise self._renamed(url, error) from None

    def _renamed(self, url: str, error: fetch.FetchError) -> fetch.FetchError:
        return fetch.FetchError(str(error).removeprefix(f"{self._at(url)}: "), error.status)

    def _robots_rules(self) -> RobotFileParser | None:
        """Return the rules of `robots.txt` (RFC 9309); None if its server fails on it, or we do.

        Where there is no answer at all, there are none: the visit will say so.
        """
        robots = RobotFileParser()
        lines: list[str] = []
        try:
            url = self._at(f"https://{self.host}/robots.txt")
            data = fetch.get(url, _ROBOTS_LIMIT, only_public=True)
            lines = data.decode("utf-8", "replace").splitlines()
        except fetch.FetchError as error:
            if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                return None
        try:
            robots.parse(lines)
            delay = float(robots.crawl_delay(fetch.AGENT) or 0)
        except (ValueError, OverflowError):
            # What cannot be read may forbid what we are about to do.
            return None
        self._pause = min(max(PAUSE, delay), LONGEST_PAUSE)
        return robots
