"""The reasons why a tool cannot be offered to UTCP clients, for its page and its record."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.model import VARIABLE, State, Where
from registry.model.derived import derived
from registry.model.request import FORM
from registry.source.strings import strings_in
from registry.utcp_export._client_differences import input_kinds, unsendable_inputs
from registry.utcp_export._portable_schemas import holds_null
from registry.utcp_export._tool_document import COOKIE, HTTP, document, file_kind
from registry.validate import SCHEMAS, Schema
from registry.web.hosts import authority, host_of, is_loopback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Auth, Call, Manual, Tool
    from registry.source import Json

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
"""The methods of HTTP that every released UTCP client sends."""

_JSON = "application/json"
"""The content type for which all clients encode objects and lists alike; `FORM`, objects only."""

_UNSTATED_TYPES = {HTTP: _JSON, "streamable_http": "application/octet-stream"}
"""By transport with a body, the content type that clients send where a manual states none."""

SELF_HOSTED = "people run its server themselves, so it has no public URL"
"""The reason for every tool of a release that says so."""

_WEB_SCHEMES = ("https://", "wss://")
_ARCHIVED = "its manual is archived, so it is no longer maintained"

_SCHEMA_FILE = SCHEMAS / "api" / "utcp-manual.schema.json"
_DOCUMENT = json.loads(_SCHEMA_FILE.read_text(encoding="utf-8"))


def _part(name: str) -> Schema:
    return Schema({"$ref": f"#/$defs/{name}", "$defs": _DOCUMENT["$defs"]})


_TOOL, _JSON_SCHEMA, _AUTH = map(_part, ("tool", "schema", "auth"))


def offer_obstacles(manual: Manual, tool: Tool) -> tuple[str, ...]:
    """Return why *tool* of *manual* is not in `/utcp`; () means that it is offered there.

    The reasons are its `obstacles`, and an archived manual.
    """
    found = obstacles(tool)
    return (_ARCHIVED, *found) if manual.status.state is State.ARCHIVED else found


def obstacles(tool: Tool) -> tuple[str, ...]:
    """Return why *tool* cannot be in `/utcp`, regardless of its manual; () if it can.

    The reasons are its `load_obstacles`, and a `file_kind` that not every client can call.
    """
    reasons = load_obstacles(tool)
    kind = file_kind(tool)
    if kind == HTTP:
        return reasons
    if kind == COOKIE:
        return ("not every UTCP client sends keys as cookies", *reasons)
    lost = f"clients without a plugin for {tool.call.transport} would also lose all other tools"
    return (lost, *reasons)


@derived
def load_obstacles(tool: Tool) -> tuple[str, ...]:
    """Return why *tool* cannot be in any UTCP document from a server; usually ().

    Each reason is a clause in lower case without a full stop, such as `its URL is not https`.
    """
    rendered = document(tool)
    reasons = [*tool.obstacles, *_of_call(tool), *_of_strings(rendered["tool_call_template"])]
    if not reasons:
        reasons = _of_form(tool, rendered)
    return tuple(dict.fromkeys(reasons))


def _of_call(tool: Tool) -> Iterator[str]:
    call = tool.call
    if call.transport == HTTP and call.method not in METHODS:
        yield f"UTCP clients cannot send the method {call.method or '(none)'}"
    if call.url or call.transport == HTTP:
        yield from _of_url("its URL", call.url)
    yield from _of_arguments(tool)
    if call.envelope and "$ref" in json.dumps(tool.inputs):
        yield "its input schema refers to parts of itself, which does not work inside an envelope"
    if call.auth:
        yield from _of_auth(call.auth, call)


def _of_url(name: str, url: str) -> Iterator[str]:
    schemes = (*_WEB_SCHEMES, "http://", "ws://")
    if not url.startswith(schemes):
        is_full = url.lower().startswith(schemes)
        yield f"{name} has its scheme in capitals" if is_full else f"{name} is not a full URL"
        return
    if "{" in authority(url) or "$" in authority(url):
        yield f"{name} leaves its host to the caller"
    elif is_loopback(host_of(url)):
        yield f"{name} points at the caller's own machine"
    elif not url.startswith(_WEB_SCHEMES):
        yield f"{name} is not encrypted, and UTCP clients refuse to call it"
    if "@" in authority(url):
        yield f"{name} contains a user name"


def _of_arguments(tool: Tool) -> Iterator[str]:
    call = tool.call
    for name in call.path_placeholders:
        if name not in tool.properties and not call.envelope:
            yield f"its URL needs {{{name}}}, which is not one of its inputs"
    if not call.envelope and len(call.names(Where.BODY)) > 1:
        yield "UTCP clients send one argument as the body, but it has several"
    yield from body_obstacles(tool)
    yield from (each.sentence for each in unsendable_inputs(tool))


def body_obstacles(tool: Tool) -> Iterator[str]:
    """Yield those of the `load_obstacles` of *tool* that are about the type of its body.

    With other content types, one client encodes objects as a form, another one as JSON.
    """
    call = tool.call
    stated = call.headers.get("Content-Type", call.content_type)
    content_type = stated or _UNSTATED_TYPES.get(call.transport, "")
    if call.transport not in _UNSTATED_TYPES or call.envelope:
        return
    if _JSON in content_type or "multipart/" in content_type:
        return
    unsendable = {"array"} if FORM in content_type else {"array", "object"}
    for name in call.names(Where.BODY):
        kinds = sorted(input_kinds(tool, name) & unsendable)
        if kinds:
            yield (
                f"UTCP clients do not agree on how to send the {' or '.join(kinds)} {name} as "
                f"{content_type}"
            )


def _of_auth(auth: Auth, call: Call) -> Iterator[str]:
    fields = auth.fields
    if auth.kind == "oauth2":
        yield from _of_url("its OAuth2 token URL", str(fields.get("token_url", "")))
        if not VARIABLE.fullmatch(str(fields.get("client_id", ""))):
            yield "its OAuth2 client_id is not a variable, but clients share tokens by client_id"
    elif auth.kind not in ("api_key", "basic") and call.transport == HTTP:
        yield f"not every UTCP client supports the authentication {auth.kind}"


def _of_strings(value: Json) -> Iterator[str]:
    """Clients take every `$word` of a call template for a variable, with no way to escape it."""
    for text in strings_in(value):
        if word := re.search(r"\$\S{0,20}", VARIABLE.sub("", text)):
            yield f"UTCP clients would take {word[0]} in its call for a variable"


def _of_form(tool: Tool, rendered: dict[str, Json]) -> list[str]:
    """Return why the rendered document does not match the schema of what clients accept."""
    reasons = [
        f"not every UTCP client can load its {name} schema"
        for part, name in (("inputs", "input"), ("outputs", "output"))
        if not _JSON_SCHEMA.accepts(rendered[part])
    ]
    template = rendered["tool_call_template"]
    if tool.call.auth and isinstance(template, dict) and not _is_loaded(template["auth"]):
        reasons.append(f"not every UTCP client can load the fields of its {tool.call.auth.kind}")
    if holds_null(rendered):
        reasons.append("it contains a null, which not every UTCP client can load")
    if not reasons and file_kind(tool) == HTTP and not _TOOL.accepts(rendered):
        reasons.append("not every UTCP client can load it")
    return reasons


def _is_loaded(auth: Json) -> bool:
    """Return whether every client loads *auth*; those that send no cookies load them."""
    if isinstance(auth, dict) and auth.get("location") == COOKIE:
        auth = {**auth, "location": "header"}
    return _AUTH.accepts(auth)
