"""The words of a tool that a model reads, side by side for two releases: they are code to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release, Tool
    from registry.source import Json, Pointer

_TEXTS = frozenset({"title", "description"})
_NAMED = frozenset({"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"})
"""Keywords whose keys are names that the author chose, even `description`."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text that differs: "" *before* where it is new, "" *after* where it is gone."""

    tool: str
    where: str
    before: str
    after: str


def compare(before: Release | None, after: Release) -> tuple[Prompt, ...]:
    """Return every text of *before*, if it is there, and *after* that is not the same, by tool."""
    old, new = _texts_of(before) if before else {}, _texts_of(after)
    return tuple(
        Prompt(tool, where, old.get((tool, where), ""), new.get((tool, where), ""))
        for tool, where in {**old, **new}
        if old.get((tool, where)) != new.get((tool, where))
    )


def _texts_of(release: Release) -> dict[tuple[str, str], str]:
    tools = sorted(release.tools, key=lambda tool: tool.name)
    return {
        (tool.name, ".".join(map(str, pointer))): text
        for tool in tools
        for pointer, text in _texts(tool)
    }


def _texts(tool: Tool) -> Iterator[tuple[Pointer, str]]:
    yield ("description",), tool.description
    yield from _in_schema(tool.inputs, ("inputs",))
    yield from _in_schema(tool.outputs, ("outputs",))


def _in_schema(
    value: Json, pointer: Pointer, *, is_named: bool = False
) -> Iterator[tuple[Pointer, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _TEXTS and isinstance(inner, str) and not is_named:
                yield (*pointer, key), inner
            else:
                yield from _in_schema(inner, (*pointer, key), is_named=key in _NAMED)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _in_schema(inner, (*pointer, index))
