"""Read the definitions of a listing as tools, and say what was repaired and what is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.model import Argument, Effect, Tool, Where
from registry.protocols import Draft, Reading, _server
from registry.protocols.otc import _shape, _wire
from registry.source import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer


def read(draft: Draft) -> Reading:
    """Normalise the tools of a listing; definitions without a usable id are skipped."""
    data = draft.document.data
    located = [*_shape.located_definitions(data)]
    tools = tuple(
        _tool(draft, pointer, definition)
        for pointer, definition in located
        if isinstance(definition.get("id"), str) and not _shape.is_of_worker(definition)
    )
    toolkit = _shape.get(located[0][1], ("toolkit",)) if located else None
    about = toolkit if isinstance(toolkit, dict) else {}
    return Reading(
        tools,
        title=_text(about.get("name")),
        summary=_text(about.get("description")),
        own_version=_own_version(located),
        notices=("a tool that fails still answers with status 200, and `success` is false",),
    )


def _own_version(located: list[tuple[Pointer, dict[str, Json]]]) -> Pointer | None:
    """Return where the listing states its version: where all of its tools state the same one."""
    spots = [
        ((*pointer, *where), stated)
        for pointer, definition in located
        for where in (("version",), ("toolkit", "version"))
        if isinstance(stated := _shape.get(definition, where), str)
    ]
    return spots[0][0] if len({stated for _, stated in spots}) == 1 else None


def _tool(draft: Draft, pointer: Pointer, definition: dict[str, Json]) -> Tool:
    dialect = draft.dialect
    input_at, output_at = (
        where(definition, dialect) for where in (_shape.input_at, _shape.output_at)
    )
    inputs = _inputs(definition, dialect)
    properties = inputs.get("properties")
    arguments = tuple(
        Argument(name, Where.BODY) for name in (properties if isinstance(properties, dict) else ())
    )
    outputs = _outputs(definition, dialect)
    return Tool(
        publisher=draft.publisher,
        manual=draft.manual,
        version=draft.version,
        name=_shape.tool_name(definition, dialect),
        protocol="otc",
        dialect=dialect,
        description=_text(definition.get("description")),
        tags=(str(definition["id"]).partition(".")[0].lower(),),
        inputs=inputs,
        outputs=outputs,
        call=_wire.call(draft, str(definition["id"]), arguments, outputs),
        native=definition,
        origin=Origin(draft.document, pointer),
        origins={
            **_server.origins(draft.registry),
            **_origin_of_required(pointer, definition, dialect),
            ("inputs",): pointer + input_at,
            ("outputs",): pointer + output_at,
        },
        # A listing says nothing of what a call does, and every call is a POST.
        effect=Effect.WRITE,
        notices=tuple(_notices(definition, dialect)),
        obstacles=tuple(_obstacles(definition, dialect)),
    )


def _inputs(definition: Mapping[str, Json], dialect: str) -> dict[str, Json]:
    schema = _shape.get(definition, _shape.input_at(definition, dialect))
    inputs: dict[str, Json] = {"type": "object", **(schema if isinstance(schema, dict) else {})}
    lifted = _misplaced_required(definition, dialect)
    if lifted:
        stated = inputs.get("required")
        own = stated if isinstance(stated, list) else []
        inputs["required"] = [*own, *(name for name in lifted if name not in own)]
    return inputs


def _misplaced_required(definition: Mapping[str, Json], dialect: str) -> list[str]:
    """Return the names in a `required` that stands beside `parameters` instead of in them."""
    container = _shape.input_container(definition, dialect)
    found = _shape.get(definition, (*container, "required")) if container else None
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def _origin_of_required(
    pointer: Pointer, definition: Mapping[str, Json], dialect: str
) -> dict[Pointer, Pointer]:
    if not _misplaced_required(definition, dialect):
        return {}
    container = _shape.input_container(definition, dialect)
    return {("inputs", "required"): (*pointer, *container, "required")}


def _outputs(definition: Mapping[str, Json], dialect: str) -> dict[str, Json] | None:
    """Return the schema of the result, {} where anything may come, None where nothing does."""
    schema = _shape.get(definition, _shape.output_at(definition, dialect))
    stated = dict(schema) if isinstance(schema, dict) else {}
    if dialect != _shape.RFC:
        is_nothing = "output_schema" in definition and schema is None
        return None if is_nothing else stated
    if (modes := _modes(definition)) and "value" not in modes:
        return None
    about = _text(_shape.get(definition, (_shape.output_container(definition), "description")))
    return {"description": about, **stated} if about else stated


def _modes(definition: Mapping[str, Json]) -> list[Json]:
    """Return the output modes that a definition of the RFC draft states."""
    modes = _shape.get(definition, (_shape.output_container(definition), "available_modes"))
    return modes if isinstance(modes, list) else []


def _notices(definition: Mapping[str, Json], dialect: str) -> Iterator[str]:
    if lifted := _misplaced_required(definition, dialect):
        yield f"`required` ({', '.join(lifted)}) was moved into the schema of the arguments"
    if (title := definition.get("name")) != _shape.tool_name(definition, dialect):
        yield f"its author calls it {title!r}"
    if dialect != _shape.RFC:
        return
    if _shape.output_at(definition, dialect)[-1] == "parameters":
        yield "the schema of the result was taken from `value.parameters`"
    if {"null", "value"} <= {str(mode) for mode in _modes(definition)}:
        yield "it may also return no value, which the schema of the result cannot say"


def _hidden(definition: Mapping[str, Json]) -> list[str]:
    """Return the parameters that a model must not infer (RFC draft, section 4.1)."""
    found = _shape.get(definition, _shape.hidden_at(definition))
    return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def _obstacles(definition: Mapping[str, Json], dialect: str) -> Iterator[str]:
    needs = definition.get("requirements")
    if isinstance(needs, dict):
        if ids := _ids(needs.get("secrets")):
            yield f"its call carries secrets ({_quoted(ids)}) in the body, among the arguments"
        if ids := _ids(needs.get("authorization")):
            yield f"its call carries a token of the user ({_quoted(ids)}) in the body"
        if needs.get("user_id") is True:
            yield "its call carries the id of the user in the body"
    if dialect == _shape.RFC and (hidden := _hidden(definition)):
        yield f"a model must not choose {_quoted(hidden)}, and UTCP has no way to say so"


def _ids(entries: Json) -> list[str]:
    found = entries if isinstance(entries, list) else []
    return [_text(entry.get("id")) or "?" for entry in found if isinstance(entry, dict)]


def _quoted(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
