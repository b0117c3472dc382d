"""Find links of a pull request to where no merged file of its publisher led.

A host that belongs to the publisher is known as a whole. Of any other, such as one with pages or
mailboxes of many people, only the accounts that are already named.
"""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit

from registry.changes.model_texts import texts_of
from registry.model.derived import derived
from registry.web.hosts import host_of, is_for_examples, is_public, site_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping

    from registry.model import Catalogue, Manual, Publisher, Release, Tool
    from registry.review.diff import Comparison

_MAILTO = "mailto:"
# Counted, or a long text without an address would be searched from each of its letters to its end.
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,20}://[^\s<>\"'`{}|\\^]+")
_BARE = re.compile(
    r"(?<![A-Za-z0-9_@./:-])(?://)?((?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}/\w[^\s/?#<>\"'`{}|\\^]*)"
)
"""An address without its scheme, which browsers take as well: `acme.org/login`."""

_ENDING = (
    "ai|app|at|au|be|biz|br|ca|cc|ch|click|club|cn|co|com|cyou|de|dev|dk|es|eu|fi|fr|ga|gg|gq|icu"
    "|info|io|it|jp|kr|la|link|live|ly|me|ml|mx|nl|nz|onion|online|org|pw|ru|se|shop|site|su|tech"
    "|tk|top|tv|uk|us|vip|website|ws|xyz"
)
"""Well-known endings of hosts. Those of files and of parts of data, such as `md`, are missing."""

_NAME = re.compile(
    rf"(?<![A-Za-z0-9_@./:\\-])(?://)?((?:[A-Za-z0-9-]{{1,63}}\.)+(?:(?i:{_ENDING})|net))"
    r"(?![A-Za-z0-9_(]|[.-][A-Za-z0-9_])"
)
"""A host without an address; `ASP.NET` is a program."""

_OCTET = r"(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)"
_NUMBER = re.compile(
    rf"(?<![A-Za-z0-9_.-])({_OCTET}(?:\.{_OCTET}){{3}})(?![A-Za-z0-9_-]|\.[A-Za-z0-9_])"
)
"""An IPv4 address."""

_DISGUISED = (
    (re.compile(r"\bhxxp", re.IGNORECASE), "http"),
    (re.compile(r"\s?[\[({](?:\.|dot)[\])}]\s?", re.IGNORECASE), "."),
    (re.compile(r"\s?[\[({](?:@|at)[\])}]\s?", re.IGNORECASE), "@"),
    (
        re.compile(r"(?<=\w) (?:dot|\.) (?=(?:com|info|io|net|org|ru|tech|xyz)\b)", re.IGNORECASE),
        ".",
    ),
)
"""How people write addresses that programs are not to find, and what they mean."""

_BEFORE_ACCOUNT = re.compile(r"/.*|.*@", re.DOTALL)

_BEHIND_ADDRESS = ".,;:!?)]*_"
"""What follows an address in a sentence or in Markdown."""

_BEFORE_PATH = re.compile(r"[^:]*://[^/?#]*")

_BEHIND_HOST = re.compile(r"[/?#].*", re.DOTALL)

_MAILBOX = re.compile(r"[\w.+-]{1,64}@(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}")


class _Address(NamedTuple):
    """A *host*, and the *account* to which an address there leads; the host again for none."""

    host: str
    account: str

    def place(self, own: Container[str]) -> str:
        """Return the host if it is of one of the *own* sites of a publisher, else the account."""
        return self.host if site_of(self.host) in own else self.account


def linked_places(proposed: Catalogue, merged: Catalogue) -> Iterator[str]:
    """Yield a sentence for each host or account that a publisher's listings did not lead to."""
    for after in proposed.publishers:
        if merged_publisher := merged.publisher_by_name.get(after.name):
            own_sites = _own_sites(merged_publisher)
            led = _places_of(merged_publisher, merged, own_sites)
            for place in dict.fromkeys(
                each.place(own_sites) for each in _linked(proposed)[after.name]
            ):
                if place not in led:
                    yield f"{after.name!r} now links to {place!r}"


def named_hosts(compared: Comparison, merged: Catalogue) -> Iterator[str]:
    """Yield a sentence for each place in words of tools that no merged file of theirs named."""
    before, after = compared.before, compared.after
    publisher = merged.publisher_by_name.get(after.publisher)
    if before is None or publisher is None:
        return
    called = {host for tool in before.tools for host in tool.call.hosts}
    own_sites = _own_sites(publisher) | set(map(site_of, called))
    known_places = {*called, *_places_of(publisher, merged, own_sites)}
    known_places |= {each.place(own_sites) for each in _addresses_in(_words_of(before).values())}
    # Who names an account names its host, too.
    known_places |= {_BEFORE_ACCOUNT.sub("", place) for place in known_places}
    for (name, where), text in _words_of(after).items():
        for address in _addresses_in([text]):
            if (place := address.place(own_sites)) not in known_places:
                known_places.add(place)
                yield f"{name!r} names {place!r} at {where}"


