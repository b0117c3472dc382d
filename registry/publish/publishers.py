"""`/v1/publishers/<publisher>.json`: who publishes what, in the words of the files themselves.

Everything from which another registry can make the files of a publisher again, which is how
registries include each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue.tool_definition import without_empty
from registry.model.files import File
from registry.model.publishers import REVIEWED_KEYS
from registry.publish import to_json
from registry.publish._file_paths import link, publisher_record, schema_path, source_file
from registry.publish._records import upstream

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Publisher, Release
    from registry.publish import Listing, Subject
    from registry.source import Json, Origin


def note_publishers(subject: Subject) -> Json:
    """Return what the record of its publisher says of the manual."""
    entry: dict[str, Json] = {
        "name": subject.manual.name,
        "listing": _data_of(subject.manual.origin),
        "versions": [*_versions(subject)],
    }
    return without_empty(entry)


def list_publishers(listing: Listing) -> Iterator[File]:
    """Yield the record of every publisher."""
    manuals: dict[str, list[Json]] = {}
    noted = zip(listing.entries.manuals, listing.noted("publishers"), strict=True)
    for manual, note in noted:
        manuals.setdefault(manual.publisher.name, []).append(note)
    for publisher in listing.entries.publishers:
        record = _record(publisher, manuals.get(publisher.name, []))
        yield File(publisher_record(publisher.name), to_json(record))


def _record(publisher: Publisher, manuals: list[Json]) -> dict[str, Json]:
    about = {
        key: value for key, value in _data_of(publisher.origin).items() if key not in REVIEWED_KEYS
    }
    return {
        "schema": link(publisher_record(publisher.name), schema_path("publisher")),
        "name": publisher.name,
        "about": about,
        **upstream(publisher),
        "manuals": manuals,
    }


def _versions(subject: Subject) -> Iterator[Json]:
    for release in subject.manual.releases:
        path = source_file(release)
        if path in subject.files:  # nothing of a manual in quarantine is
            yield _version(release, path, subject.files[path].sha256)


def _version(release: Release, path: str, sha256: str) -> Json:
    here = publisher_record(release.publisher)
    return {"version": release.version, "source": link(here, path), "sha256": sha256}


def _data_of(origin: Origin | None) -> dict[str, Json]:
    return dict(origin.document.data) if origin else {}
