"""The text of pages and feeds on each event in the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.changes import Kind
from registry.model import State
from registry.publish._events import events
from registry.publish._file_paths import manual_index
from registry.publish._pages import paths
from registry.publish._pages.words import KINDS, STATES, status_sentences
from registry.report import counted

if TYPE_CHECKING:
    from registry.model.entries import ManualEntry
    from registry.publish import Listing
    from registry.publish._events import DatedRelease, Event


@dataclass(frozen=True, slots=True)
class News:
    """One event in words."""

    event: Event

    @property
    def manual(self) -> ManualEntry:
        """The manual to which it happened."""
        return self.event.manual

    @property
    def id(self) -> str:
        """`publisher/manual@version`, or `publisher/manual@state` where the status changed."""
        release = self.event.release
        return f"{self.manual.id}@{release.version if release else self.manual.status.state}"

    @property
    def title(self) -> str:
        """The manual with its version or its state; one in quarantine does not name itself."""
        release, state = self.event.release, self.manual.status.state
        if release:
            return f"{self.manual.title} {release.version}"
        name = self.manual.id if state is State.QUARANTINED else self.manual.title
        return f"{name} is {STATES[state]}"

    @property
    def kind(self) -> str:
        """What it means to callers in a word: new, breaking, compatible, cosmetic, status."""
        if self.event.release is None:
            return "status"
        if self.event.withdrawn:
            return "withdrawn"
        changed = self.event.changed
        return "new" if changed is None else str(changed.kind or Kind.COSMETIC)

    @property
    def summary(self) -> str:
        """What is new, in a sentence or two."""
        if release := self.event.release:
            return f"{self._release(release)}{self._withdrawn()}"
        return " ".join(status_sentences(self.manual.status))

    def _release(self, release: DatedRelease) -> str:
        tools, changed = counted(release.tools, "tool"), self.event.changed
        if changed is None:
            return f"New manual with {tools}. {self.manual.summary}".strip()
        return f"New version with {tools}: {KINDS[changed.kind]}."

    def _withdrawn(self) -> str:
        return f" Withdrawn: {self.event.withdrawn}" if self.event.withdrawn else ""

    @property
    def is_breaking(self) -> bool:
        """Whether calls that worked before may fail now."""
        return bool(self.event.changed and self.event.changed.kind is Kind.BREAKING)

    @property
    def with_page(self) -> frozenset[str]:
        """The tools named in what changed that have a page."""
        release = self.event.release
        return release.with_page if release and self.manual.is_listed else frozenset()

    @property
    def path(self) -> str:
        """The folder of the page that says more, or the index of a manual that has no page."""
        is_listed = self.manual.is_listed
        return paths.manual_page(self.manual) if is_listed else manual_index(self.manual.id)


def news(listing: Listing, artefact: str) -> tuple[News, ...]:
    """Return every event in the notes of *artefact*, the newest first."""
    return tuple(map(News, events(listing, artefact)))
