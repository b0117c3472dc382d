"""The plain HTTP request behind a tool, as the released UTCP clients send it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from registry.model import PLACEHOLDER, Where
from registry.protocols import NativeCall

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Auth, Tool
    from registry.source import Json

_JSON = "application/json"
_CONTENT_TYPES = {"http": _JSON, "sse": _JSON, "streamable_http": "application/octet-stream"}
_FORM = "application/x-www-form-urlencoded"


def native_call(tool: Tool, arguments: Mapping[str, Json]) -> NativeCall | None:
    """Return the request that calls *tool* with *arguments*, or None if it is not plain HTTP.

    Arguments that the tool does not declare are left out, and so are those that have no value.
    """
    call = tool.call
    if call.transport not in _CONTENT_TYPES:
        return None
    sent = {where: _sent(tool, where, arguments) for where in Where}
    in_path = {name: quote(_text(value), safe="") for name, value in sent[Where.PATH].items()}
    url = PLACEHOLDER.sub(lambda found: in_path.get(found[1], found[0]), call.url)
    headers = {**call.headers, **{name: _text(each) for name, each in sent[Where.HEADER].items()}}
    query = _pairs(sent[Where.QUERY])
    body = next(iter(sent[Where.BODY].values()), None)
    if body is not None:
        default = call.content_type or _CONTENT_TYPES[call.transport]
        content_type = headers.setdefault("Content-Type", default)
        body = _encoded(body, content_type)
    user = _authorise(call.auth, headers, query) if call.auth else ""
    method = "POST" if call.transport == "sse" and body is not None else call.method
    return NativeCall(method, _with_query(url, query), headers, body, user)


def _sent(tool: Tool, where: Where, arguments: Mapping[str, Json]) -> dict[str, Json]:
    names = tool.call.names(where)
    return {name: arguments[name] for name in names if arguments.get(name) is not None}


def _text(value: Json) -> str:
    """Return *value* as it is written into a URL or a header."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _pairs(query: Mapping[str, Json]) -> list[tuple[str, str]]:
    """Return the parameters of a query, a list as one pair for each of its entries."""
    return [
        (name, _text(each))
        for name, value in query.items()
        for each in (value if isinstance(value, list) else [value])
    ]


def _encoded(body: Json, content_type: str) -> Json:
    """Return *body* as a request of *content_type* carries it."""
    if _JSON in content_type:
        return json.dumps(body, ensure_ascii=False) if isinstance(body, str) else body
    if _FORM in content_type and isinstance(body, dict):
        return urlencode(_pairs(body))
    return body


def _authorise(auth: Auth, headers: dict[str, str], query: list[tuple[str, str]]) -> str:
    """Put the credentials of *auth* where they belong; return those of basic authentication."""
    fields = {name: str(value) for name, value in auth.fields.items()}
    if auth.kind == "basic":
        return f"{fields['username']}:{fields['password']}"
    if auth.kind == "oauth2":
        headers["Authorization"] = "Bearer ${ACCESS_TOKEN}"
    elif fields["location"] == "query":
        query.append((fields["var_name"], fields["api_key"]))
    elif fields["location"] == "cookie":
        headers["Cookie"] = f"{fields['var_name']}={fields['api_key']}"
    else:
        headers[fields["var_name"]] = fields["api_key"]
    return ""


def _with_query(url: str, query: list[tuple[str, str]]) -> str:
    """Return *url* with *query* behind what it already has; `${VAR}` stays readable."""
    if not query:
        return url
    return f"{url}{'&' if '?' in url else '?'}{urlencode(query, safe='${}')}"
