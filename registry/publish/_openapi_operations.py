"""A tool as an operation of OpenAPI 3.1: its address, parameters, body, reply and credentials."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote_plus

from registry import utcp_export
from registry.model import PLACEHOLDER, VARIABLE, Effect, Where
from registry.model.derived import derived
from registry.publish._openapi_body import body_of, sample_of, with_example
from registry.source.narrowing import array, mapping
from registry.utcp_export import (
    explicit_inputs,
    explicit_outputs,
    input_kinds,
    portable_inputs,
    portable_outputs,
)
from registry.validate.vocabulary import DEFINITIONS, REFERENCES, walk, with_inner

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json

_JSON = "application/json"
_ANY = "*/*"

_IGNORED = ("accept", "content-type", "authorization")
"""Headers that are no parameters (OpenAPI 3.1, section 4.8.12.2)."""

_PLACES = (*("$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"), *REFERENCES[1:])
"""Keywords that give a part of a schema another address than the document."""

_LEFT_OUT = (*DEFINITIONS, "$schema", "discriminator")

_BITS_32 = 2**31

_REFERENCE = re.compile(r"#/(?:\$defs|definitions)/([A-Za-z0-9._-]+)")


class Address(NamedTuple):
    """The URL of a tool in parts.

    Attributes:
        server: scheme and host.
        path: with `{name}` where an argument goes, `/` at least.
        query: what the URL holds of the query, by name: a constant, or an argument in braces.
    """

    server: str
    path: str
    query: tuple[tuple[str, str], ...]


@derived
def address_of(tool: Tool) -> Address:
    """Return the address of *tool*, which is called over HTTP."""
    url, _, query = tool.call.url.partition("#")[0].partition("?")
    scheme, _, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    pairs = (each.partition("=") for each in query.split("&") if each)
    return Address(
        f"{scheme}://{host}",
        f"/{path}" if slash else "/",
        tuple((unquote_plus(name), value) for name, _, value in pairs),
    )


@derived
def reason_left_out(tool: Tool) -> str:
    """Return why *tool* is no operation, as a clause, "" for one that is.

    Only what UTCP clients can call as well is offered: those who read either get the same tools.
    """
    if tool.call.envelope or tool.transport != utcp_export.HTTP:
        return "it is called in another way than by a plain HTTP request"
    found = (utcp_export.load_obstacles(tool), _of_url(tool), _of_request(tool), _of_schemas(tool))
    return next(chain.from_iterable(found), "")


def _of_url(tool: Tool) -> Iterator[str]:
    address = address_of(tool)
    values = [value for _, value in address.query]
    inputs = PLACEHOLDER.findall(address.path)
    if address.path.startswith("//"):
        yield "its path begins with two slashes, after which some readers expect a host"
    if VARIABLE.search(f"{tool.call.url} {' '.join(tool.call.headers.values())}"):
        yield "a value of the caller is in its URL or headers, for which OpenAPI has no place"
    if any(PLACEHOLDER.search(each) and not PLACEHOLDER.fullmatch(each) for each in values):
        yield "a parameter in its URL is partly fixed and partly an input"
    names = [name for name, _ in address.query] + [*tool.call.names(Where.QUERY)]
    if _is_repeated(names) or _is_repeated(inputs + PLACEHOLDER.findall(" ".join(values))):
        yield "its URL has the same name twice"


def _of_request(tool: Tool) -> Iterator[str]:
    call = tool.call
    named = [name.lower() for name in call.names(Where.HEADER)]
    fixed = [name.lower() for name in call.headers]
    if _is_repeated(named + fixed) or "authorization" in fixed or {*named} & {*_IGNORED}:
        yield "one of its headers is no parameter in OpenAPI"
    if call.method == "GET" and call.names(Where.BODY):
        yield "it sends a body with GET, which readers of OpenAPI leave out"


def _of_schemas(tool: Tool) -> Iterator[str]:
    # What older drafts write otherwise than 2020-12, which OpenAPI has, is refused by the reader.
    for schema in (portable_inputs(tool), portable_outputs(tool) or {}):
        if not all(map(_is_movable, walk(schema))):
            yield "its schema refers to parts of itself in a way that OpenAPI does not have"
    shown = tool.example_output.value if tool.example_output else None
    values: Json = [portable_inputs(tool), portable_outputs(tool), dict(sample_of(tool)), shown]
    if _refers_elsewhere(values):
        yield "a value in it looks like a reference, which readers of OpenAPI would follow"


def _refers_elsewhere(value: Json) -> bool:
    """Return whether anything in *value* looks like a reference, except those inside a schema."""
    if isinstance(value, list):
        return any(map(_refers_elsewhere, value))
    if not isinstance(value, dict):
        return False
    place = value.get("$ref")
    is_one = isinstance(place, str) and not _REFERENCE.fullmatch(place)
    return is_one or any(map(_refers_elsewhere, value.values()))


def _is_repeated(names: list[str]) -> bool:
    return len({*names}) < len(names)


def _is_movable(found: tuple[tuple[str | int, ...], Mapping[str, Json]]) -> bool:
    pointer, schema = found
    places = [key for key in DEFINITIONS if schema.get(key)]
    if any(key in schema for key in _PLACES) or len(places) > (0 if pointer else 1):
        return False
    return "$ref" not in schema or bool(_REFERENCE.fullmatch(str(schema["$ref"])))


def operation_of(tool: Tool, components: dict[str, Json]) -> dict[str, Json]:
    """Return *tool*, which is not left out, as an operation without its `security`.

    The schemas that its own ones refer to are added to *components*, by names that begin with its
    own.
    """
    inputs = _without_defs(f"{tool.name}_input_", explicit_inputs(tool), components)
    outputs = explicit_outputs(tool)
    if outputs is not None:
        outputs = _without_defs(f"{tool.name}_output_", outputs, components)
    parameters = [*_parameters(tool, mapping(inputs.get("properties")))]
    body = body_of(tool, inputs)
    is_summed_up = tool.summary == tool.description.strip()
    return {
        "operationId": tool.name,
        "summary": tool.summary,
        **({} if is_summed_up else {"description": tool.description}),
        "x-openai-isConsequential": tool.effect is not Effect.READ,
        **({"parameters": parameters} if parameters else {}),
        **({"requestBody": body} if body else {}),
        "responses": {"200": _reply(tool, outputs)},
    }


def _parameters(tool: Tool, properties: Mapping[str, Json]) -> Iterator[Json]:
    address = address_of(tool)
    required = array(tool.inputs.get("required"))
    sample = sample_of(tool)
    in_query = {value[1:-1]: name for name, value in address.query if PLACEHOLDER.search(value)}
    for name, where in tool.call.arguments:
        if where in (Where.BODY, Where.LOCAL):
            continue
        place = "query" if name in in_query else where.value
        is_required = where is Where.PATH or name in required
        schema = dict(mapping(properties.get(name)))
        description = schema.pop("description", "")
        if where is Where.PATH:
            # A path always has its value. From a default, generators of Python write a function
            # that cannot be imported: `def read_station(kind="buoy", station)`.
            schema.pop("default", None)
        yield {
            "name": in_query.get(name, name),
            "in": place,
            **({"required": True} if is_required else {}),
            **({"description": description} if description else {}),
            **_emptiness(place, array(schema.get("enum"))),
            **_value(tool, name, place, with_example(schema, sample.get(name))),
        }
    for name, value in address.query:
        if not PLACEHOLDER.search(value):
            yield _constant("query", name, unquote_plus(value))
    for name, value in tool.call.headers.items():
        if name.lower() not in _IGNORED:
            yield _constant("header", name, value)


def _constant(place: str, name: str, value: str) -> Json:
    schema: Json = {"type": "string", "enum": [value], "default": value}
    return {
        "name": name,
        "in": place,
        "required": True,
        **_emptiness(place, [value]),
        "schema": schema,
    }


def _emptiness(place: str, values: list[Json]) -> dict[str, Json]:
    """Return what says that a parameter is sent although it is empty, as in `?latest=`.

    Otherwise readers leave out a parameter of the query whose value is the empty one of *values*.
    """
    return {"allowEmptyValue": True} if place == "query" and "" in values else {}


def _value(tool: Tool, name: str, place: str, described: dict[str, Json]) -> dict[str, Json]:
    """Return what is *described* in such a way that values are written as calls write them.

    A list in the query is one pair for each entry, which is what OpenAPI takes it for. Every other
    list or object is JSON.
    """
    kinds = input_kinds(tool, name)
    is_json = kinds & ({"object"} if place == "query" else {"object", "array"})
    return {"content": {_JSON: described}} if is_json else described


def _reply(tool: Tool, outputs: Json) -> dict[str, Json]:
    described = mapping(outputs)
    # An empty body is no JSON, and generators of code know no type `null`.
    if outputs is None or described.get("type") == "null":
        return {"description": described.get("description") or "Nothing is returned."}
    media = tool.call.header("Accept")
    if not media or media.count("/") != 1:
        media = _ANY if not described or described.get("type") == "string" else _JSON
    shown = tool.example_output.value if tool.example_output else None
    content: Json = {media: with_example(outputs, shown)}
    return {"description": "What it returns.", "content": content}


def _without_defs(
    start: str, schema: Mapping[str, Json], components: dict[str, Json]
) -> dict[str, Json]:
    """Return *schema* without its definitions: they become *components*, whose names *start* so.

    What names the definitions otherwise than by references, the discriminator, is left out.
    """
    definitions = {
        name: inner for key in DEFINITIONS for name, inner in mapping(schema.get(key)).items()
    }
    while any(f"{start}{name}" in components for name in definitions):
        start += "_"  # a tool `a_input_b` begins as the definition `b_input_…` of a tool `a`

    def referring(part: Mapping[str, Json]) -> dict[str, Json]:
        moved = {key: value for key, value in part.items() if key not in _LEFT_OUT}
        if "$ref" in part and (found := _REFERENCE.fullmatch(str(part["$ref"]))):
            moved["$ref"] = f"#/components/schemas/{start}{found[1]}"
        if _may_be_long(moved):
            moved["format"] = "int64"
        return with_inner(moved, referring)

    for name, definition in definitions.items():
        if isinstance(definition, dict) and _REFERENCE.fullmatch(f"#/$defs/{name}"):
            components[start + name] = referring(definition)
    return referring(schema)


def _may_be_long(schema: Mapping[str, Json]) -> bool:
    """Return whether *schema* is an integer of more than 32 bits, as of a time in milliseconds.

    Generators of code take every integer without a format for one of 32.
    """
    if schema.get("type") != "integer" or "format" in schema:
        return False
    values = array(schema.get("enum")) or [schema.get("minimum"), schema.get("maximum")]
    return not all(isinstance(each, int) and -_BITS_32 <= each < _BITS_32 for each in values)
