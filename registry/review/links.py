"""Check the links in manuals politely, and report those that have failed on several days.

Requests are made one at a time, with a pause between two to the same host, and only if `robots.txt`
allows them. A single failure may be an accident, so a link is reported only if it fails again on
another day. Observations are stored in a separate file: no published record depends on them.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from registry.web.fetch import FetchError
from registry.web.hosts import host_of
from registry.web.polite_visits import VisitedHost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from registry.model import Catalogue

VERSION = 1

MAX_OBSERVATIONS = 64 * 1024 * 1024
"""Bytes of the file of observations: several times those if every link of a registry fails."""

_GONE = (HTTPStatus.NOT_FOUND, HTTPStatus.GONE)


class UnusableObservationsError(Exception):
    """The file was not written by an earlier run."""


class LinkTarget(NamedTuple):
    """A URL to check, the publisher or manual that it belongs to, and whether people read it."""

    url: str
    owner: str
    is_page: bool


@dataclass(frozen=True, slots=True)
class Failure:
    """A failed URL: its owner, the first and last day of the failure, and the reason."""

    owner: str
    first: str
    last: str
    reason: str

    @property
    def is_certain(self) -> bool:
        """Whether it failed on more than one day."""
        return self.first != self.last


@dataclass(frozen=True, slots=True)
class LinkCheck:
    """The result of a run: the number of requests, the disallowed URLs, and the failures."""

    asked: int = 0
    disallowed: tuple[str, ...] = ()
    failures: Mapping[str, Failure] = field(default_factory=dict)

    @property
    def notes(self) -> dict[str, Failure]:
        """The failures to report."""
        return {url: each for url, each in self.failures.items() if each.is_certain}


def link_targets(catalogue: Catalogue) -> tuple[LinkTarget, ...]:
    """Return every link in *catalogue* once, sorted by host."""
    by_url: dict[str, LinkTarget] = {}
    for target in _link_targets(catalogue):
        if target.url:
            by_url.setdefault(target.url, target)
    return tuple(sorted(by_url.values(), key=lambda each: (host_of(each.url), each.url)))


def _link_targets(catalogue: Catalogue) -> Iterator[LinkTarget]:
    for manual in catalogue.listed:
        publisher = manual.publisher
        yield LinkTarget(publisher.homepage, publisher.name, is_page=True)
        yield LinkTarget(manual.docs, manual.id, is_page=True)
        yield LinkTarget(manual.terms, manual.id, is_page=True)
        for host in publisher.hosts:
            yield LinkTarget(f"https://{host}/", publisher.name, is_page=False)


def check_links(
    wanted: Iterable[LinkTarget],
    known: Mapping[str, Failure],
    today: str,
    *,
    at: Callable[[str], str] = str,
    wait: Callable[[float], None] = time.sleep,
) -> LinkCheck:
    """Request each of *wanted*; return the failures, merged with the *known* ones.

    *today* is a date, `YYYY-MM-DD`. *at* maps a URL to the one that is actually requested, and
    *wait* waits for a number of seconds; tests replace both.
    """
    requested, disallowed, failures = 0, [], {}
    site: VisitedHost | None = None
    for target in wanted:
        host = host_of(target.url)
        if site is None or site.host != host:
            site = VisitedHost(host, at, wait)
        if not site.allows(target.url):
            disallowed.append(target.url)
            continue
        requested += 1
        reason = _failure(site, target)
        if reason:
            first = known[target.url].first if target.url in known else today
            failures[target.url] = Failure(target.owner, first, today, reason)
    return LinkCheck(requested, tuple(disallowed), failures)


def _failure(site: VisitedHost, target: LinkTarget) -> str:
    """Return what is wrong with the response of *target*; "" if nothing is."""
    try:
        status = site.status(target.url)
    except FetchError as error:
        return str(error)
    is_broken = status in _GONE or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    # Any response shows that the host exists: few have a page at their root.
    return f"the server answers {status}" if is_broken and target.is_page else ""


def read_observations(data: bytes) -> dict[str, Failure]:
    """Return the failures in *data*, written by `observations_as_json`.

    Raises UnusableObservationsError.
    """
    try:
        stored = json.loads(data)
        if stored["version"] != VERSION:
            raise UnusableObservationsError(f"version {stored['version']} is not known here")
        return {url: Failure(**each) for url, each in stored["failures"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise UnusableObservationsError(type(error).__name__) from None


def observations_as_json(visited: LinkCheck) -> bytes:
    """Return the failures as JSON for the next run."""
    failures = {url: asdict(each) for url, each in sorted(visited.failures.items())}
    return json.dumps({"version": VERSION, "failures": failures}, indent=2).encode() + b"\n"
