"""Find tools that are called much like one that is gone, for those who look for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish._alike import COMMON
from registry.search import analysis

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model import Tool

MOST_NEAR = 3


def nearest(gone: Tool, tools: Iterable[Tool]) -> tuple[str, ...]:
    """Return the names of *tools* that are called much like *gone* and do as much, the best first.

    They share a word that says what they are about; their inputs decide which is nearest.
    """
    words, inputs = _words(gone), _inputs(gone)
    near = [
        (-len(words & _words(tool)), -len(inputs & _inputs(tool)), tool.name)
        for tool in tools
        if tool.effect is gone.effect and words & _words(tool)
    ]
    return tuple(name for _, _, name in sorted(near)[:MOST_NEAR])


def _words(tool: Tool) -> set[str]:
    words = analysis.words(tool.name.replace("_", " "))
    return {analysis.stem(word) for word in words if word not in COMMON}


def _inputs(tool: Tool) -> set[str]:
    properties = tool.inputs.get("properties")
    return set(properties) if isinstance(properties, dict) else set()
