"""The plain HTTP request behind a tool, as the released UTCP clients send it."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, cast
from urllib.parse import quote, urlencode

from registry.model import VARIABLE, Where
from registry.protocols import NativeCall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Auth, Tool
    from registry.source import Json

_TRANSPORTS = ("http", "sse", "streamable_http")
_CONTENT_TYPES = {"http": "application/json", "streamable_http": "application/octet-stream"}


def native_call(tool: Tool, arguments: Mapping[str, Json]) -> NativeCall | None:
    """Return the request that calls *tool* with *arguments*, or None if it is not plain HTTP.

    Arguments that the tool does not declare are left out, and so are those that have no value.
    """
    call = tool.call
    if call.transport not in _TRANSPORTS:
        return None
    sent = {where: _sent(tool, where, arguments) for where in Where}
    headers = {**call.headers, **{name: text(value) for name, value in sent[Where.HEADER].items()}}
    url = call.url
    for name, value in sent[Where.PATH].items():
        url = url.replace(f"{{{name}}}", quote(text(value), safe=""))
    query = _pairs(sent[Where.QUERY])
    body = next(iter(sent[Where.BODY].values()), None)
    if body is not None:
        content_type = call.content_type or _CONTENT_TYPES.get(call.transport, "application/json")
        headers.setdefault("Content-Type", content_type)
    if call.auth:
        query += _authorise(call.auth, headers)
    method = "POST" if call.transport == "sse" and body is not None else call.method
    return NativeCall(method, _with_query(url, query), headers, body)


def _sent(tool: Tool, where: Where, arguments: Mapping[str, Json]) -> dict[str, Json]:
    return {
        name: arguments[name] for name in tool.call.names(where) if arguments.get(name) is not None
    }


def text(value: Json) -> str:
    """Return *value* as it is written into a URL or a header."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _pairs(query: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Return the parameters of a query, a list as one pair for each of its entries."""
    return [
        (name, text(each))
        for name, value in query.items()
        for each in (value if isinstance(value, list) else [value])
    ]


def _authorise(auth: Auth, headers: dict[str, str]) -> list[tuple[str, str]]:
    """Add the credentials of *auth* to *headers*, or return them as parameters of the query."""
    fields = cast("Mapping[str, str]", auth.fields)
    if auth.kind == "basic":
        pair = f"{fields['username']}:{fields['password']}"
        # With placeholders there is nothing to encode yet; curl would take the pair as it is.
        shown = pair if VARIABLE.search(pair) else b64encode(pair.encode()).decode()
        headers["Authorization"] = f"Basic {shown}"
    elif auth.kind == "oauth2":
        headers["Authorization"] = "Bearer ${ACCESS_TOKEN}"
    elif fields["location"] == "query":
        return [(fields["var_name"], fields["api_key"])]
    elif fields["location"] == "cookie":
        headers["Cookie"] = f"{fields['var_name']}={fields['api_key']}"
    else:
        headers[fields["var_name"]] = fields["api_key"]
    return []


def _with_query(url: str, query: list[tuple[str, str]]) -> str:
    """Return *url* with *query* behind what it already has; `${VAR}` stays readable."""
    if not query:
        return url
    return f"{url}{'&' if '?' in url else '?'}{urlencode(query, safe='${}')}"
