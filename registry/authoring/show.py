"""Say what a tool does, takes and needs, for a person at a terminal or as data."""

from __future__ import annotations

import shlex
import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.authoring.call import example_as_command, properties_as_lines
from registry.client.call import Secrets, Target
from registry.client.call.input_schemas import kinds, resolved
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from registry.client import Catalogue
    from registry.source import Json

_WIDTH = 88
"""Characters of a line of prose."""


@dataclass(frozen=True, slots=True)
class ShownTool:
    """A tool of the newest release of its manual.

    Attributes:
        version: of the release.
        sha256: the digest of *definition*.
        definition: everything that the release says of it.
        target: the same, as it is called.
        keys: the names under which its keys are looked up, each with how to get it, or "".
        status: what to know of its manual before it is used, such as `deprecated: why`, or "".
    """

    version: str
    sha256: str
    definition: Mapping[str, Json]
    target: Target
    keys: Mapping[str, str]
    status: str


class NoToolError(Exception):
    """There is no such tool; the message says why, and what there is instead."""


def own_tool(manuals: Path, name: str) -> ShownTool:
    """Return the tool *name*, `publisher/manual/tool`, of the folder *manuals*.

    Raises NoToolError.
    """
    # What is published needs none of it.
    from registry.authoring import preview  # noqa: PLC0415
    from registry.catalogue.tool_definition import tool_definition, tool_digest  # noqa: PLC0415

    if not manuals.is_dir():
        raise NoToolError(f"there is no folder {str(manuals)!r}; name a registry with --registry")
    try:
        subject = preview.find_subject(manuals, name)
    except preview.NothingToShowError as error:
        raise NoToolError(str(error)) from None
    if subject.tool is None:
        raise _manual_given(name, [tool.name for tool in subject.release.tools])
    definition = tool_definition(subject.tool)
    target = Target.of(subject.tool.id, definition)
    keys = _keys(target, Secrets.of_environment(takes_plain_names=True))
    digest = tool_digest(subject.tool)
    status = _status(subject.manual.status.state, subject.manual.status.reason)
    return ShownTool(subject.release.version, digest, definition, target, keys, status)


def published_tool(catalogue: Catalogue, name: str) -> ShownTool:
    """Return the tool *name*, `publisher/manual/tool`, of *catalogue*.

    Raises NoToolError for a manual, and RegistryError.
    """
    if name.count("/") == 1:
        raise _manual_given(name, [*catalogue.manual(name).tools])
    tool = catalogue.tool(name)
    target = Target.of_tool(tool)
    keys = _keys(target, Secrets.of_environment())
    manual = catalogue.manual(target.manual_id)
    status = _status(manual.state, manual.reason)
    return ShownTool(tool.version, tool.sha256, tool.definition, target, keys, status)


def _manual_given(name: str, tools: Sequence[str]) -> NoToolError:
    listed = ", ".join(tools) or "none"
    return NoToolError(
        f"{name} is a manual; add the name of one of its tools: {name}/TOOL; it has {listed}"
    )


def _status(state: str, reason: str) -> str:
    return "" if state == "active" else ": ".join(filter(None, (state, reason)))


def _keys(target: Target, secrets: Secrets) -> dict[str, str]:
    return dict.fromkeys(secrets.names(target), "") | secrets.missing(target)


def tool_as_text(tool: ShownTool, registry: str = "") -> str:
    """Return *tool* in lines: what it does, how it is called, its inputs, output and an example.

    *registry* is where it was published, "" for a tool of a folder of manuals.
    """
    return "\n".join(_lines(tool, registry))


def tool_as_data(tool: ShownTool) -> dict[str, Json]:
    """Return *tool* as JSON-shaped data."""
    return {
        "id": tool.target.id,
        "version": tool.version,
        "sha256": tool.sha256,
        "status": tool.status,
        "keys": [{"name": name, "obtain": said} for name, said in tool.keys.items()],
        "definition": dict(tool.definition),
    }


def _lines(tool: ShownTool, registry: str) -> Iterator[str]:
    yield f"{tool.target.id} {tool.version}"
    for paragraph in filter(str.strip, str(tool.definition.get("description", "")).splitlines()):
        yield from ("", *textwrap.wrap(paragraph, _WIDTH, break_on_hyphens=False))
    yield ""
    if tool.status:
        yield _fact("status", tool.status)
    yield _fact("call", _way(tool.target))
    yield _fact("effect", str(tool.target.effect))
    yield _fact("keys", "" if tool.keys else "none")
    yield from (f"  {name}  {said}".rstrip() for name, said in tool.keys.items())
    yield from _listed("inputs", tool.target.inputs, "none")
    yield from _listed("output", mapping(tool.definition.get("outputs")), "not described")
    yield from _example(tool, registry)


def _fact(name: str, text: str) -> str:
    return f"{name:8}{text}".rstrip()


def _way(target: Target) -> str:
    """Return how *target* is called, and where."""
    call = target.call
    if call.starts_program:
        return f"{call.transport}, starts a program on this machine"
    return " ".join(filter(None, (call.transport, call.method, "to", ", ".join(target.hosts))))


def _listed(name: str, schema: Mapping[str, Json], otherwise: str) -> Iterator[str]:
    """Yield the properties of *schema*, or of its items, under *name*; else its type."""
    items = resolved(schema, schema.get("items", {}))
    if lines := [*properties_as_lines(schema)]:
        yield _fact(name, "")
    elif lines := [*properties_as_lines(items)]:
        yield _fact(name, "a list of:")
    else:
        yield _fact(name, " or ".join(sorted(kinds(schema) - {"object"})) or otherwise)
    yield from lines


def _example(tool: ShownTool, registry: str) -> Iterator[str]:
    if command := example_as_command(tool.target):
        task = mapping(array(tool.definition.get("examples"))[0]).get("task")
        yield _fact("example", str(task or ""))
        place = f" --registry {shlex.quote(registry)}" if registry else ""
        yield f"  {command}{place}"
