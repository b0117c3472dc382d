"""The server of an operation: the first that is reached over https."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin

from registry.authoring.importers.openapi._notes import LeftOutError, Note
from registry.authoring.importers.openapi._plain_text import brief
from registry.source.narrowing import array, mapping, mappings, string, strings
from registry.web.hosts import host_of, is_internal_name, is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi._api import Api
    from registry.authoring.importers.openapi._operations import Operation
    from registry.source import Json

SERVER_KINDS = ("loopback-server", "open-server", "plain-http-server", "no-server")
"""Why an operation without a usable server is left out, the most nearly usable first."""

HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])")
"""A host of the internet, in lower case: no address, and no name without a dot."""

_INSECURE = re.compile(r"http://([^/:@]+)((?:/[^?#]*)?)")

_MAX_WORDS = 80

_VARIABLE = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Server:
    """A full https URL without a trailing slash, and notes about it."""

    url: str
    notes: tuple[Note, ...] = ()


def server_for(api: Api, operation: Operation, override: str) -> Server:
    """Return the server for *operation*: *override* unless it is "", else one of the document.

    Relative URLs are resolved against the location of the document, and variables get their
    defaults. Raises LeftOutError if no server is left that clients may call.
    """
    if override:
        return Server(override.rstrip("/"))
    refused: list[LeftOutError] = []
    private: list[Server] = []
    for entry in _entries(api, operation):
        try:
            server = _usable_server(api, entry)
        except LeftOutError as error:
            refused.append(error)
            continue
        if not _is_private(host_of(server.url)):
            return server
        private.append(server)
    if private:
        note = Note("private-server", f"{host_of(private[0].url)} is not a public host")
        return Server(private[0].url, (*private[0].notes, note))
    # The reason of the most nearly usable server is the most helpful.
    raise min(refused, key=lambda error: SERVER_KINDS.index(error.note.kind))


def described_servers(api: Api) -> list[str]:
    """Return the public servers of the document that clients may call, with what it says of each.

    The first is that of an operation without servers of its own; [""] if there is none.
    """
    by_url: dict[str, str] = {}
    for entry in array(api.data.get("servers")):
        with suppress(LeftOutError):
            url = _usable_server(api, mapping(entry)).url
            if not _is_private(host_of(url)):
                words = brief(mapping(entry).get("description"), _MAX_WORDS)
                by_url.setdefault(url, f"{url} ({words})" if words else url)
    return list(by_url.values()) or [""]


def likely_server(api: Api, operation: Operation) -> str:
    """Return a URL like that of the API, from the first server of *operation*; "" without a path.

    It has the host of a server that is only stated without TLS: it may have TLS, too.
    """
    url = _filled_url(next(iter(_entries(api, operation)), {}), []).strip().rstrip("/")
    if (insecure := _INSECURE.fullmatch(url)) and HOST.fullmatch(insecure[1].lower()):
        return f"https://{insecure[1]}{insecure[2]}"
    host, slash, path = url.partition("/")
    if HOST.fullmatch(host.lower()):
        return f"https://{host}{slash}{path}"
    path = re.sub(r"^(?:[A-Za-z][A-Za-z0-9+.-]*:)?//[^/]*", "", url)
    return f"https://api.example.com{path}" if path.startswith("/") else ""


def _entries(api: Api, operation: Operation) -> list[dict[str, Json]]:
    if api.is_swagger:
        return list(_swagger_entries(api, operation))
    for holder in (operation.data or {}, operation.shared, api.data):
        stated = holder.get("servers")
        listed = stated if isinstance(stated, list) else [stated]
        # A bare URL has only one meaning.
        if found := mappings([{"url": each} if isinstance(each, str) else each for each in listed]):
            return found
    return [{"url": "/"}]


def _swagger_entries(api: Api, operation: Operation) -> Iterator[dict[str, Json]]:
    host, base = string(api.data.get("host")), string(api.data.get("basePath"))
    schemes = [
        scheme
        for scheme in array((operation.data or {}).get("schemes", api.data.get("schemes")))
        if isinstance(scheme, str)
    ]
    if not host:
        yield {"url": base or "/"}
        return
    for scheme in schemes or [""]:
        prefix = f"{scheme}:" if scheme else ""
        yield {"url": f"{prefix}//{host}/{base.lstrip('/')}"}


def _usable_server(api: Api, entry: dict[str, Json]) -> Server:
    notes: list[Note] = []
    url = _filled_url(entry, notes).strip()
    if not re.match(r"[A-Za-z][A-Za-z0-9+.-]*://", url):
        stated, url = url, _absolute_url(api, url)
        notes.append(Note("relative-server", f"the server {stated or '/'!r} became {url}"))
    scheme, _, address = url.partition("://")
    if "{" in url.partition("?")[0]:
        raise LeftOutError("open-server", f"{url} has a variable without a default")
    host = host_of(url)
    if is_loopback(host):
        raise LeftOutError("loopback-server", f"{host} is the caller's own machine")
    if scheme.lower() != "https":
        kind = "plain-http-server" if scheme.lower() == "http" else "no-server"
        raise LeftOutError(kind, f"{url} is not https")
    if not host or "@" in address.partition("/")[0]:
        raise LeftOutError("no-server", f"{url} is not the URL of a server")
    return Server("https://" + re.split("[?#]", address)[0].rstrip("/"), tuple(notes))


def _filled_url(entry: dict[str, Json], notes: list[Note]) -> str:
    """Return the URL of *entry* with the default of each variable, or its first allowed value."""
    variables = mapping(entry.get("variables"))

    def value(found: re.Match[str]) -> str:
        variable = mapping(variables.get(found[1]))
        allowed = strings(variable.get("enum"))
        default = variable.get("default", allowed[0] if allowed else None)
        if not isinstance(default, str | int | float) or isinstance(default, bool):
            return found[0]
        if default == "http" and (not allowed or "https" in allowed):
            # The document lets the caller choose the scheme.
            return "https"
        notes.append(Note("server-variable", f"{found[1]} in the server URL is {default!r}"))
        return str(default)

    # A default may contain another variable; two rounds are enough for real documents.
    return _VARIABLE.sub(value, _VARIABLE.sub(value, string(entry.get("url"))))


def _absolute_url(api: Api, url: str) -> str:
    """Return the relative *url* as an absolute one; https if it has no scheme."""
    if url.startswith("//"):
        return f"https:{url}"
    if not api.location.lower().startswith(("https://", "http://")):
        raise LeftOutError(
            "no-server",
            f"the server {url or '/'!r} is relative, and the URL of the document is unknown",
        )
    try:
        return urljoin(api.location, url)
    except ValueError as error:
        raise LeftOutError("no-server", f"the server {url!r} is not a URL") from error


def _is_private(host: str) -> bool:
    name = host.rstrip(".")
    return not HOST.fullmatch(name) or is_internal_name(name) or name.endswith(".example")
