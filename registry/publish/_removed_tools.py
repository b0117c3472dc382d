"""Tools that a manual has no more, and what is called much like them, for their users."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from registry.model.derived import derived
from registry.publish._similar_tools import COMMON
from registry.search import analysis

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model import Manual, Release, Tool

MOST_NEAR = 3


def former(manual: Manual) -> dict[str, tuple[Release, Release]]:
    """Return each tool that is gone, by name: the last release with it, and the one after that."""
    releases = [each for each in manual.releases if each.version not in manual.yanked]
    until = releases.index(manual.latest) if manual.latest in releases else 0
    gone_tools: dict[str, tuple[Release, Release]] = {}
    for before, after in pairwise(releases[: until + 1]):
        names = {tool.name for tool in after.tools}
        gone_tools |= {
            tool.name: (before, after) for tool in before.tools if tool.name not in names
        }
    # Some file systems take two names for one that differ only in case.
    current_names = {tool.name.lower() for tool in manual.latest.tools} if manual.latest else set()
    return {name: gone for name, gone in gone_tools.items() if name.lower() not in current_names}


@derived
def with_page(manual: Manual) -> frozenset[str]:
    """Return the names of all tools of *manual* that have a page, those that are gone included."""
    now = (tool.name for tool in manual.latest.tools) if manual.latest else ()
    return frozenset((*former(manual), *now))


def nearest(gone: Tool, tools: Iterable[Tool]) -> tuple[str, ...]:
    """Return the names of *tools* that are called much like *gone* and do as much, the best first.

    They share a word that says what they are about; their inputs decide which is nearest.
    """
    words = _words(gone)
    near = [
        (
            -len(words & _words(tool)),
            -len(gone.properties.keys() & tool.properties.keys()),
            tool.name,
        )
        for tool in tools
        if tool.effect is gone.effect and words & _words(tool)
    ]
    return tuple(name for _, _, name in sorted(near)[:MOST_NEAR])


def _words(tool: Tool) -> set[str]:
    words = analysis.words(tool.name)
    return {analysis.stem(word) for word in words if word not in COMMON}
