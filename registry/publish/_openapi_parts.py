"""Which tools of a release can be in one OpenAPI document, and which in none.

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
    from registry.model import Release, Tool


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
    """Return the parts of *release*, with every tool that can be in one."""
    parts: list[Part] = []
    for tool in release.tools:
        if not reason_left_out(tool) and not any(part.take(tool) for part in parts):
            parts.append(Part(address_of(tool).server))
            parts[-1].take(tool)
    return tuple(parts)


def part_number(release: Release, tool: Tool) -> int:
    """Return which part of *release* has *tool*, counted from 1; 0 for none."""
    numbers = (
        number
        for number, part in enumerate(parts_of(release), 1)
        if any(each is tool for each in part.tools)
    )
    return next(numbers, 0)
