"""Choose the tools of a release that can be in one OpenAPI document, and report the others.

OpenAPI has one operation for each method of a path, and many of its readers know one server for a
document. So the tools of a release are in as many documents as that takes: mostly in one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from registry.model import PLACEHOLDER
from registry.model.derived import derived
from registry.publish._openapi_operations import address_of, reason_left_out

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.model import Release, Tool

MOST_PARTS = 20
"""Documents of a release: each names what is in the others, so more would grow with the square."""


@dataclass
class Part:
    """The tools in one document: of one *server*, each a method of its own of a path."""

    server: str
    tools: list[Tool] = field(default_factory=list)
    _paths: dict[str, str] = field(default_factory=dict)
    _operations: set[tuple[str, str]] = field(default_factory=set)

    def take(self, tool: Tool) -> bool:
        """Take *tool* if it can be here; return whether it can."""
        address = address_of(tool)
        # Paths that differ in nothing but the names of their inputs are the same path.
        kind = PLACEHOLDER.sub("{}", address.path)
        operation = (kind, tool.call.method)
        if (
            address.server != self.server
            or operation in self._operations
            or self._paths.setdefault(kind, address.path) != address.path
        ):
            return False
        self.tools.append(tool)
        self._operations.add(operation)
        return True


@derived
def parts_of(release: Release) -> tuple[Part, ...]:
    """Return the parts of *release*, at most `MOST_PARTS`, with every tool that can be in one."""
    parts: list[Part] = []
    for tool in release.tools:
        is_placed = reason_left_out(tool) or any(part.take(tool) for part in parts)
        if not is_placed and len(parts) < MOST_PARTS:
            parts.append(Part(address_of(tool).server))
            parts[-1].take(tool)
    return tuple(parts)


@derived
def part_numbers(release: Release) -> Mapping[str, int]:
    """Return the number of the part that has each tool of *release*, by its name, from 1."""
    return {
        tool.name: number for number, part in enumerate(parts_of(release), 1) for tool in part.tools
    }


@derived
def left_out(release: Release) -> Mapping[str, str]:
    """Return the reason for each tool of *release* that is in no part, by its name, as a clause."""
    return {
        tool.name: reason_left_out(tool) or f"a manual has at most {MOST_PARTS} documents"
        for tool in release.tools
        if tool.name not in part_numbers(release)
    }
