"""`/v1/changes/…`: what happened in the catalogue, a file a month, for programs that follow it.

It is made of the dates in the tree and of nothing else, so it never forgets and never renumbers: a
manual is not removed, but archived or put in quarantine, which is an entry like any other. Only
what was included comes and goes as its own registry has it, with the dates of that one.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from registry.catalogue.tool_definition import without_empty
from registry.model.files import File
from registry.publish import to_json
from registry.publish._events import dated_releases, events
from registry.publish._file_paths import CHANGES, link, manual_index, schema_path

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.publish import Listing, Subject
    from registry.publish._events import DatedRelease, Event
    from registry.source import Json

LATEST = 20
"""Entries that the index holds itself, so that most readers need no second file."""

Entry = dict[str, "Json"]


def note_changes(subject: Subject) -> tuple[DatedRelease, ...]:
    """Return the dated releases of the manual."""
    return dated_releases(subject.manual)


def list_changes(listing: Listing) -> Iterator[File]:
    """Yield the index of months, the newest first, and the file of each month."""
    entries = [_entry(each) for each in events(listing, "changes")]
    months: list[Json] = []
    for month, found in groupby(entries, key=lambda each: str(each["date"])[:7]):
        path, listed = f"v1/changes/{month}.json", list(found)
        months.append({"month": month, "entries": len(listed), "file": link(CHANGES, path)})
        document: dict[str, Json] = {
            "schema": link(path, schema_path("changes")),
            "month": month,
            "entries": [*listed],
        }
        yield File(path, to_json(document))
    index: dict[str, Json] = {
        "schema": link(CHANGES, schema_path("changes-index")),
        "months": months,
        "latest": [*entries[:LATEST]],
    }
    yield File(CHANGES, to_json(index))


def _entry(event: Event) -> Entry:
    manual, release = event.manual, event.release
    entry: Entry = {
        "date": event.date,
        "event": "added" if event.is_first else "released" if release else "status",
        "manual": manual.id,
        "index": link(CHANGES, manual_index(manual.id)),
    }
    if release is None:
        status = manual.status
        stated = {"reason": status.reason, "replaced_by": status.replaced_by}
        return {**entry, "state": status.state.value, **without_empty(stated)}
    return {
        **entry,
        "version": release.version,
        "tools": release.tools,
        **({"yanked": event.withdrawn} if event.withdrawn else {}),
        **_differences(event),
    }


def _differences(event: Event) -> Entry:
    release, changed = event.release, event.changed
    if release is None or changed is None or changed.kind is None:
        return {}
    return {
        "since": changed.since,
        "kind": str(changed.kind),
        "is_security": release.is_security,
        "changes": [
            f"{each.tool}: {each.sentence}" if each.tool else each.sentence
            for each in event.changes
        ],
    }
