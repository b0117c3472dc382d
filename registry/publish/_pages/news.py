"""What happened in the catalogue, by date: which versions of which manuals were released."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.changes import Kind
from registry.memo import once_for_each
from registry.publish._changes import changes_of
from registry.publish._pages import paths
from registry.publish._pages.words import KINDS, count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.changes import Change
    from registry.model import Catalogue, Manual, Release
    from registry.publish._changes import Changed

MOST_TOLD = 8
"""Changes of one release that lists of many releases tell."""


@dataclass(frozen=True, slots=True)
class News:
    """One release: of which manual, whether it is its first, and what it changed."""

    manual: Manual
    release: Release
    is_first: bool

    @property
    def date(self) -> str:
        """The day of the release, `YYYY-MM-DD`."""
        return self.release.released

    @property
    def id(self) -> str:
        """`publisher/manual@version`."""
        return f"{self.manual.id}@{self.release.version}"

    @property
    def title(self) -> str:
        """The manual with its version."""
        return f"{self.manual.title} {self.release.version}"

    @property
    def summary(self) -> str:
        """What is new, in a sentence or two."""
        tools = count(len(self.release.tools), "tool")
        if self._changed is None:
            return f"New manual with {tools}. {self.manual.summary}".strip()
        return f"New version with {tools}: {KINDS[self._changed.kind]}."

    @property
    def is_breaking(self) -> bool:
        """Whether calls that worked before may fail now."""
        return bool(self._changed and self._changed.kind is Kind.BREAKING)

    @property
    def changes(self) -> tuple[Change, ...]:
        """The gravest changes."""
        return self._changed.changes[:MOST_TOLD] if self._changed else ()

    @property
    def left(self) -> int:
        """How many changes are not among `changes`."""
        found = self._changed
        return found.left + len(found.changes[MOST_TOLD:]) if found else 0

    @property
    def _changed(self) -> Changed | None:
        return changes_of(self.manual).get(self.release.version)

    @property
    def path(self) -> str:
        """The folder of the page that tells more."""
        return paths.manual_page(self.manual)


@once_for_each
def news(catalogue: Catalogue) -> tuple[News, ...]:
    """Return every dated release of the listed manuals, the newest first."""
    found = (each for manual in catalogue.listed for each in _of_manual(manual))
    return tuple(sorted(found, key=lambda each: (_later(each.date), each.manual.id)))


def _of_manual(manual: Manual) -> Iterable[News]:
    first = manual.releases[0]
    for release in reversed(manual.releases):
        if release.released and release.version not in manual.yanked:
            yield News(manual, release, release is first)


def _later(date: str) -> tuple[int, ...]:
    """Return a key that puts later dates first."""
    return tuple(-ord(character) for character in date)
