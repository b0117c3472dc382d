"""Group the operations of a document by tag: their number of tools, size and credentials."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from registry.authoring.importers.openapi._api import Api
from registry.authoring.importers.openapi._operations import Watch, operations
from registry.authoring.importers.openapi._tools import Tools
from registry.authoring.importers.openapi.selection import EVERYTHING, Wanted, group_of
from registry.report import counted, printable
from registry.source.narrowing import mapping, string

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from registry.authoring.importers.openapi._tools import OperationResult
    from registry.source import Json

_SHOWN = 4
"""How many tools of a group are named."""


@dataclass(frozen=True, slots=True)
class Group:
    """The operations that share a tag, or the first word of their path.

    Attributes:
        name: the tag, or that word: what `--only` and `--exclude` take.
        tools: the names of the tools that it would give.
        left_out: the number of operations that cannot become tools.
        methods: how many tools are called with each HTTP method.
        auth: the kinds of credentials that the tools need; `none` among them where one needs none.
        size: the bytes of all tools, as JSON.
    """

    name: str
    tools: tuple[str, ...]
    left_out: int
    methods: Mapping[str, int]
    auth: tuple[str, ...]
    size: int


Choose: TypeAlias = "Callable[[tuple[Group, ...]], tuple[str, ...]]"
"""Gets the groups of a large document, and returns patterns of operations; none for all."""


def groups(
    data: Mapping[str, Json],
    location: str = "",
    wanted: Wanted = EVERYTHING,
    *,
    watch: Watch = iter,
) -> tuple[Group, ...]:
    """Return the groups of the wanted operations of the document *data*, the largest first."""
    api = Api(data, location)
    maker = Tools(api, wanted)
    by_name: dict[str, list[OperationResult]] = {}
    for operation in watch([each for each in operations(api) if not wanted.refusal_of(each)]):
        by_name.setdefault(group_of(operation), []).append(maker.make(operation))
    made = [_group(name, outcomes) for name, outcomes in by_name.items()]
    return tuple(sorted(made, key=lambda each: (-len(each.tools), each.name)))


def _group(name: str, outcomes: list[OperationResult]) -> Group:
    tools = [each.tool for each in outcomes if each.tool is not None]
    calls = [mapping(tool["tool_call_template"]) for tool in tools]
    kinds = {string(mapping(call.get("auth")).get("auth_type")) or "none" for call in calls}
    return Group(
        name,
        tuple(string(tool["name"]) for tool in tools),
        len(outcomes) - len(tools),
        dict(Counter(string(call.get("http_method")) for call in calls).most_common()),
        tuple(sorted(kinds)),
        sum(len(json.dumps(tool, ensure_ascii=False).encode()) for tool in tools),
    )


def groups_as_text(found: tuple[Group, ...]) -> str:
    """Return the groups for a terminal, one a line, with what to do next."""
    return "\n".join(printable(line) for line in _lines(found))


def _lines(listed: tuple[Group, ...]) -> Iterator[str]:
    for group in listed:
        first_tools = ", ".join(group.tools[:_SHOWN]) + (", …" if len(group.tools) > _SHOWN else "")
        yield (
            f"{len(group.tools):5,} {'tool ' if len(group.tools) == 1 else 'tools'}"
            f" {-(-group.size // 1024):6,} KiB  {group.name}  ({_about(group)})"
        )
        if first_tools:
            yield f"{'':20}{first_tools}"
    tools, size = sum(len(group.tools) for group in listed), sum(group.size for group in listed)
    yield (
        f"{tools:5,} {'tool ' if tools == 1 else 'tools'}"
        f" {-(-size // 1024):6,} KiB  in {counted(len(listed), 'group')}"
    )
    yield "choose with --only and --exclude: a method, a tag, a name or a path; * is any characters"


def _about(group: Group) -> str:
    """Return the methods and credentials of the tools of *group*, and how many are left out."""
    methods = " ".join(f"{method} {count}" for method, count in group.methods.items())
    parts = [f"{methods}; auth: {', '.join(group.auth)}"] if group.tools else []
    parts += [f"{group.left_out:,} left out"] if group.left_out else []
    return ", ".join(parts)


def groups_as_data(found: tuple[Group, ...]) -> dict[str, Json]:
    """Return the groups as JSON-shaped data."""
    return {
        "groups": [
            {
                "name": each.name,
                "tools": list(each.tools),
                "left_out": each.left_out,
                "methods": dict(each.methods),
                "auth": list(each.auth),
                "bytes": each.size,
            }
            for each in found
        ]
    }