def _words_of(release: Release) -> dict[tuple[str, str], str]:
    """Return all words on tools, by tool and place, and what their URLs say behind the host."""
    asked = {(each.name, "call.url"): _asked_of_host(each) for each in release.tools}
    return texts_of(release.tools) | asked


def _asked_of_host(tool: Tool) -> str:
    """Return what *tool* asks of its host: where to redirect to, for example."""
    # From its sign on: `users.info` behind a slash is a path, and no host.
    found = _BEHIND_HOST.search(tool.call.url.partition("://")[2])
    return unquote(found[0]) if found else ""


def _places_of(
    publisher: Publisher, merged: Catalogue, own_sites: Container[str]
) -> frozenset[str]:
    """Return everything that *publisher* and its manuals lead to."""
    addresses = (_address(publisher.homepage), *_linked(merged)[publisher.name])
    return frozenset((*publisher.hosts, *(each.place(own_sites) for each in addresses)))


def _own_sites(publisher: Publisher) -> frozenset[str]:
    """Return the sites on which only *publisher* has pages and mailboxes.

    A homepage that is a page of another site, such as `https://github.com/acme`, makes none.
    """
    sites = {site_of(each) for each in publisher.hosts}
    if urlsplit(publisher.homepage).path in ("", "/"):
        sites.add(site_of(host_of(publisher.homepage)))
    return frozenset(sites)


@derived
def _linked(catalogue: Catalogue) -> Mapping[str, tuple[_Address, ...]]:
    """Return the addresses to which the texts on each publisher send people, by its name.

    Once for all manuals of a publisher: of many that change together, each is compared with it.
    """
    manuals: dict[str, list[Manual]] = {}
    for manual in catalogue.manuals:
        manuals.setdefault(manual.publisher.name, []).append(manual)
    return {
        publisher.name: tuple(dict.fromkeys(_links(publisher, manuals.get(publisher.name, ()))))
        for publisher in catalogue.publishers
    }


def _links(publisher: Publisher, manuals: Iterable[Manual]) -> Iterator[_Address]:
    for contact in publisher.contacts:
        yield _address(contact) if "://" in contact else _mailbox(contact.removeprefix(_MAILTO))
    yield from _addresses_in([publisher.summary])
    for manual in manuals:
        sources = (source for release in manual.releases for source in release.sources)
        urls = (manual.docs, manual.terms, *(each.repository or each.url for each in sources))
        yield from (_address(each) for each in urls if each)
        yield from _addresses_in(words_on(manual))


def words_on(manual: Manual) -> Iterator[str]:
    """Yield all words on *manual* and its sources that are not about a tool."""
    yield from (manual.title, manual.summary, manual.coverage, manual.licence, manual.attribution)
    yield from (manual.status.reason, *manual.yanked.values(), *map(str, manual.limits))
    for release in manual.releases:
        yield from (release.title, release.summary)
        for each in release.sources:
            yield from (each.path, each.version, each.covers)


def _address(url: str) -> _Address:
    """Return the host of *url*; the account there is the first name in the path."""
    host = host_of(url)
    path = _BEFORE_PATH.sub("", url)
    names = [unquote(each).lower() for each in re.split("[/?#]", path.lstrip("/"))]
    account = ".." if ".." in names else names[0]
    return _Address(host, f"{host}/{account}" if account else host)


def _mailbox(address: str) -> _Address:
    return _Address(address.rpartition("@")[2].lower(), address.lower())


def _addresses_in(texts: Iterable[str]) -> Iterator[_Address]:
    """Yield the addresses in each of *texts*, but none that is reserved for examples."""
    for text in texts:
        plain = html.unescape(text)
        for disguise, meant in _DISGUISED:
            plain = disguise.sub(meant, plain)
        bare = (f"https://{each}" for each in _BARE.findall(plain))
        urls = (each.rstrip(_BEHIND_ADDRESS) for each in (*_URL.findall(plain), *bare))
        hosts = (
            *(each.lower() for each in _NAME.findall(plain)),
            *(each for each in _NUMBER.findall(plain) if is_public(each)),
        )
        addresses = (
            *map(_address, urls),
            *(_Address(each, each) for each in hosts),
            *map(_mailbox, _MAILBOX.findall(plain)),
        )
        yield from (each for each in addresses if each.host and not is_for_examples(each.host))
