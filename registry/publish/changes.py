"""`/v1/changes/…`: what happened in the catalogue, a file a month, for programs that follow it.

It is made of the dates in the tree and of nothing else, so it never forgets and never renumbers: a
manual is not removed, but archived or put in quarantine, which is an entry like any other. Only
what was included comes and goes as its own registry has it, with the dates of that one.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from registry.model import State
from registry.publish import File, to_json
from registry.publish._changes import changes_of
from registry.publish._paths import CHANGES, link, manual_index, schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Catalogue, Manual
    from registry.publish import Publication
    from registry.source import Json

LATEST = 20
"""Entries that the index holds itself, so that most readers need no second file."""

MOST_TOLD = 8
"""Changes of one release that its entry tells; the index of the manual has all."""

Entry = dict[str, "Json"]


def render(publication: Publication) -> Iterator[File]:
    """Yield the index of months, the newest first, and the file of each month."""
    entries = _entries(publication.catalogue)
    months: list[Json] = []
    for month, found in groupby(entries, key=lambda each: str(each["date"])[:7]):
        path, listed = f"v1/changes/{month}.json", list(found)
        months.append({"month": month, "entries": len(listed), "file": link(CHANGES, path)})
        document: dict[str, Json] = {
            "schema": link(path, schema("changes")),
            "month": month,
            "entries": [*listed],
        }
        yield File(path, to_json(document))
    index: dict[str, Json] = {
        "schema": link(CHANGES, schema("changes-index")),
        "months": months,
        "latest": [*entries[:LATEST]],
    }
    yield File(CHANGES, to_json(index))


def _entries(catalogue: Catalogue) -> list[Entry]:
    """Return everything that has a date, the newest first and then by manual."""
    found = [each for manual in catalogue.manuals for each in _of_manual(manual)]
    found.sort(key=lambda each: str(each["manual"]))
    return sorted(found, key=lambda each: str(each["date"]), reverse=True)


def _of_manual(manual: Manual) -> Iterator[Entry]:
    status = manual.status
    if status.state is not State.ACTIVE and status.since:
        more = {"reason": status.reason, "replaced_by": status.replaced_by}
        stated = {key: value for key, value in more.items() if value}
        yield {**_entry(manual, "status", status.since), "state": status.state.value, **stated}
    if status.state is State.QUARANTINED:
        return
    for release in reversed(manual.releases):
        if release.released:
            event = "added" if release is manual.releases[0] else "released"
            entry = _entry(manual, event, release.released)
            entry |= {"version": release.version, "tools": len(release.tools)}
            yield entry | _differences(manual, release.version)


def _entry(manual: Manual, event: str, date: str) -> Entry:
    return {
        "date": date,
        "event": event,
        "manual": manual.id,
        "index": link(CHANGES, manual_index(manual.id)),
    }


def _differences(manual: Manual, version: str) -> Entry:
    found: Entry = {}
    if version in manual.yanked:
        found["yanked"] = manual.yanked[version]
    changed = changes_of(manual).get(version)
    if changed and changed.kind is not None:
        found |= {
            "since": changed.since,
            "kind": str(changed.kind),
            "is_security": any(each.is_security for each in changed.changes),
            "changes": [
                f"{each.tool}: {each.sentence}" if each.tool else each.sentence
                for each in changed.changes[:MOST_TOLD]
            ],
        }
    return found
