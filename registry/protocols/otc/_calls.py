"""Calls in each dialect: the path of the server, the request and the response."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from registry.model import Call, Envelope, EnvelopeField
from registry.protocols import _server
from registry.protocols.otc import _shape
from registry.protocols.otc._needs import needs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Argument
    from registry.protocols import UnreadRelease
    from registry.source import Json

_Object: TypeAlias = dict[str, "Json"]

_RFC_MARKER = (
    "https://github.com/ArcadeAI/OpenToolCalling/tree/main/specification/http/1.0/openapi.json"
)
_DEFAULT_MARKERS = {_shape.RFC: _RFC_MARKER, **{own: each for each, own in _shape.MARKERS.items()}}
_VERSION_HEADER = {"OXP-Version": "1.0"}

_TEXT: _Object = {"type": "string"}
_CALL_ID: _Object = {
    "type": "string",
    "description": "Any unique text; the server runs a call with a known id only once.",
}
_ERROR: _Object = {
    "type": "object",
    "required": ["message"],
    "properties": {
        "message": _TEXT,
        "developer_message": _TEXT,
        "can_retry": {"type": "boolean"},
        "additional_prompt_content": _TEXT,
        "retry_after_ms": {"type": "integer"},
    },
}


def call(
    draft: UnreadRelease,
    definition: _Object,
    arguments: tuple[Argument, ...],
    outputs: _Object | None,
) -> Call:
    """Return the call of the tool of *definition*, whose result has the schema *outputs*.

    Requests and responses are those of the RFC draft (sections 4.2 and 4.3), of the page "Call
    Tool" of OTC 1.0, or of `CallToolRequest` and `CallToolResponse` in OXP 1.0.
    """
    dialect = draft.dialect
    marker = draft.document.data.get("$schema")
    return Call(
        transport="http",
        method="POST",
        url=_call_url(draft.registry, dialect),
        content_type=_server.JSON,
        headers=_VERSION_HEADER if dialect == _shape.HEADER else {},
        arguments=arguments,
        auth=_server.auth(draft.registry),
        envelope=_envelope(
            dialect,
            marker,
            _constants(definition),
            {"type": "null"} if outputs is None else outputs,
        ),
        pointer=("x-registry",),
    )


def _call_url(registry: Mapping[str, Json], dialect: str) -> str:
    """Return the URL for calls.

    The RFC draft's text and its OpenAPI file name different paths; unless the contributor sets
    `call_url`, it is that of the text.
    """
    base = _server.base_url(registry)
    path = "/call" if dialect == _shape.RFC else "/tools/call"
    return _server.call_url(registry) or (base and base + path)


def _constants(definition: _Object) -> _Object:
    """Return what every call of a tool has in its request: its id, and what it needs."""
    context = needs(definition).context
    return {"tool_id": str(definition["id"]), **({"context": context} if context else {})}


def _envelope(dialect: str, marker: Json, request: _Object, value: _Object) -> Envelope:
    if dialect == _shape.HEADER:
        return Envelope(
            constants=request,
            arguments_at=("input",),
            fields=(EnvelopeField(("call_id",), _CALL_ID, required=False),),
            reply=_result({"value": value, "error": _ERROR}),
            value_at=("value",),
        )
    stated = marker if isinstance(marker, str) else _DEFAULT_MARKERS[dialect]
    is_draft = dialect == _shape.RFC
    result = _result(
        {"output": _object({"value": value, "error": _ERROR})}
        if is_draft
        else {"value": value, "error": _ERROR}
    )
    return Envelope(
        constants={"$schema": stated, "request": request},
        arguments_at=("request", "input"),
        # Section 5.2 of the draft requires a call id, section 4.2 omits it: one is always valid.
        fields=(EnvelopeField(("request", "call_id"), _CALL_ID, required=is_draft),),
        reply=result if is_draft else _object({"result": result}, "result"),
        value_at=("output", "value") if is_draft else ("result", "value"),
    )


def _result(content: _Object) -> _Object:
    always: _Object = {
        "call_id": _TEXT,
        "duration": {"type": "number"},
        "success": {"type": "boolean"},
    }
    return _object(always | content, "call_id", "success")


def _object(properties: _Object, *required: str) -> _Object:
    needed: _Object = {"required": [*required]} if required else {}
    return {"type": "object", "properties": properties, **needed}
