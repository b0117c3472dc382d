"""An example taken apart: where it goes, and what each of its placeholders stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote, unquote_plus

from registry.authoring.importers.example_requests._credentials import (
    BASIC,
    is_key,
    is_secret,
    schemes_of,
)
from registry.authoring.importers.example_requests._placeholders import placeholder_in, with_places
from registry.authoring.importers.example_requests._requests import ExampleRequest, Field
from registry.catalogue.allowed_names import publisher_from
from registry.web.hosts import host_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.example_requests._requests import Schemes

_METHODS = frozenset({"GET", "PUT", "POST", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE"})
_URL = re.compile(r"(?:([A-Za-z][A-Za-z0-9+.-]*)://)?(?:([^/?@]*)@)?([^/?]*)(.*)", re.DOTALL)
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_ID = re.compile(r"\d+|(?=[^/]*\d)[a-z]{2,8}[_-][A-Za-z0-9]{6,}|(?=[^/]*\d)[A-Za-z0-9]{10,}")
"""A step of a path that is rather a value than a word of the API."""
_SAMPLE = re.compile(
    r"[^@/]{1,64}@[^@/]{1,200}|\d{4}-\d\d-\d\d|-?\d+\.\d+(?:,-?\d+\.\d+)+"
    r"|(?:[\w-]{1,63}\.){0,4}example\.(?:com|net|org)|(?:[\w-]{1,63}\.){2,4}(?:com|net|org)"
    r"|(?=[A-Z0-9]{0,9}\d)(?=[A-Z0-9]{0,9}[A-Z])[A-Z0-9]{5,10}"
    r"|(?!API|CSV|PDF|RPC|URL|WFS|WMS|XML)[A-Z]{3}"
)
"""So is an e-mail address, a date, a place on Earth, a domain, or a code: `OL123L`, `EUR`."""

_OF_BROWSERS = re.compile(
    r"accept(?:-.*)?|cache-control|connection|content-(?:type|length)|dnt|host|origin|postman-token"
    r"|pragma|priority|referer|sec-.*|te|upgrade-insecure-requests|user-agent",
    re.IGNORECASE,
)
"""Headers that every client sets itself, or that mean nothing to an API."""

_MAX_TEXT = 2_000


class UnusableRequestError(Exception):
    """An example cannot be a call; the message is a clause that says why, without a secret."""


@dataclass(frozen=True, slots=True)
class Call:
    """The call that an example makes.

    Attributes:
        request: the example.
        server: scheme and host.
        path: with `{name}` for each placeholder, beginning with a slash.
        query, headers: without credentials.
        schemes: the credentials.
        values: steps of the path that are rather values, and stay as they are.
    """

    request: ExampleRequest
    server: str
    path: str
    query: tuple[Field, ...]
    headers: tuple[Field, ...]
    schemes: Schemes
    values: tuple[str, ...] = ()

    @property
    def owner(self) -> str:
        """Whose the host is: one manual is about one publisher."""
        host = host_of(self.server)
        return publisher_from(host) or host or self.server

    @property
    def shape(self) -> tuple[str, str, str]:
        """What calls of one tool share."""
        return self.server, re.sub(r"\{[^{}]*\}", "{}", self.path), self.request.method


def call_of(request: ExampleRequest) -> Call:
    """Return the call that *request* makes. Raises UnusableRequestError."""
    if request.method not in _METHODS:
        raise UnusableRequestError("no client sends this method")
    scheme, user, host, rest = _parts(request.url)
    path, _, query = rest.partition("?")
    if not host:
        raise UnusableRequestError("its URL names no host")
    if any(is_secret(step) and not _UUID.fullmatch(step) for step in path.split("/")):
        why = "its path has what looks like an id or a secret; write {id} in its place"
        raise UnusableRequestError(why)
    placed = with_places(path or "/")
    fields = (*_fields(query), *request.query)
    schemes = list(schemes_of(request, fields))
    if user and not any(each.get("type") == "http" for each in schemes):
        schemes.append(BASIC)
    return Call(
        request,
        f"{scheme}://{host}",
        placed if placed.startswith("/") else f"/{placed}",
        tuple(each for each in fields if not is_key(each, "query")),
        tuple(_kept(request.headers)),
        tuple(schemes),
        tuple(filter(_is_value, map(unquote, placed.split("/")))),
    )


def _is_value(step: str) -> bool:
    is_blank = step != "" and placeholder_in(step) == ""
    return is_blank or any(kind.fullmatch(step) for kind in (_UUID, _ID, _SAMPLE))


def _parts(url: str) -> tuple[str, str, str, str]:
    """Return scheme, user, host and the rest of *url*; http as curl and Postman complete it."""
    match = _URL.fullmatch(url.partition("#")[0].strip())
    scheme, user, host, rest = match.groups() if match else ("", "", "", "")
    name = with_places(host)
    if placeholder_in(host) is not None or "{" in name:
        # A variable without a value: the import of OpenAPI asks for `--server`.
        scheme = scheme or "https"
    return (scheme or "http").lower(), user or "", name, rest


def _fields(query: str) -> Iterator[Field]:
    for pair in query.split("&"):
        name, _, value = pair.partition("=")
        if name:
            yield Field(unquote_plus(name), unquote_plus(value[:_MAX_TEXT]))


def _kept(headers: tuple[Field, ...]) -> Iterator[Field]:
    for field in headers:
        is_credential = field.name.lower() == "authorization" or is_key(field, "header")
        if not is_credential and not _OF_BROWSERS.fullmatch(field.name):
            yield field
