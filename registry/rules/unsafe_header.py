"""A header changes how the request itself is sent.

A header such as `Host` or `Transfer-Encoding` decides where a request ends or which server it is
for, and a line break in a name or a value starts a header of its own. Clients set these themselves.
A header such as `X-Forwarded-For` is what proxies say of a caller, who could pretend to be another.
Some servers take the method from a header, or from an input such as `_method`, so that what looks
like a GET deletes something.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
      headers:
        Host: internal.example.com  # expect: unsafe-header
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
      headers:
        Accept-Language: en
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl

from registry.diagnostics import Severity
from registry.model import Where
from registry.model.request import CONNECTION_HEADERS
from registry.rules import Finding
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.source import Origin

SEVERITY = Severity.ERROR
HINT = "remove the header: clients set it themselves"

_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}")
"""A token (RFC 9110, section 5.6.2)."""

_BROKEN = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_REPLACING = frozenset(
    {"x-http-method", "x-http-method-override", "x-method-override"}
    | {"x-original-url", "x-rewrite-url"}
)
"""What some servers take for the method or the path in place of those that pages show."""

_ORIGINS = frozenset(
    {"forwarded", "x-forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-port"}
    | {"x-forwarded-prefix", "x-forwarded-proto", "x-forwarded-server", "x-host"}
    | {"x-client-ip", "x-cluster-client-ip", "x-original-host", "x-real-ip", "true-client-ip"}
    | {"cf-connecting-ip", "via", "x-envoy-external-address"}
)
"""What proxies say of the caller and of the host that was asked: servers decide by it."""

_METHODS = _REPLACING | {"_method", "_http_method", "_httpmethod", "$method"}
"""Names in the query or the body from which frameworks take the method."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find names that are not valid, frame or replace the request, and values with line breaks."""
    for steps, name, value in _headers(tool):
        origin = tool.at(*steps)
        if not _NAME.fullmatch(name):
            yield Finding(
                origin.place,
                f"{name!r} is not a valid header name",
                _only_the_name(name),
            )
        elif name.lower() in CONNECTION_HEADERS:
            yield Finding(origin.place, f"the header {name!r} decides how the request is sent")
        elif name.lower() in _REPLACING:
            yield Finding(
                origin.place,
                f"the header {name!r} replaces the method or the path of the request",
                "remove the header, and state the method and the URL that are meant",
            )
        elif name.lower() in _ORIGINS:
            yield Finding(
                origin.place,
                f"the header {name!r} says where a request comes from, or which host it is for",
                "remove the header: the proxies in front of a server set it",
                Severity.WARNING,
            )
        elif name.lower() == "cookie":
            yield Finding(
                origin.place,
                "the header 'Cookie' contains a browser session",
                "use a key that the API issues for programs, if there is one",
                Severity.WARNING,
            )
        if _BROKEN.search(value):
            yield Finding(
                origin.place,
                f"the header {name!r} contains a line break or a control character",
                "remove the character",
            )
    yield from _methods(tool)


def _only_the_name(written: str) -> str:
    """Return what to write for *written*, which may contain the beginning of the value."""
    name, _, value = map(str.strip, written.partition(":"))
    if name == written or not _NAME.fullmatch(name):
        return "use letters, digits and -"
    return f"write only `{name}`" + (f", and begin the value with `{value} `" if value else "")


def _methods(tool: Tool) -> Iterator[Finding]:
    for origin, name in _method_replacements(tool):
        yield Finding(
            origin.place,
            f"the input {name!r} replaces the method of the request",
            "remove the input, and state the method that is meant",
        )


def _method_replacements(tool: Tool) -> Iterator[tuple[Origin, str]]:
    """Yield what in the query, that of the URL too, and in the body replaces the method."""
    query = tool.call.url.partition("?")[2].partition("#")[0]
    for name, _ in parse_qsl(query, keep_blank_values=True):
        if name.lower() in _METHODS:
            yield tool.at("call", "url"), name
    for piece in pieces_of(tool):
        for name in mapping(piece.schema.get("properties")) if piece.is_input else ():
            if name.lower() in _METHODS and not _is_elsewhere(name, tool):
                yield tool.at(*piece.steps, "properties", name), name


def _is_elsewhere(name: str, tool: Tool) -> bool:
    return name in tool.call.names(Where.HEADER) or name in tool.call.names(Where.PATH)


def _headers(tool: Tool) -> Iterator[tuple[tuple[str, ...], str, str]]:
    call = tool.call
    for name, value in call.headers.items():
        yield ("call", "headers", name), name, value
    yield ("call", "content_type"), "Content-Type", call.content_type
    for name in call.names(Where.HEADER):
        yield ("call", "header_fields"), name, ""
    fields = call.auth_fields
    if fields.get("location") == "header":
        yield ("call", "auth", "fields", "var_name"), str(fields.get("var_name")), ""
