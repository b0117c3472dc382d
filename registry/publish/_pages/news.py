"""What happened in the catalogue, by date: which versions of which manuals were released."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.memo import once_for_each
from registry.publish._pages import paths
from registry.publish._pages.words import count

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model import Catalogue, Manual, Release


@dataclass(frozen=True, slots=True)
class News:
    """One release: of which manual, whether it is its first, and its tools."""

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
        """What is new, in a sentence."""
        what = "New manual" if self.is_first else "New version"
        return (
            f"{what} with {count(len(self.release.tools), 'tool')}. {self.manual.summary}".strip()
        )

    @property
    def path(self) -> str:
        """The folder of the page that tells more."""
        return paths.manual_page(self.manual)


@once_for_each
def news(catalogue: Catalogue) -> tuple[News, ...]:
    """Return every dated release of the listed manuals, the newest first."""
    found = (each for manual in catalogue.listed for each in _of_manual(manual))
    return tuple(sorted(found, key=lambda each: (_later(each.date), each.id)))


def _of_manual(manual: Manual) -> Iterable[News]:
    first = manual.releases[0]
    for release in manual.releases:
        if release.released and release.version not in manual.yanked:
            yield News(manual, release, release is first)


def _later(date: str) -> tuple[int, ...]:
    """Return a key that puts later dates first."""
    return tuple(-ord(character) for character in date)
