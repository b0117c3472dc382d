"""The URLs of a manual's calls, split into their parts without interpreting them.

Python's `urllib`, browsers and the HTTP libraries of clients disagree about unusual URLs. So
whatever they might read differently is a fault, which is found before anything is parsed.
"""

from __future__ import annotations

import re
from enum import Enum, auto
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from registry.model.derived import derived
from registry.protocols import X_REGISTRY
from registry.rules._quoting import quoted
from registry.source import Origin
from registry.source.narrowing import mapping
from registry.web.hosts import is_internal_name, is_loopback
from registry.web.secret_patterns.masking import without_secrets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from registry.diagnostics import Place
    from registry.model import Release, Tool
    from registry.source import Json, Pointer

SECURE = {"websocket": "wss"}
"""The only scheme of each transport that is not `https`."""

_PARTS = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)(\?[^#]*)?(#.*)?", re.DOTALL)
_HOST_AND_PORT = re.compile(r"(\[[^\]]*\]|[^:]*)(?::([0-9]{1,5}))?")
_HOST = re.compile(
    r"(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})"
)
_NUMBERS = re.compile(r"[0-9a-fx.]+")
_DOTS = re.compile(r"(?:^|/)(?:\.|%2e){2}(?:/|$)", re.IGNORECASE)
MAX_PORT = 65535


_OF_PROGRAM = {
    "args": "let everyone write their own: remove it from `args`, and add a variable to `env`, "
    'under the name that the program reads, such as `env: {SERVER_URL: "${SERVER_URL}"}`',
    "env": 'let everyone write their own: write a variable in its place, such as "${SERVER_URL}"',
}
"""By field of a program, what to do about an address in it that is not public."""


class Fault(Enum):
    """Why a URL is ambiguous, or does not lead to a public server."""

    AMBIGUOUS = auto()
    VARIABLE_HOST = auto()
    CREDENTIALS = auto()
    MALFORMED = auto()
    LOOPBACK = auto()
    INTERNAL = auto()


_AT_FIRST_SIGHT = (
    (re.compile(r"[\x00-\x20\x7f-\x9f\\]"), Fault.AMBIGUOUS),
    (re.compile(r"^(?:[^/?#]*://)?[^/?#]*[{}$<>]"), Fault.VARIABLE_HOST),
)


_WRAPPED = (
    re.compile(r"\s*<\s*(https?://[^<>\s]+)\s*>()\s*"),
    re.compile(r"\s*\[[^][]*\]\((https?://[^()\s]+)\)(\S*)\s*"),
    re.compile(r"\s*(https?://\S+)()\s*"),
)
"""A URL in angle brackets, in a link of Markdown, and in spaces or lines, with what follows it."""


def unwrapped(text: str) -> str:
    """Return the URL in *text* without what surrounds it, as in Markdown; "" if nothing does."""
    found = next(filter(None, (form.fullmatch(text) for form in _WRAPPED)), None)
    url = found[1] + found[2] if found else text
    return "" if url == text else url


class Url(NamedTuple):
    """The parts of a URL, each "" if missing; with a *fault*, only *text* is reliable."""

    text: str
    scheme: str = ""
    host: str = ""
    port: str = ""
    path: str = ""
    query: str = ""
    fragment: str = ""
    fault: Fault | None = None


class Address(NamedTuple):
    """A URL that *tool* calls, and its location in the manual."""

    tool: Tool
    origin: Origin
    url: Url
    is_self_hosted: bool

    @property
    def place(self) -> Place:
        """The position of the URL in the file."""
        return self.origin.place

    @property
    def shown(self) -> str:
        """The URL in quotes, for a sentence; reports are public, so without passwords and keys."""
        return quoted(without_secrets(self.url.text), 100)

    @property
    def hint(self) -> str:
        """What to do if a program is told to connect to it, such as to a database, or ""."""
        if not self.url.text.startswith("git+"):
            for field, hint in _OF_PROGRAM.items():
                if field in self.origin.pointer:
                    return hint
        return ""

    @property
    def secure_scheme(self) -> str:
        """The encrypted scheme of its transport."""
        return SECURE.get(self.tool.call.transport, "https")


@derived
def addresses(release: Release) -> tuple[Address, ...]:
    """Return the URL of every call of *release*, and every other that its document holds.

    A field that this registry does not use is published as it is, and may be the one that another
    client calls. A dozen rules ask for them.
    """
    return tuple(_addresses(release))


def faulty(release: Release, fault: Fault) -> Iterator[Address]:
    """Yield every address of *release* whose URL has *fault*."""
    return (each for each in addresses(release) if each.url.fault is fault)


def _addresses(release: Release) -> Iterator[Address]:
    is_self_hosted = _is_self_hosted(release)
    of_calls: set[Pointer] = set()
    for tool in release.read_tools:
        for steps, text in _urls(tool):
            origin = tool.at(*steps)
            of_calls.add(origin.pointer)
            yield Address(tool, origin, read_url(text), is_self_hosted)
        if isinstance(host := tool.call.options.get("host"), str):
            url = Url(host, host=host.lower(), fault=host_fault(host.lower()))
            yield Address(tool, tool.at("call", "options", "host"), url, is_self_hosted)
    of_calls |= {each.origin.pointer for each in token_addresses(release)}
    for tool in release.read_tools[:1]:
        document = tool.origin.document
        for pointer, text in _urls_in(document.data):
            # What explains a variable is for people, under whatever key it is written.
            if pointer not in of_calls and pointer[:2] != (X_REGISTRY, "variables"):
                yield Address(tool, Origin(document, pointer), read_url(text), is_self_hosted)


_NOT_CALLED = frozenset(
    (
        *("$id", "$ref", "$schema", "_meta", "annotations", "components", "description", "docs"),
        *("example_outputs", "examples", "file_path", "headers", "homepage", "icons", "info"),
        *("input", "inputSchema", "input_schema", "inputs", "license", "obtain", "output"),
        *("outputSchema", "output_schema", "outputs", "parameters", "return", "schemas", "scope"),
        *("scopes", "source", "sources", "summary", "tags", "title"),
    )
)
"""Fields with words, schemas, names and sources, in which no client looks for where to connect."""


def _is_self_hosted(release: Release) -> bool:
    """Return whether *release* says that people run its server, even if how is not yet right."""
    return release.document.get((X_REGISTRY, "self_hosted")) is not None


_NAME = re.compile(r"^(?:--?[\w-]{1,60}|[A-Za-z_]\w{0,60})=")
"""What an argument may begin with before an address: `--url=`, `DATABASE_URL=`."""

_SCHEME = re.compile(r"\s*[A-Za-z][A-Za-z0-9+.-]*:[/\\]{2}")


def _urls_in(value: Json, pointer: Pointer = ()) -> list[tuple[Pointer, str]]:
    """Return every URL in *value*, wherever a client could look for one, with its pointer."""
    if isinstance(value, str):
        text = _NAME.sub("", value) if "args" in pointer else value
        return [(pointer, text)] if _SCHEME.match(text) else []
    entries: Iterable[tuple[str | int, Json]] = ()
    if isinstance(value, dict):
        entries = (each for each in value.items() if each[0] not in _NOT_CALLED)
    elif isinstance(value, list):
        entries = enumerate(value)
    return [found for key, inner in entries for found in _urls_in(inner, (*pointer, key))]


def token_addresses(release: Release) -> Iterator[Address]:
    """Yield every URL from which a client of *release* would request a token."""
    for tool in release.read_tools:
        for name in ("token_url", "authorization_url", "refresh_url"):
            if isinstance(text := tool.call.auth_fields.get(name), str):
                origin = tool.at("call", "auth", "fields", name)
                yield Address(tool, origin, read_url(text), _is_self_hosted(release))


def _urls(tool: Tool) -> Iterator[tuple[tuple[str, ...], str]]:
    call = tool.call
    if call.url:
        yield ("call", "url"), call.url
    if isinstance(base := call.options.get("base_url"), str):
        yield ("call", "options", "base_url"), base
    for name, server in call.mcp_servers.items():
        if isinstance(text := mapping(server).get("url"), str):
            yield ("call", "options", "config", "mcpServers", name, "url"), text


@lru_cache(maxsize=10_000)
def read_url(text: str) -> Url:
    """Return the parts of *text*, with its first fault."""
    for pattern, fault in _AT_FIRST_SIGHT:
        if pattern.search(text):
            return Url(text, fault=fault)
    match = _PARTS.fullmatch(text)
    if not match:
        return Url(text, fault=Fault.MALFORMED)
    scheme, authority, path, query, fragment = (part or "" for part in match.groups())
    url = Url(text, scheme.lower(), path=path, query=query, fragment=fragment)
    if "@" in authority:
        return url._replace(fault=Fault.CREDENTIALS)
    if "%" in authority or not path.isascii() or _DOTS.search(path):
        return url._replace(fault=Fault.AMBIGUOUS)
    parts = _HOST_AND_PORT.fullmatch(authority)
    if not parts or int(parts.group(2) or 0) > MAX_PORT:
        return url._replace(fault=Fault.MALFORMED)
    host = parts.group(1).lower()
    return url._replace(host=host, port=parts.group(2) or "", fault=host_fault(host))


def host_fault(host: str) -> Fault | None:
    """Return the fault of the lower-case *host*, or None if it is a public name."""
    if not host.isascii():
        return Fault.MALFORMED
    if is_loopback(host):
        return Fault.LOOPBACK
    if host.startswith("["):
        return Fault.INTERNAL
    last = host.rstrip(".").rpartition(".")[2]
    if _NUMBERS.fullmatch(host) and last[:1].isdigit():
        return Fault.INTERNAL
    if is_internal_name(host) or (host and "." not in host.rstrip(".")):
        return Fault.INTERNAL
    return None if _HOST.fullmatch(host) else Fault.MALFORMED
