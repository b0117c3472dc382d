"""Read the definitions of a listing as tools, with notices on what was repaired or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Argument, Effect, Tool, Where
from registry.protocols import ProtocolReading, UnreadRelease, _server
from registry.protocols.otc import _calls, _needs, _shape
from registry.source import Origin
from registry.source.narrowing import array, mapping, string

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer


def read(draft: UnreadRelease) -> ProtocolReading:
    """Return the tools of a listing; definitions without a usable id are skipped."""
    data = draft.document.data
    located = [*_shape.located_definitions(data)]
    tools = tuple(
        _tool(draft, pointer, definition)
        for pointer, definition in located
        if isinstance(definition.get("id"), str) and not _shape.is_of_worker(definition)
    )
    about = mapping(_shape.value_at(located[0][1], ("toolkit",))) if located else {}
    return ProtocolReading(
        tools,
        title=string(about.get("name")),
        summary=string(about.get("description")),
        own_version=_own_version(located),
        notices=("a failed call also returns status 200, with `success` set to false",),
    )


def _own_version(located: list[tuple[Pointer, dict[str, Json]]]) -> Pointer | None:
    """Return the pointer of the listing's version if all its tools state the same one, or None."""
    spots = [
        ((*pointer, *where), stated)
        for pointer, definition in located
        for where in (("version",), ("toolkit", "version"))
        if isinstance(stated := _shape.value_at(definition, where), str)
    ]
    return spots[0][0] if len({stated for _, stated in spots}) == 1 else None


def _tool(draft: UnreadRelease, pointer: Pointer, definition: dict[str, Json]) -> Tool:
    dialect = draft.dialect
    input_at, output_at = (
        where(definition, dialect) for where in (_shape.input_at, _shape.output_at)
    )
    inputs = _inputs(definition, dialect)
    arguments = tuple(Argument(name, Where.BODY) for name in mapping(inputs.get("properties")))
    outputs = _outputs(definition, dialect)
    return Tool(
        publisher=draft.publisher,
        manual=draft.manual,
        version=draft.version,
        name=_shape.tool_name(definition, dialect),
        protocol="otc",
        dialect=dialect,
        description=string(definition.get("description")),
        tags=(str(definition["id"]).partition(".")[0].lower(),),
        inputs=inputs,
        outputs=outputs,
        call=_calls.call(draft, definition, arguments, outputs),
        native=definition,
        origin=Origin(draft.document, pointer),
        origins={
            **_server.origins(draft.document),
            **_origin_of_required(pointer, definition, dialect),
            ("inputs",): pointer + input_at,
            ("outputs",): pointer + output_at,
        },
        # A listing does not say what a call does, and every call is a POST.
        effect=Effect.WRITE,
        variables=tuple(_needs.needs(definition).variables),
        notices=tuple(_notices(definition, dialect)),
        obstacles=tuple(_obstacles(definition, dialect)),
    )


def _inputs(definition: Mapping[str, Json], dialect: str) -> dict[str, Json]:
    schema = _shape.value_at(definition, _shape.input_at(definition, dialect))
    inputs: dict[str, Json] = {"type": "object", **mapping(schema)}
    lifted = _misplaced_required(definition, dialect)
    if lifted:
        own = array(inputs.get("required"))
        inputs["required"] = [*own, *(name for name in lifted if name not in own)]
    return inputs


def _misplaced_required(definition: Mapping[str, Json], dialect: str) -> list[str]:
    """Return the names in a `required` that is beside `parameters` instead of inside."""
    container = _shape.input_container(definition, dialect)
    found = _shape.value_at(definition, (*container, "required")) if container else None
    return [name for name in array(found) if isinstance(name, str)]


def _origin_of_required(
    pointer: Pointer, definition: Mapping[str, Json], dialect: str
) -> dict[Pointer, Pointer]:
    if not _misplaced_required(definition, dialect):
        return {}
    container = _shape.input_container(definition, dialect)
    return {("inputs", "required"): (*pointer, *container, "required")}


def _outputs(definition: Mapping[str, Json], dialect: str) -> dict[str, Json] | None:
    """Return the schema of the result: {} if it may be anything, None if there is none."""
    schema = _shape.value_at(definition, _shape.output_at(definition, dialect))
    stated = dict(mapping(schema))
    if dialect != _shape.RFC:
        is_nothing = "output_schema" in definition and schema is None
        return None if is_nothing else stated
    if (modes := _modes(definition)) and "value" not in modes:
        return None
    about = string(
        _shape.value_at(definition, (_shape.output_container(definition), "description"))
    )
    return {"description": about, **stated} if about else stated


def _modes(definition: Mapping[str, Json]) -> list[Json]:
    """Return the output modes of a definition (RFC draft, section 4.1 "Output Schema")."""
    return array(
        _shape.value_at(definition, (_shape.output_container(definition), "available_modes"))
    )


def _notices(definition: Mapping[str, Json], dialect: str) -> Iterator[str]:
    if lifted := _misplaced_required(definition, dialect):
        yield f"`required` ({', '.join(lifted)}) was moved into the schema of the arguments"
    if (title := definition.get("name")) != _shape.tool_name(definition, dialect):
        yield f"its original name is {title!r}"
    if dialect != _shape.RFC:
        return
    if _shape.output_at(definition, dialect)[-1] == "parameters":
        yield "the schema of the result was taken from `value.parameters`"
    if {"null", "value"} <= {str(mode) for mode in _modes(definition)}:
        yield "it may also return no value, which the schema of the result cannot express"


def _hidden(definition: Mapping[str, Json]) -> list[str]:
    """Return the parameters that a model must not infer (RFC draft, section 4.1)."""
    found = _shape.value_at(definition, _shape.hidden_at(definition))
    return [name for name in array(found) if isinstance(name, str)]


def _obstacles(definition: Mapping[str, Json], dialect: str) -> Iterator[str]:
    yield from _needs.obstacles(definition)
    if dialect == _shape.RFC and (hidden := _hidden(definition)):
        yield f"models must not choose {_quoted(hidden)}, but UTCP cannot express that"


def _quoted(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
