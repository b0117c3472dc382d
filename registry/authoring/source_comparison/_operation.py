"""Find the operation of a document that a tool calls: by method, host and path."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from registry.authoring.source_comparison._document_schema import step
from registry.source.narrowing import array, mapping, string
from registry.web.hosts import host_of, is_loopback, is_within

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.authoring.importers.openapi import Operation
    from registry.authoring.source_comparison._documents import ApiDocument
    from registry.model import Call
    from registry.source import Json

_PLACE = re.compile(r"\{[^{}]*\}")
_MADE_UP = ("example", "example.com", "example.org", "test", "invalid", "localhost")
_YOURS = ("your-", "your_")


@dataclass(frozen=True, slots=True)
class Address:
    """A host and the steps of a path; both may hold places in braces, and *host* may be ""."""

    host: str
    path: tuple[str, ...]

    @property
    def is_stated(self) -> bool:
        """Whether the host is named, and does not stand for whatever host the API is run on."""
        is_made_up = is_within(self.host, _MADE_UP) or self.host.startswith(_YOURS)
        # `{your-domain}` and its default `no-default` name no host of the Internet.
        is_name = "." in _PLACE.sub("", self.host)
        return is_name and not is_made_up and not is_loopback(self.host)

    @classmethod
    def of(cls, url: str) -> Address:
        """Return the address in *url*, without its query."""
        rest = url.partition("://")[2] if "://" in url else url.removeprefix("//")
        has_host = "://" in url or url.startswith("//")
        bare = re.split("[?#]", rest)[0]
        host, _, path = bare.partition("/") if has_host else ("", "", bare)
        named = host_of(url) if has_host and "{" not in host else host
        return cls(named.lower(), _steps(path))


def _steps(path: str) -> tuple[str, ...]:
    return tuple(unquote(each) for each in path.split("/") if each)


@dataclass(frozen=True, slots=True)
class Match:
    """An operation, and how well it fits a call.

    Attributes:
        document: where it is described.
        operation: the operation.
        pointer: where it is.
        shared: where the document says what applies to all methods of its path.
        servers: the addresses at which the document has it, in full or without a host.
        base: how many steps of the call's path come before that of the operation.
        has_method, has_host: whether those of the call are the document's.
        literal: how many steps of the operation's path are the call's as they are written.
    """

    document: ApiDocument
    operation: Operation
    pointer: str
    shared: str
    servers: tuple[Address, ...]
    base: int
    has_method: bool
    has_host: bool
    literal: int

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """By how much it is the one that is meant: the largest is."""
        return self.has_host, self.has_method, self.literal


def find_operation(call: Call, documents: Iterable[ApiDocument]) -> Match | None:
    """Return the operation in *documents* that *call* is one of, or None.

    The path decides; where several operations have it, the host and the method do.
    """
    address = Address.of(call.url)
    found = (each for document in documents for each in _matches(call, address, document))
    return max(found, key=lambda match: match.rank, default=None)


def _matches(call: Call, address: Address, document: ApiDocument) -> Iterator[Match]:
    api = document.api
    for operation in document.operations:
        path = _steps(re.split("[?#]", operation.path)[0])
        literal = _literal(path, address.path)
        if literal < 0:
            continue
        base = len(address.path) - len(path)
        prefix = address.path[:base]
        servers = tuple(_servers(document, operation))
        stated = [each for each in servers if each.is_stated] or servers
        fits = [each for each in stated if _fits(each.path, prefix)]
        # Without its own base, a short path is part of too many others.
        if not fits and prefix and (not literal or any(each.is_stated for each in stated)):
            continue
        has_host = any(_is_host(each.host, address.host) for each in fits)
        item = step("#/paths", operation.path)
        path_item = mapping(mapping(api.data.get("paths")).get(operation.path))
        method = operation.method.lower()
        if method not in path_item and isinstance(path_item.get("$ref"), str):
            item = api.pointer(string(path_item["$ref"]))
        yield Match(
            document,
            operation,
            api.end(step(item, method)),
            item,
            servers,
            base,
            operation.method == (call.method or "GET"),
            has_host,
            literal,
        )


def _literal(pattern: tuple[str, ...], path: tuple[str, ...]) -> int:
    """Return how many steps at the end of *path* are those of *pattern*; -1 where it is another."""
    if len(pattern) > len(path):
        return -1
    same = 0
    for ours, theirs in zip(pattern, path[len(path) - len(pattern) :], strict=True):
        if _PLACE.sub("{}", ours) == _PLACE.sub("{}", theirs):
            same += 1
        elif not _is_one_of(ours, theirs):
            return -1
    return same


def _is_one_of(pattern: str, step_: str) -> bool:
    """Return whether *step_* is what *pattern* becomes with some value in its places."""
    if "{" not in pattern or "{" in step_:
        return False
    pieces = map(re.escape, _PLACE.split(pattern))
    return re.fullmatch(".+".join(pieces), step_) is not None


def _fits(pattern: tuple[str, ...], path: tuple[str, ...]) -> bool:
    return len(pattern) == len(path) and _literal(pattern, path) >= 0


def _is_host(pattern: str, host: str) -> bool:
    return pattern == host or _is_one_of(pattern, host)


def _servers(document: ApiDocument, operation: Operation) -> Iterator[Address]:
    api = document.api
    if api.is_swagger:
        host, base = string(api.data.get("host")), string(api.data.get("basePath"))
        yield Address.of(f"//{host}/{base.lstrip('/')}" if host else base or "/")
        return
    holders: tuple[dict[str, Json], ...] = (operation.data or {}, operation.shared, dict(api.data))
    for holder in holders:
        entries = [mapping(each) for each in array(holder.get("servers"))]
        if entries:
            for entry in entries:
                yield from _filled_addresses(entry)
            return
    yield Address("", ())


def _filled_addresses(server: dict[str, Json]) -> Iterator[Address]:
    """Yield the address with its variables open, and with their defaults, which may be long."""
    url = string(server.get("url"))
    yield Address.of(url)
    defaults = {
        name: string(mapping(each).get("default"))
        for name, each in mapping(server.get("variables")).items()
    }
    filled = _PLACE.sub(lambda place: defaults.get(place[0][1:-1]) or place[0], url)
    if filled != url:
        yield Address.of(filled)
