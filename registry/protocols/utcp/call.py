"""Convert a call template of UTCP 1.x into the registry's own description of a call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from registry.model import PLACEHOLDER, Argument, Auth, Call, Where
from registry.model.request import OVER_HTTP
from registry.protocols.utcp.schemas import ignored_keys, without_ignored
from registry.protocols.utcp.variables import with_braces

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from registry.source import Json, Pointer

TEMPLATE = "tool_call_template"

_METHODS = {**dict.fromkeys(OVER_HTTP, "GET"), "graphql": "POST"}
_AUTH_DEFAULTS = {"api_key": {"var_name": "X-Api-Key", "location": "header"}}
# Clients ignore the last two: they name manuals themselves, and take the allowed protocols from
# their own configuration.
_SAID_ELSEWHERE = frozenset(
    {"call_template_type", "url", "http_method", "content_type", "headers", "body_field"}
    | {"header_fields", "auth", "name", "allowed_communication_protocols"}
)
_NOT_CALLABLE = ("grpc", "webrtc")
"""Transports without a plugin for any released client."""


def read_call(
    template: Mapping[str, Any], inputs: Mapping[str, Any], locate: Callable[[Pointer], Pointer]
) -> Call:
    """Return the call that *template*, valid under the schema, describes for a tool with *inputs*.

    *locate* returns the location in the document of a pointer of the tool's 1.x form. The keys are
    those of the UTCP documentation, "HTTP Protocol", section "Call Template Structure", and of the
    pages of the other protocols.
    """
    transport, ignored = template["call_template_type"], ignored_keys(template)
    template = with_braces(without_ignored(template))
    in_path = frozenset(PLACEHOLDER.findall(template.get("url", "")))
    in_headers = frozenset(template.get("header_fields", ()))
    return Call(
        transport=transport,
        method=template.get("http_method", _METHODS.get(transport, "")),
        url=template.get("url", ""),
        content_type=template.get("content_type", ""),
        headers=template.get("headers", {}),
        arguments=tuple(
            Argument(name, _place_of_argument(name, template, in_path, in_headers))
            for name in inputs.get("properties", ())
        ),
        auth=_auth(template.get("auth"), locate((TEMPLATE, "auth"))),
        options={key: value for key, value in template.items() if key not in _SAID_ELSEWHERE},
        unknown_keys=tuple(locate((TEMPLATE, key)) for key in ignored),
        pointer=locate((TEMPLATE,)),
    )


def _place_of_argument(
    name: str, template: Mapping[str, Any], in_path: frozenset[str], in_headers: frozenset[str]
) -> Where:
    """Return the place where clients put the argument *name*; they check in this order."""
    transport = template["call_template_type"]
    if name in in_headers:
        return Where.HEADER
    if transport in OVER_HTTP:
        if name == body_field(template):
            return Where.BODY
        return Where.PATH if name in in_path else Where.QUERY
    return Where.LOCAL


def body_field(template: Mapping[str, Any]) -> str:
    """Return the name of the argument that clients send as the body of *template*, or ""."""
    default = "body" if template["call_template_type"] == "http" else ""
    field: str = template.get("body_field", default)
    return field if template["call_template_type"] in OVER_HTTP else ""


def _auth(auth: Mapping[str, Json] | None, pointer: Pointer) -> Auth | None:
    """Return *auth* with explicit defaults, which not every client knows.

    See UTCP documentation, "HTTP Protocol", section "Authentication Methods".
    """
    if auth is None:
        return None
    kind = str(auth["auth_type"])
    fields = {key: value for key, value in auth.items() if key != "auth_type"}
    return Auth(kind, {**fields, **_AUTH_DEFAULTS.get(kind, {}), **fields}, pointer)


def call_obstacles(call: Call) -> Iterator[str]:
    """Yield the reasons why no released client, or not every one, can make *call*."""
    if call.transport in _NOT_CALLABLE:
        yield f"no released UTCP client can call a tool over {call.transport}"
    stated = (call.content_type, call.header("Content-Type"))
    if any("multipart/" in each.casefold() for each in stated):
        yield "it sends multipart/form-data, which not every UTCP client supports"
