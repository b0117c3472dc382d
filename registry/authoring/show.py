"""Say what a tool does, takes and needs, for a person at a terminal or as data."""

from __future__ import annotations

import shlex
import textwrap
from typing import TYPE_CHECKING

from registry.authoring.call import example_as_command, properties_as_lines
from registry.client.call.input_schemas import kinds, resolved
from registry.source.narrowing import array, mapping, string
from registry.validate.vocabulary import COMPOSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.authoring.find_tool import FoundTool
    from registry.client.call import Target
    from registry.source import Json

_WIDTH = 88
"""Characters of a line of prose."""


def tool_as_text(tool: FoundTool, registry: str) -> str:
    """Return *tool* in lines: what it does, how it is called, its inputs, output and an example.

    *registry* is where it was published, "" for a tool of a folder of manuals.
    """
    return "\n".join(_lines(tool, registry))


def tool_as_data(tool: FoundTool) -> dict[str, Json]:
    """Return *tool* as JSON-shaped data."""
    return {
        "id": tool.target.id,
        "version": tool.version,
        "sha256": tool.sha256,
        "status": tool.status,
        "keys": [{"name": name, "obtain": said} for name, said in tool.keys.items()],
        "definition": dict(tool.definition),
    }


def _lines(tool: FoundTool, registry: str) -> Iterator[str]:
    yield f"{tool.target.id} {tool.version}"
    for paragraph in filter(str.strip, str(tool.definition.get("description", "")).splitlines()):
        yield from ("", *textwrap.wrap(paragraph, _WIDTH, break_on_hyphens=False))
    yield ""
    if tool.status:
        yield _fact("status", tool.status)
    yield _fact("call", _call_line(tool.target))
    yield _fact("effect", str(tool.target.effect))
    yield _fact("keys", "" if tool.keys else "none")
    yield from (f"  {name}  {said}".rstrip() for name, said in tool.keys.items())
    yield from _property_lines("inputs", tool.target.inputs, "none")
    yield from _property_lines("output", mapping(tool.definition.get("outputs")), "not described")
    yield from _example(tool, registry)


def _fact(name: str, text: str) -> str:
    return f"{name:8}{text}".rstrip()


def _call_line(target: Target) -> str:
    """Return how *target* is called, and where."""
    call = target.call
    if call.starts_program:
        return f"{call.transport}, starts a program on this machine"
    return " ".join(filter(None, (call.transport, call.method, "to", ", ".join(target.hosts))))


def _property_lines(name: str, schema: Mapping[str, Json], otherwise: str) -> Iterator[str]:
    """Yield what *schema* is under *name*, and its properties, or those of its items."""
    root = dict(schema)
    lines = [*_fields(root, root, set())]
    description = " ".join(string(root.get("description")).split())
    is_list = kinds(schema) == {"array"}
    if lines and not description:
        yield _fact(name, "a list of:" if is_list else "")
    else:
        kind = ("a list" if is_list else "") if lines else _kind(schema)
        yield _fact(name, ": ".join(filter(None, (kind, description))) or otherwise)
    yield from lines


def _kind(schema: Mapping[str, Json]) -> str:
    """Return the type of *schema*, and of the items of a list; "" for an object."""
    kind = " or ".join(sorted(kinds(schema) - {"object"}))
    items = _kind(mapping(schema.get("items"))) if kind == "array" else ""
    return f"a list of {items}" if items else kind


def _fields(root: Mapping[str, Json], schema: Json, seen: set[int]) -> Iterator[str]:
    """Yield the properties of *schema*, each followed by the indented ones of what it holds.

    *root* is what references lead into. What is *seen*, by identity, is not shown again.
    """
    resolved_schema = resolved(root, schema)
    if not resolved_schema or id(resolved_schema) in seen:
        return
    seen.add(id(resolved_schema))
    for line, stated in properties_as_lines(root, resolved_schema, is_whole=True):
        yield line
        yield from (f"  {each}" for each in _fields(root, stated, seen))
    for inner in (
        resolved_schema.get("items"),
        *(part for key in COMPOSITIONS for part in array(resolved_schema.get(key))),
    ):
        yield from _fields(root, inner, seen)


def _example(tool: FoundTool, registry: str) -> Iterator[str]:
    if command := example_as_command(tool.target):
        task = mapping(array(tool.definition.get("examples"))[0]).get("task")
        yield _fact("example", str(task or ""))
        place = f" --registry {shlex.quote(registry)}" if registry else ""
        yield f"  {command}{place}"
