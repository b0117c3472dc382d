"""Read the definitions of a listing as tools, with notices on what was repaired or lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Argument, Effect, Tool, Where
from registry.protocols import ProtocolReading, UnreadRelease, _server
from registry.protocols.otc import _calls, _needs, _shape
from registry.protocols.otc._definition import definitions
from registry.source import Origin
from registry.source.narrowing import array, mapping, string, strings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.protocols.otc._definition import Definition
    from registry.source import Json, Pointer


def read(draft: UnreadRelease) -> ProtocolReading:
    """Return the tools of a listing; definitions without a usable id or name are skipped."""
    listed = [*definitions(draft.document.data, draft.dialect)]
    tools = tuple(
        _tool(draft, each)
        for each in listed
        if isinstance(each.data.get("id"), str)
        and each.tool_name
        and not _shape.is_of_worker(each.data)
    )
    about = mapping(listed[0].value(("toolkit",))) if listed else {}
    return ProtocolReading(
        tools,
        title=string(about.get("name")),
        summary=string(about.get("description")),
        own_version=_own_version(listed),
        notices=("a failed call also returns status 200, with `success` set to false",),
        is_whole=len(tools) == len(listed),
    )


def _own_version(listed: list[Definition]) -> Pointer | None:
    """Return the pointer of the listing's version if all its tools state the same one, or None."""
    spots = [
        (each.at(where), stated)
        for each in listed
        for where in (("version",), ("toolkit", "version"))
        if isinstance(stated := each.value(where), str)
    ]
    return spots[0][0] if len({stated for _, stated in spots}) == 1 else None


def _tool(draft: UnreadRelease, definition: Definition) -> Tool:
    inputs, outputs = _inputs(definition), _outputs(definition)
    arguments = tuple(Argument(name, Where.BODY) for name in mapping(inputs.get("properties")))
    return Tool(
        publisher=draft.publisher,
        manual=draft.manual,
        version=draft.version,
        name=definition.tool_name,
        protocol="otc",
        dialect=definition.dialect,
        description=string(definition.data.get("description")),
        tags=(str(definition.data["id"]).partition(".")[0].lower(),),
        inputs=inputs,
        outputs=outputs,
        call=_calls.call(draft, definition.data, arguments, outputs),
        native=definition.data,
        origin=Origin(draft.document, definition.pointer),
        origins={**_server.origins(draft.document), **_origins(definition)},
        # A listing does not say what a call does, and every call is a POST.
        effect=Effect.WRITE,
        variables=tuple(_needs.needs(definition.data).variables),
        notices=tuple(_notices(definition)),
        obstacles=tuple(_obstacles(definition)),
    )


def _origins(definition: Definition) -> dict[Pointer, Pointer]:
    required = definition.misplaced_required_at if _misplaced_required(definition) else ()
    return {
        **({("inputs", "required"): definition.at(required)} if required else {}),
        ("inputs",): definition.at(definition.inputs_at),
        ("outputs",): definition.at(definition.outputs_at),
    }


def _inputs(definition: Definition) -> dict[str, Json]:
    inputs: dict[str, Json] = {"type": "object", **mapping(definition.value(definition.inputs_at))}
    if lifted := _misplaced_required(definition):
        own = array(inputs.get("required"))
        inputs["required"] = [*own, *(name for name in lifted if name not in own)]
    return inputs


def _misplaced_required(definition: Definition) -> list[str]:
    """Return the names in a `required` that is beside `parameters` instead of inside."""
    return strings(definition.value(definition.misplaced_required_at))


def _outputs(definition: Definition) -> dict[str, Json] | None:
    """Return the schema of the result: {} if it may be anything, None if there is none."""
    schema = definition.value(definition.outputs_at)
    stated = dict(mapping(schema))
    if definition.dialect != _shape.RFC:
        is_nothing = "output_schema" in definition.data and schema is None
        return None if is_nothing else stated
    if (modes := _modes(definition)) and "value" not in modes:
        return None
    about = string(definition.value((*definition.result_at, "description")))
    return {"description": about, **stated} if about else stated


def _modes(definition: Definition) -> list[Json]:
    """Return the output modes of a definition (RFC draft, section 4.1 "Output Schema")."""
    return array(definition.value((*definition.result_at, "available_modes")))


def _notices(definition: Definition) -> Iterator[str]:
    if lifted := _misplaced_required(definition):
        yield f"`required` ({', '.join(lifted)}) was moved into the schema of the arguments"
    if (title := definition.data.get("name")) != definition.tool_name:
        yield f"its original name is {title!r}"
    if definition.dialect != _shape.RFC:
        return
    if definition.outputs_at[-1] == "parameters":
        yield "the schema of the result was taken from `value.parameters`"
    if {"null", "value"} <= {str(mode) for mode in _modes(definition)}:
        yield "it may also return no value, which the schema of the result cannot express"


def _obstacles(definition: Definition) -> Iterator[str]:
    yield from _needs.obstacles(definition.data)
    if definition.dialect == _shape.RFC and (hidden := _hidden(definition)):
        yield f"models must not choose {_quoted(hidden)}, but UTCP cannot express that"


def _hidden(definition: Definition) -> list[str]:
    """Return the parameters that a model must not infer (RFC draft, section 4.1)."""
    return strings(definition.value(definition.hidden_at))


def _quoted(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
