"""The HTTP request that calls a tool of any protocol.

It is built from the tool's `Call`: pages show it with `${NAME}` in place of secrets, and the client
sends it with their values, which are encoded for their position and never interpreted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast
from urllib.parse import quote, urlencode

from registry.model import PLACEHOLDER, VARIABLE, Where, with_values
from registry.model.canonical import canonical
from registry.source.json_types import with_whole_numbers
from registry.source.strings import with_strings
from registry.web.hosts import authority

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.model import Auth, Call, Envelope
    from registry.source import Json

ACCESS_TOKEN = "ACCESS_TOKEN"  # noqa: S105 - a name
"""The placeholder for an OAuth2 token, which manuals need not declare."""

_JSON = "application/json"
_CONTENT_TYPES = {"http": _JSON, "sse": _JSON, "streamable_http": "application/octet-stream"}
OVER_HTTP = tuple(_CONTENT_TYPES)
"""The transports of which a call is one HTTP request."""

FORM = "application/x-www-form-urlencoded"
"""The content type of a body that is written like the query of a URL."""

WITH_BODY = ("POST", "PUT", "PATCH")
"""The methods whose requests usually have a body."""

CONNECTION_HEADERS = frozenset(
    {"host", "content-length", "transfer-encoding", "connection", "keep-alive", "te", "trailer"}
    | {"upgrade", "expect", "proxy-authorization", "proxy-authenticate", "proxy-connection"}
)
"""Headers that say where a request goes and where it ends: no manual and no argument sets them."""

_Fill: TypeAlias = Callable[[str], str]


class Request(NamedTuple):
    """An HTTP request.

    A string as *body* is sent unchanged, anything else as JSON; None is no body. *user* is the
    `name:password` of HTTP basic authentication, or "".
    """

    method: str
    url: str
    headers: Mapping[str, str]
    body: Json
    user: str = ""


def request(
    call: Call,
    arguments: Mapping[str, Json],
    secrets: Mapping[str, str] | None = None,
    call_id: str = "1",
) -> Request | None:
    """Return the request that *call* with *arguments* makes, or None if it is not plain HTTP.

    Arguments that the tool does not declare are left out, and so are those that are null. With
    *secrets*, each `${NAME}` of the manual is replaced by its value, and those in arguments stay;
    without, all of them stay. Some envelopes want an id of the call, which is *call_id*. Raises
    KeyError for a name that *secrets* lack.
    """

    def fill(text: str) -> str:
        return text if secrets is None else with_values(text, secrets)

    if call.envelope:
        return _enveloped(call, call.envelope, arguments, fill, call_id) if call.url else None
    if call.transport not in OVER_HTTP:
        return None
    sent = _sent(call, arguments)
    in_path = {name: quote(_text(value), safe="") for name, value in sent[Where.PATH].items()}
    url = PLACEHOLDER.sub(lambda found: in_path.get(found[1], found[0]), _url(call.url, secrets))
    headers = {name: fill(value) for name, value in call.headers.items()}
    headers |= {name: _text(each) for name, each in sent[Where.HEADER].items()}
    query = urlencode(_pairs(sent[Where.QUERY]))
    keys: list[tuple[str, str]] = []
    body = next(iter(sent[Where.BODY].values()), None)
    if body is not None:
        default = call.content_type or _CONTENT_TYPES[call.transport]
        body = _encoded(body, headers.setdefault("Content-Type", default))
    user = _authorise(call.auth, fill, headers, keys) if call.auth else ""
    method = "POST" if call.transport == "sse" and body is not None else call.method
    # If it is only shown, `${NAME}` stays readable in the key, and nowhere else.
    shown = urlencode(keys, safe="${}" if secrets is None else "")
    url = _with_query(url, filter(None, (query, shown)))
    return Request(method, url, headers, body, user)


def _enveloped(
    call: Call, envelope: Envelope, arguments: Mapping[str, Json], fill: _Fill, call_id: str
) -> Request:
    headers = {"Content-Type": _JSON}
    headers |= {name: fill(value) for name, value in call.headers.items()}
    user = _authorise(call.auth, fill, headers, []) if call.auth else ""
    body = enveloped(envelope, arguments, call_id, fill)
    return Request(call.method, call.url, headers, body, user)


def enveloped(
    envelope: Envelope, arguments: Mapping[str, Json], call_id: str, fill: _Fill = str
) -> dict[str, Json]:
    """Return the body of a call with *arguments*: *envelope* with all that it requires.

    *fill* returns the strings of its constant parts with what stands for their variables.
    """
    body: dict[str, Json] = with_strings(dict(envelope.constants), fill)
    for field in envelope.fields:
        if field.required:
            _put_at(body, field.path, call_id)
    _put_at(body, envelope.arguments_at, dict(arguments))
    return body


def _put_at(body: dict[str, Json], path: tuple[str, ...], value: Json) -> None:
    for step in path[:-1]:
        body = cast("dict[str, Json]", body.setdefault(step, {}))
    body[path[-1]] = value


def _sent(call: Call, arguments: Mapping[str, Json]) -> dict[Where, dict[str, Json]]:
    """Return *arguments* by the part of the request that they go to, in the order of *call*."""
    sent: dict[Where, dict[str, Json]] = {where: {} for where in Where}
    for name, where in call.arguments:
        value = arguments.get(name)
        if value is not None:
            sent[where][name] = value
    return sent


def _text(value: Json) -> str:
    """Return *value* as written in a URL or a header."""
    if isinstance(value, str):
        return value
    if isinstance(value, float):
        # Python writes 5e-05, which not every server reads, and browsers never send.
        return canonical(value).decode()
    return json.dumps(with_whole_numbers(value), ensure_ascii=False)


def _pairs(query: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Return the query parameters, a list as one pair per entry."""
    return [
        (name, _text(each))
        for name, value in query.items()
        for each in (value if isinstance(value, list) else [value])
    ]


