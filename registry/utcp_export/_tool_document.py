"""One tool as a UTCP 1.x tool document, rendered from the description of its call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from registry.model import Where
from registry.model.derived import derived
from registry.source.json_types import type_of
from registry.utcp_export._portable_schemas import portable, portable_inputs, portable_outputs
from registry.validate.vocabulary import rebuilt, walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Auth, Call, Envelope, Tool
    from registry.source import Json, Pointer

_Object: TypeAlias = dict[str, Any]
"""A generated JSON Schema of an object, with its `properties` and `required`."""

UTCP_VERSION = "1.0.1"
"""The version stated in the documents. All released clients require a string; none checks it."""

BODY = "body"
"""The one argument of an enveloped tool: the whole body of its request."""

HTTP = "http"
"""The transport that every client supports; tools of others go to a separate file."""

COOKIE = "cookie"
"""The kind of document with tools over http whose key is a cookie."""

_NEEDED: dict[str, dict[str, Json]] = {
    "api_key": {"var_name": "X-Api-Key", "location": "header"},
    "oauth2": {"scope": ""},
}
"""By kind of credentials, the fields without which not every client sends what is meant."""

_METHOD_TRANSPORTS = (HTTP, "streamable_http")


@derived
def document(tool: Tool) -> dict[str, Json]:
    """Return *tool* as a UTCP 1.x tool, with the author's names for the tool and its variables.

    Clients can load the result only if the tool has no `load_obstacles`. A tool with an envelope
    takes the envelope as its only argument, since UTCP has no templates for bodies; its outputs
    are the envelope of the response.
    """
    envelope = tool.call.envelope
    rendered: dict[str, Json] = {
        "name": tool.name,
        "description": tool.description,
        "inputs": _inputs(tool),
        "outputs": portable(envelope.reply) if envelope else _outputs(tool),
        "tags": list(tool.tags),
    }
    if tool.average_response_size is not None:
        rendered["average_response_size"] = tool.average_response_size
    rendered["tool_call_template"] = call_template(tool.call)
    return rendered


def file_kind(tool: Tool) -> str:
    """Return the kind of UTCP document that *tool* is in: its transport, or `COOKIE`.

    The Python client sends keys as cookies, and the TypeScript client leaves them out.
    """
    auth = tool.call.auth
    is_cookie = auth and auth.kind == "api_key" and auth.fields.get("location") == "cookie"
    return COOKIE if is_cookie and tool.call.transport == HTTP else tool.call.transport


def _inputs(tool: Tool) -> dict[str, Json]:
    envelope = tool.call.envelope
    inputs = portable(_enveloped(envelope, tool.inputs)) if envelope else portable_inputs(tool)
    has_constants = any("const" in each for _, each in walk(inputs))
    return _with_listed_constants(inputs) if has_constants else inputs


def _with_listed_constants(schema: Mapping[str, Json]) -> dict[str, Json]:
    """Return *schema* with `enum: [value]` for `const: value`, which means the same.

    Clients fill in neither, and what they show to a model has the values of an `enum` only: it
    would be asked for a fixed text that it never sees. Objects and lists stay, as no client shows
    them.
    """
    result = rebuilt(schema, _listed_inside)
    if "enum" in result or isinstance(result.get("const"), dict | list):
        return result
    return dict(_listed(key, value) for key, value in result.items())


def _listed_inside(_: Pointer, subschema: Json) -> Json:
    return _with_listed_constants(subschema) if isinstance(subschema, dict) else subschema


def _listed(key: str, value: Json) -> tuple[str, Json]:
    return ("enum", [value]) if key == "const" else (key, value)


def _outputs(tool: Tool) -> dict[str, Json]:
    found = portable_outputs(tool)
    return {"type": "null"} if found is None else found


def call_template(call: Call) -> dict[str, Json]:
    """Return *call* as a UTCP 1.x `tool_call_template`."""
    template: dict[str, Json] = {"call_template_type": call.transport}
    if call.method and call.transport in _METHOD_TRANSPORTS:
        template["http_method"] = call.method
    if call.url:
        template["url"] = call.url
    if call.content_type:
        template["content_type"] = call.content_type
    if call.headers:
        template["headers"] = dict(call.headers)
    template |= _body_field(call)
    if fields := call.names(Where.HEADER):
        template["header_fields"] = list(fields)
    if call.auth:
        template["auth"] = _auth(call.auth)
    if call.transport != HTTP:
        template |= {key: value for key, value in call.options.items() if value is not None}
    return template


def _body_field(call: Call) -> dict[str, Json]:
    """Return which argument is the body, if any.

    By default, clients take an argument called `body` for it, even on a GET.
    """
    if call.envelope:
        return {"body_field": BODY}
    if names := call.names(Where.BODY):
        return {"body_field": names[0]}
    misleads = call.transport == HTTP and any(each.name == BODY for each in call.arguments)
    return {"body_field": ""} if misleads else {}


def _auth(auth: Auth) -> dict[str, Json]:
    """Return the `auth` object, with what clients cannot do without.

    Without a name, one client sends a header called `undefined`; without a scope, another one asks
    for the scope `None`.
    """
    fields = {key: value for key, value in auth.fields.items() if value is not None}
    return {"auth_type": auth.kind} | _NEEDED.get(auth.kind, {}) | fields


def _enveloped(envelope: Envelope, inputs: Mapping[str, Json]) -> dict[str, Json]:
    """Return the inputs of a tool whose only argument is the body around its own *inputs*."""
    body = _constant(dict(envelope.constants))
    for each in envelope.fields:
        _place(body, each.path, dict(each.schema), required=each.required)
    _place(body, envelope.arguments_at, dict(inputs), required=True)
    return {"type": "object", "properties": {BODY: body}, "required": [BODY]}


def _constant(value: Json) -> _Object:
    """Return the schema of exactly *value*, with a description of what to send for models."""
    if isinstance(value, dict):
        return {
            "type": "object",
            "properties": {key: _constant(each) for key, each in value.items()},
            "required": list(value),
            "additionalProperties": False,
        }
    is_plain = isinstance(value, str | int | float)
    kind: dict[str, Json] = {"type": type_of(value)} if is_plain else {}
    fixed: dict[str, Json] = {"const": value, "default": value}
    return kind | fixed | {"description": "Fixed value, send it as it is."}


def _place(body: _Object, path: tuple[str, ...], schema: Json, *, required: bool) -> None:
    """Put *schema* at *path* below the object schema *body*, creating missing objects."""
    for step in path[:-1]:
        body = _property(body, step, _constant({}), required=True)
    _property(body, path[-1], schema, required=required)


def _property(body: _Object, name: str, schema: Json, *, required: bool) -> _Object:
    """Return the property *name* of the object schema *body*; make it *schema* if it is new."""
    if required and name not in body["required"]:
        body["required"].append(name)
    return cast("_Object", body["properties"].setdefault(name, schema))
