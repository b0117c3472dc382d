"""The events in the catalogue, by date: one list for the API, the pages and the feeds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from registry.model import State
from registry.model.derived import derived
from registry.publish._changes import changes_of
from registry.publish._removed_tools import with_page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes import Change
    from registry.model import Manual, Release
    from registry.model.entries import ManualEntry
    from registry.publish import Listing
    from registry.publish._changes import Changed

MOST_SHOWN = 8
"""Changes of one release that lists of many releases tell; the index of the manual has all."""


@dataclass(frozen=True, slots=True)
class DatedRelease:
    """The facts of a release that lists of events show.

    Attributes:
        date, version: when it was released, and what it is called.
        tools: how many it has.
        is_first: whether the manual came with it.
        withdrawn: why nobody should use it any more, "" if it is not withdrawn.
        changed: the most severe kind of its changes; None for the first one.
        is_security: whether any of its changes concerns security.
        with_page: the tools named in `changed` that have a page, those that are gone included.
    """

    date: str
    version: str
    tools: int
    is_first: bool
    withdrawn: str
    changed: Changed | None
    is_security: bool
    with_page: frozenset[str]


@dataclass(frozen=True, slots=True)
class Event:
    """A *release* of a manual, or, where that is None, the status in which the manual now is."""

    date: str
    manual: ManualEntry
    release: DatedRelease | None = None

    @property
    def is_first(self) -> bool:
        """Whether the manual came with this release."""
        return self.release is not None and self.release.is_first

    @property
    def withdrawn(self) -> str:
        """Why nobody should use the release any more, "" where it is not withdrawn."""
        return self.release.withdrawn if self.release else ""

    @property
    def changed(self) -> Changed | None:
        """What the release changed; None for the first, and for a status."""
        return self.release.changed if self.release else None

    @property
    def changes(self) -> tuple[Change, ...]:
        """The gravest changes."""
        return self.changed.changes if self.changed else ()

    @property
    def left(self) -> int:
        """How many changes are not among `changes`."""
        return self.changed.left if self.changed else 0


def events(listing: Listing, artefact: str) -> tuple[Event, ...]:
    """Return everything in the catalogue that has a date, the newest first and then by manual.

    The notes of *artefact* are what `dated_releases` returns. For a manual in quarantine, only
    its status is an event; for others, each release, including those that are withdrawn.
    """
    noted = zip(listing.entries.manuals, listing.noted(artefact), strict=True)
    found = [each for manual, releases in noted for each in _of_manual(manual, releases)]
    found.sort(key=lambda each: each.manual.id)
    return tuple(sorted(found, key=lambda each: each.date, reverse=True))


def _of_manual(manual: ManualEntry, releases: tuple[DatedRelease, ...]) -> Iterator[Event]:
    status = manual.status
    if status.state is not State.ACTIVE and status.since:
        yield Event(status.since, manual)
    if status.state is not State.QUARANTINED:
        yield from (Event(release.date, manual, release) for release in releases)


@derived
def dated_releases(manual: Manual) -> tuple[DatedRelease, ...]:
    """Return what lists of events say of each release of *manual* that has a date, newest first."""
    return tuple(_dated(manual, each) for each in reversed(manual.releases) if each.released)


def _dated(manual: Manual, release: Release) -> DatedRelease:
    changed = changes_of(manual).get(release.version)
    gravest = _gravest_only(changed) if changed else None
    return DatedRelease(
        date=release.released,
        version=release.version,
        tools=len(release.tools),
        is_first=release is manual.releases[0],
        withdrawn=manual.yanked.get(release.version, ""),
        changed=gravest,
        is_security=bool(changed and any(each.is_security for each in changed.changes)),
        with_page=with_page(manual) & {each.tool for each in gravest.changes}
        if gravest
        else frozenset(),
    )


def _gravest_only(changed: Changed) -> Changed:
    """Return *changed* with its gravest changes only, without the schemas of both sides."""
    kept, rest = changed.changes[:MOST_SHOWN], changed.changes[MOST_SHOWN:]
    return replace(changed, changes=kept, left=changed.left + len(rest), sides={})
