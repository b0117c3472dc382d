"""What every release of a manual changed, as the index, the pages and the feeds tell it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry import changes
from registry.memo import once_for_each

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.changes import Change, Kind
    from registry.model import Manual, Release

MOST = 100
"""Changes of one release that are told; whoever changed more has written another manual."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What a release changed: against which version, how much it matters, the gravest first."""

    since: str
    kind: Kind | None
    changes: tuple[Change, ...]
    left: int

    def of(self, tool: str) -> tuple[Change, ...]:
        """Return the changes of the tool called *tool*."""
        return tuple(each for each in self.changes if each.tool == tool)


@once_for_each
def changes_of(manual: Manual) -> Mapping[str, Changed]:
    """Return by version what each release of *manual* changed; the first has nothing to tell.

    A withdrawn release is compared with the one before it, and nothing is compared with it.
    """
    found: dict[str, Changed] = {}
    before: Release | None = None
    for release in manual.releases:
        if before:
            found[release.version] = _compared(before, release)
        if release.version not in manual.yanked:
            before = release
    return found


def _compared(before: Release, after: Release) -> Changed:
    every = changes.compare(before, after)
    return Changed(before.version, changes.gravest(every), every[:MOST], len(every[MOST:]))
