"""Text of a tool that a model reads, compared between two releases."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from registry.source.narrowing import array
from registry.source.strings import placed_strings
from registry.validate.vocabulary import DATA, IN_MAPPINGS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from registry.model import Release, Tool
    from registry.source import Json, Pointer

_TEXTS = frozenset({"title", "description"})
_VALUES = frozenset((*DATA, "$comment", "pattern"))
"""Keywords whose values a model reads as they are."""

_NATIVE = ("title", "annotations", "icons", "execution", "_meta")
"""Keys of an MCP tool that no other protocol has: who reads the source file finds them."""

_DEFINITIONS = (".$defs.", ".definitions.")
"""Where a schema keeps what it refers to, so that tools with the same parts repeat them."""


@dataclass(frozen=True, slots=True)
class TextChange:
    """One text that differs; *before* is "" if it is new, *after* is "" if it was removed."""

    tool: str
    where: str
    before: str
    after: str


class SharedTextChange(NamedTuple):
    """Text that differs in the same way in *tools*; *change* is that of the first of them."""

    tools: tuple[str, ...]
    where: str
    change: TextChange


def shared_changes(changes: Iterable[TextChange]) -> tuple[SharedTextChange, ...]:
    """Return *changes*, those that tools share only once, in the order of their first tools.

    Texts are shared if they are in the same place; in a definition, wherever it is kept.
    """
    by_place: dict[tuple[str, str, str], list[TextChange]] = {}
    for each in changes:
        by_place.setdefault((_shared_place(each.where), each.before, each.after), []).append(each)
    return tuple(
        SharedTextChange(
            tuple(dict.fromkeys(each.tool for each in same)),
            where if len(same) > 1 else same[0].where,
            same[0],
        )
        for (where, _, _), same in by_place.items()
    )


def _shared_place(where: str) -> str:
    starts = [at for each in _DEFINITIONS if (at := where.find(each)) >= 0]
    return where[min(starts) + 1 :] if starts else where


def compare_texts_of_releases(before: Release | None, after: Release) -> tuple[TextChange, ...]:
    """Return every text that differs between the releases, by tool; all if *before* is None.

    Nothing is known of the texts of tools that *after* lacks because they have errors.
    """
    tools = before.tools if before else ()
    if not after.is_whole:
        tools = tuple(each for each in tools if each.name in after.tool_by_name)
    return _text_changes(texts_of(tools), texts_of(after.tools))


def compare_texts(before: Tool, after: Tool) -> tuple[TextChange, ...]:
    """Return every text that differs between two definitions of a tool."""
    return _text_changes(texts_of([before]), texts_of([after]))


def _text_changes(
    old: Mapping[tuple[str, str], str], new: Mapping[tuple[str, str], str]
) -> tuple[TextChange, ...]:
    return tuple(
        TextChange(tool, where, old.get((tool, where), ""), new.get((tool, where), ""))
        for tool, where in {**old, **new}
        if old.get((tool, where), "") != new.get((tool, where), "")
    )


def texts_of(tools: Iterable[Tool]) -> dict[tuple[str, str], str]:
    """Return every text of *tools* that a model reads, by tool and place."""
    return {
        (tool.name, ".".join(map(str, pointer))): text
        for tool in sorted(tools, key=lambda tool: tool.name)
        for pointer, text in _texts(tool)
    }


def _texts(tool: Tool) -> Iterator[tuple[Pointer, str]]:
    yield ("description",), tool.description
    yield ("tags",), "\n".join(tool.tags)
    for key in _NATIVE:
        yield from placed_strings(tool.native.get(key), (key,))
    shown = (f"{each.task} {_as_text(dict(each.arguments))}" for each in tool.examples)
    yield ("examples",), "\n".join(shown)
    if tool.example_output:
        yield ("example_output",), _as_text(tool.example_output.value)
    yield from _in_schema(tool.inputs, ("inputs",))
    yield from _in_schema(tool.outputs, ("outputs",))


def _in_schema(
    value: Json, pointer: Pointer, *, is_named: bool = False
) -> Iterator[tuple[Pointer, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _TEXTS and isinstance(inner, str) and not is_named:
                yield (*pointer, key), inner
            elif not is_named and (key in _VALUES or key.startswith("x-")):
                # A list has a line for each value, so that what is new among many is shown.
                yield (*pointer, key), "\n".join(map(_as_text, array(inner) or (inner,)))
            else:
                # Its keys are the author's names, even `description` or `properties`.
                are_names = key in IN_MAPPINGS and not is_named
                yield from _in_schema(inner, (*pointer, key), is_named=are_names)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _in_schema(inner, (*pointer, index))


def _as_text(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