def _encoded(body: Json, content_type: str) -> Json:
    """Return *body* as sent with *content_type*, whose case says nothing (RFC 9110, 8.3.1)."""
    kind = content_type.lower()
    if _JSON in kind:
        return json.dumps(body, ensure_ascii=False) if isinstance(body, str) else body
    if FORM in kind and isinstance(body, dict):
        return urlencode(_pairs(body))
    return body


def _authorise(
    auth: Auth, fill: _Fill, headers: dict[str, str], query: list[tuple[str, str]]
) -> str:
    """Add the credentials of *auth* to the request; return those of basic authentication."""
    fields = {name: str(value) for name, value in auth.fields.items()}
    if auth.kind == "basic":
        return fill(f"{fields['username']}:{fields['password']}")
    if auth.kind == "oauth2":
        headers["Authorization"] = fill(f"Bearer ${{{ACCESS_TOKEN}}}")
    elif fields["location"] == "query":
        query.append((fields["var_name"], fill(fields["api_key"])))
    elif fields["location"] == "cookie":
        headers["Cookie"] = f"{fields['var_name']}={fill(fields['api_key'])}"
    else:
        headers[fields["var_name"]] = fill(fields["api_key"])
    return ""


def _url(url: str, secrets: Mapping[str, str] | None) -> str:
    """Return *url* with the values of variables: unchanged in the host, encoded elsewhere."""
    if secrets is None:
        return url
    host = authority(url)
    start, _, end = url.partition(host) if host else ("", "", url)
    rest = VARIABLE.sub(lambda name: quote(secrets[name[1]], safe=""), end)
    return start + with_values(host, secrets) + rest


def _with_query(url: str, parts: Iterable[str]) -> str:
    """Return *url* with the *parts* of a query added, and without its fragment, never sent."""
    url, query = url.partition("#")[0], "&".join(parts)
    if not query:
        return url
    return f"{url}{'&' if '?' in url else '?'}{query}"
