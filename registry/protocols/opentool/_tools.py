"""Read the functions of a document as tools, each called by JSON-RPC."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, TypeAlias
from unicodedata import normalize

from registry.model import Argument, Call, Effect, Envelope, EnvelopeField, Tool, Where
from registry.protocols import ProtocolReading, UnreadRelease, _server
from registry.protocols.opentool._schemas import Inliner, located_mappings
from registry.source import Origin
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer

_Object: TypeAlias = dict[str, "Json"]

_NOTICES = (
    "the server chooses the keys of `result`; the manual only documents its content",
    "a failed call also returns status 200, with the error under `error`",
)
_STREAMING = (
    "a server that streams uses the Dart SDK 2, in which any caller can end the server with "
    "POST /opentool/stop"
)
_ID: _Object = {"type": "string", "description": "Any unique text; comes back in the reply."}
_ERROR: _Object = {
    "type": ["object", "null"],
    "properties": {"code": {"type": "integer"}, "message": {"type": "string"}},
}


def read(draft: UnreadRelease) -> ProtocolReading:
    """Return the functions of a document ("Function Object") as tools; nameless are skipped."""
    data = draft.document.data
    inliner = Inliner.of(data)
    tools = tuple(
        _tool(draft, pointer, function, inliner)
        for pointer, function in located_mappings(data.get("functions"), ("functions",))
        if isinstance(function.get("name"), str)
    )
    about = mapping(data.get("info"))
    streams = any("stream" in tool.native for tool in tools)
    return ProtocolReading(
        tools,
        title=string(about.get("title")),
        summary=string(about.get("description")),
        own_version=("info", "version"),
        notices=(*_NOTICES, _STREAMING) if streams else _NOTICES,
        is_whole=len(tools) == len(array(data.get("functions"))),
    )


def _tool(draft: UnreadRelease, pointer: Pointer, function: _Object, inliner: Inliner) -> Tool:
    parameters = [
        (at, parameter)
        for at, parameter in located_mappings(function.get("parameters"), (*pointer, "parameters"))
        if isinstance(parameter.get("name"), str)
    ]
    names = [str(parameter["name"]) for _, parameter in parameters]
    outputs = _outputs(function, pointer, inliner)
    title = string(draft.document.get(("info", "title")))
    return Tool(
        publisher=draft.publisher,
        manual=draft.manual,
        version=draft.version,
        name=str(function["name"]),
        protocol="opentool",
        dialect=draft.dialect,
        description=string(function.get("description")),
        tags=_tags(title),
        inputs=_inputs(parameters, inliner),
        outputs=outputs,
        call=_call(draft, function, names, outputs),
        native=function,
        origin=Origin(draft.document, pointer),
        origins={
            **_server.origins(draft.document),
            **dict(_origins(function, pointer, parameters)),
        },
        # A document does not say what a call does, and every call is a POST.
        effect=Effect.WRITE,
        notices=tuple(_notices(function)),
        obstacles=tuple(_obstacles(function)),
    )


def _tags(title: str) -> tuple[str, ...]:
    """Return the words of *title* without accents; of other scripts, tags have no letters."""
    words = re.findall(r"\w+", title.lower())
    plain = (re.sub(r"[\u0300-\u036f]", "", normalize("NFKD", word)) for word in words)
    found = (part for word in plain if word.isascii() for part in re.findall(r"[a-z0-9]+", word))
    return tuple(dict.fromkeys(found))


def _inputs(parameters: list[tuple[Pointer, _Object]], inliner: Inliner) -> _Object:
    """Return the parameters ("Parameter Object") as one schema of an object."""
    properties: _Object = {
        str(parameter["name"]): _described(parameter, inliner.inline_of(parameter, at))
        for at, parameter in parameters
    }
    required = [each["name"] for _, each in parameters if each.get("required") is True]
    return {
        "type": "object",
        "properties": properties,
        **({"required": [*dict.fromkeys(required)]} if required else {}),
    }


def _described(owner: Mapping[str, Json], schema: _Object) -> _Object:
    """Return *schema* with the descriptions of its *owner*, which comes first, and its own."""
    said = [string(each.get("description")).strip() for each in (owner, schema)]
    texts = [*dict.fromkeys(text for text in said if text)]
    return {**schema, "description": " ".join(texts)} if texts else schema


def _outputs(function: Mapping[str, Json], pointer: Pointer, inliner: Inliner) -> _Object | None:
    """Return the schema of the "Return Object": {} if undocumented, None if there is none."""
    returned = function.get("return", {})
    if not isinstance(returned, dict):
        return None
    return _described(returned, inliner.inline_of(returned, (*pointer, "return")))


def _origins(
    function: Mapping[str, Json], pointer: Pointer, parameters: list[tuple[Pointer, _Object]]
) -> Iterator[tuple[Pointer, Pointer]]:
    yield ("inputs",), (*pointer, "parameters")
    for at, parameter in parameters:
        yield from _origins_of(("inputs", "properties", str(parameter["name"])), parameter, at)
    returned = function.get("return")
    at = (*pointer, "return")
    yield from _origins_of(("outputs",), mapping(returned), at)


def _origins_of(
    steps: Pointer, owner: Mapping[str, Json], pointer: Pointer
) -> Iterator[tuple[Pointer, Pointer]]:
    """Yield the pointers of *owner*, a parameter or return value, and the parts of its schema."""
    yield steps, pointer
    schema = owner.get("schema")
    for key in mapping(schema):
        yield (*steps, key), (*pointer, "schema", key)
    if "description" in owner:
        yield (*steps, "description"), (*pointer, "description")


def _call(
    draft: UnreadRelease, function: _Object, names: list[str], outputs: Mapping[str, Json] | None
) -> Call:
    constants: _Object = {"jsonrpc": "2.0", "method": function["name"]}
    reply: _Object = {
        "type": "object",
        "properties": {
            "jsonrpc": {"type": "string"},
            "result": {"type": "object", "description": _result(function.get("return"), outputs)},
            "id": {"type": "string"},
            "error": _ERROR,
        },
    }
    return Call(
        transport="http",
        method="POST",
        url=_server.call_url(draft.registry),
        content_type=_server.JSON,
        arguments=tuple(Argument(name, Where.BODY) for name in dict.fromkeys(names)),
        auth=_server.auth(draft.registry),
        envelope=Envelope(
            constants=constants,
            arguments_at=("params",),
            # Some released servers answer 400 without an id, others to one that is no string.
            fields=(EnvelopeField(("id",), _ID, required=True),),
            reply=reply,
            value_at=("result",),
        ),
        pointer=("x-registry",),
    )


def _result(returned: Json, outputs: Mapping[str, Json] | None) -> str:
    """Return a description of `result`, whose keys are not documented."""
    if outputs is None or not isinstance(returned, dict):
        return "Its keys are chosen by the server; the document states no value."
    kind = outputs.get("type", "anything")
    return (
        f"Its keys are chosen by the server. Documented: {string(returned.get('name'))} ({kind})."
    )


def _notices(function: Mapping[str, Json]) -> Iterator[str]:
    if "stream" in function and isinstance(function.get("return"), dict):
        yield "it can also stream its result, but not in the calls described here"


def _obstacles(function: Mapping[str, Json]) -> Iterator[str]:
    if "stream" in function and not isinstance(function.get("return"), dict):
        yield "it only streams, which UTCP cannot call"
