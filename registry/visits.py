"""Visit what manuals link to, politely, and tell what has been gone for more than a day.

One request after the other, with a pause before the next to the same host, and none where a site's
`robots.txt` does not want us. One failure is an accident: only what fails again on another day is
told. The observations live in a file of their own, since no record of a tool may depend on the day.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple
from urllib.robotparser import RobotFileParser

from registry import fetch
from registry.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from registry.model import Catalogue

AGENT = "open-tool-registry"
"""The name that we go by, and that a `robots.txt` can name."""

PAUSE = 2.0
"""Seconds between two requests to a host, unless it asks for more."""

LONGEST_PAUSE = 60.0
VERSION = 1

_ROBOTS_LIMIT = 512 * 1024
_GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class UnusableObservationsError(Exception):
    """The file does not hold what an earlier visit wrote."""


class Target(NamedTuple):
    """An address to visit: whose it is, and whether it is a page that people are to read."""

    url: str
    owner: str
    is_page: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """An address that did not answer as it should: on which days, first and last, and how."""

    owner: str
    first: str
    last: str
    reason: str

    @property
    def is_certain(self) -> bool:
        """Whether it was seen on more than one day."""
        return self.first != self.last


@dataclass(frozen=True, slots=True)
class Visited:
    """What came of a visit: how many addresses were asked, which did not want it, which failed."""

    asked: int = 0
    unwanted: tuple[str, ...] = ()
    failures: Mapping[str, Failure] = field(default_factory=dict)

    @property
    def notes(self) -> dict[str, Failure]:
        """The failures to tell somebody about."""
        return {url: each for url, each in self.failures.items() if each.is_certain}


def targets(catalogue: Catalogue) -> tuple[Target, ...]:
    """Return every address that readers of *catalogue* are sent to, by host, each once."""
    found: dict[str, Target] = {}
    for target in _linked(catalogue):
        if target.url:
            found.setdefault(target.url, target)
    return tuple(sorted(found.values(), key=lambda each: (host_of(each.url), each.url)))


def _linked(catalogue: Catalogue) -> Iterator[Target]:
    for manual in catalogue.listed:
        publisher = manual.publisher
        yield Target(publisher.homepage, publisher.name, is_page=True)
        yield Target(manual.docs, manual.id, is_page=True)
        yield Target(manual.terms, manual.id, is_page=True)
        for host in publisher.hosts:
            yield Target(f"https://{host}/", publisher.name, is_page=False)


def visit(
    wanted: Iterable[Target],
    known: Mapping[str, Failure],
    today: str,
    *,
    at: Callable[[str], str] = str,
    wait: Callable[[float], None] = time.sleep,
) -> Visited:
    """Visit every one of *wanted*, and return what failed, with the *known* failures it repeats.

    *today* is a date. *at* says where an address is asked, and *wait* waits for some seconds.
    """
    asked, unwanted, failures = 0, [], {}
    site: _Site | None = None
    for target in wanted:
        host = host_of(target.url)
        if site is None or site.host != host:
            site = _Site(host, at, wait)
        if not site.welcomes(target.url):
            unwanted.append(target.url)
            continue
        asked += 1
        reason = site.failure(target)
        if reason:
            first = known[target.url].first if target.url in known else today
            failures[target.url] = Failure(target.owner, first, today, reason)
    return Visited(asked, tuple(unwanted), failures)


class _Site:
    """A host that is visited: its wishes are read first, and it is left in peace in between."""

    def __init__(self, host: str, at: Callable[[str], str], wait: Callable[[float], None]) -> None:
        self.host = host
        self._at = at
        self._wait = wait
        self._pause = PAUSE
        self._robots = self._wishes()

    def welcomes(self, url: str) -> bool:
        return self._robots is not None and self._robots.can_fetch(AGENT, url)

    def failure(self, target: Target) -> str:
        """Return what is wrong with the answer of *target*, "" where nothing is."""
        self._wait(self._pause)
        try:
            status = fetch.status(self._at(target.url))
        except fetch.FetchError as error:
            return str(error).removeprefix(f"{self._at(target.url)}: ")
        is_broken = status in _GONE or status >= HTTPStatus.INTERNAL_SERVER_ERROR
        # A host that answers at all is there: few have anything at their root.
        return f"the server answers {status}" if is_broken and target.is_page else ""

    def _wishes(self) -> RobotFileParser | None:
        """Return the rules of `robots.txt` (RFC 9309); None where the server cannot tell them."""
        robots = RobotFileParser()
        lines: list[str] = []
        try:
            data = fetch.get(self._at(f"https://{self.host}/robots.txt"), _ROBOTS_LIMIT)
            lines = data.decode("utf-8", "replace").splitlines()
        except fetch.FetchError as error:
            if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
                return None
        robots.parse(lines)
        delay = robots.crawl_delay(AGENT)
        self._pause = min(max(PAUSE, float(delay or 0)), LONGEST_PAUSE)
        return robots


def read(data: bytes) -> dict[str, Failure]:
    """Return the failures in *data*, which `written` made. Raises UnusableObservationsError."""
    try:
        stored = json.loads(data)
        if stored["version"] != VERSION:
            raise UnusableObservationsError(f"version {stored['version']} is not known here")
        return {url: Failure(**each) for url, each in stored["failures"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnusableObservationsError(type(error).__name__) from None


def written(visited: Visited) -> bytes:
    """Return the failures as JSON, to be read before the next visit."""
    failures = {url: asdict(each) for url, each in sorted(visited.failures.items())}
    return json.dumps({"version": VERSION, "failures": failures}, indent=2).encode() + b"\n"
