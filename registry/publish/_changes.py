"""The changes of every release of a manual, for the index, the pages and the feeds."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from registry import changes
from registry.catalogue.tool_definition import tool_definition
from registry.model.derived import derived

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from registry.changes import Change, Kind
    from registry.model import Manual, Release, Tool
    from registry.source import Json, Pointer

LONGEST = 240
"""Characters of a value that is shown before and after."""

SPLIT = ("type", "enum")
"""Keywords of a schema that definitions say in `anyOf` where a value may have several types."""

MOST = 100
"""Changes listed per release; with more, it is practically another manual."""


class Sides(NamedTuple):
    """The values at one place in a version and in the one *before* it, as JSON."""

    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Changed:
    """The changes of a release: against which version, how much they matter, the gravest first."""

    since: str
    kind: Kind | None
    changes: tuple[Change, ...]
    left: int
    sides: Mapping[tuple[str, Pointer], Sides] = field(default_factory=dict)

    @property
    def by_tools(self) -> tuple[tuple[tuple[str, ...], tuple[Change, ...]], ...]:
        """The changes by the tools that have them, the gravest first; "" is the whole manual.

        Tools that change alike, down to what is shown before and after, are one entry.
        """
        by_tool: dict[str, list[Change]] = {}
        for change in self.changes:
            by_tool.setdefault(change.tool, []).append(change)
        alike: dict[tuple[object, ...], list[str]] = {}
        for tool, found in by_tool.items():
            key = (not tool, *((replace(each, tool=""), self.sides_of(each)) for each in found))
            alike.setdefault(key, []).append(tool)
        return tuple((tuple(tools), tuple(by_tool[tools[0]])) for tools in alike.values())

    def sides_of(self, change: Change) -> Sides | None:
        """Return what was and what is at the place of *change*, None where that is no help."""
        return self.sides.get((change.tool, change.pointer))

    def of(self, tool: str) -> tuple[Change, ...]:
        """Return the changes of the tool called *tool*."""
        return tuple(each for each in self.changes if each.tool == tool)


@derived
def changes_of(manual: Manual) -> Mapping[str, Changed]:
    """Return the changes of each release of *manual*, by version; the first has none.

    A withdrawn release is compared with the one before it, and nothing is compared with it.
    """
    by_version: dict[str, Changed] = {}
    before: Release | None = None
    for release in manual.releases:
        if before:
            by_version[release.version] = changes_between(before, release)
        if release.version not in manual.yanked:
            before = release
    return by_version


def changes_between(before: Release, after: Release, longest: int = LONGEST) -> Changed:
    """Return the changes from *before* to *after*; values above *longest* are not shown."""
    all_changes = changes.compare_releases(before, after)
    listed, left = all_changes[:MOST], len(all_changes[MOST:])
    sides = sides_of(listed, before, after, longest)
    return Changed(before.version, changes.gravest(all_changes), listed, left, sides)


def sides_of(
    listed: Sequence[Change], before: Release, after: Release, longest: int
) -> dict[tuple[str, Pointer], Sides]:
    """Return what is at the places of the changes *listed*, by tool and place, up to *longest*."""
    old, new = before.tool_by_name, after.tool_by_name
    return {
        (change.tool, change.pointer): found
        for change in listed
        if change.pointer
        and (found := _sides(old.get(change.tool), new.get(change.tool), change, longest))
    }


def _sides(old: Tool | None, new: Tool | None, change: Change, longest: int) -> Sides | None:
    """Return what is at the place of *change* before and after; None if that is no help."""
    if old is None or new is None:
        return None
    sides = Sides(*(_text_at(tool_definition(tool), change.pointer) for tool in (old, new)))
    return sides if sides.before != sides.after and max(map(len, sides)) <= longest else None


def _text_at(definition: Json, pointer: Pointer) -> str:
    """Return the value at *pointer* as JSON, "" if nothing is there."""
    value = definition
    for step in pointer:
        if isinstance(value, dict) and step in value:
            value = value[str(step)]
        elif isinstance(value, list) and isinstance(step, int) and step < len(value):
            value = value[step]
        elif isinstance(value, dict) and step in SPLIT and "anyOf" in value:
            value = value["anyOf"]
        else:
            return ""
    return json.dumps(value, ensure_ascii=False)
