"""`/v1/publishers/<publisher>.json`: who publishes what, in the words of the files themselves.

Everything from which another registry can make the files of a publisher again, which is how
registries include each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.publish import File, Stage, to_json
from registry.publish._paths import link, publisher_record, schema, source_file
from registry.publish._records import upstream, without_empty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Publisher, Release
    from registry.publish import Publication
    from registry.source import Json, Origin

STAGE = Stage.PAGES
"""It holds the digests of what was submitted."""

_OURS = ("owners", "verified")
"""What a registry says by its own review, which is nothing for another to pass on."""


def render(publication: Publication) -> Iterator[File]:
    """Yield the record of every publisher."""
    manuals: dict[str, list[Manual]] = {}
    for manual in publication.catalogue.manuals:
        manuals.setdefault(manual.publisher.name, []).append(manual)
    for publisher in publication.catalogue.publishers:
        found = manuals.get(publisher.name, [])
        yield File(
            publisher_record(publisher.name), to_json(_record(publication, publisher, found))
        )


def _record(
    publication: Publication, publisher: Publisher, manuals: list[Manual]
) -> dict[str, Json]:
    about = {key: value for key, value in _stated(publisher.origin).items() if key not in _OURS}
    return {
        "schema": link(publisher_record(publisher.name), schema("publisher")),
        "name": publisher.name,
        "about": about,
        **upstream(publisher),
        "manuals": [_manual(publication, manual) for manual in manuals],
    }


def _manual(publication: Publication, manual: Manual) -> Json:
    entry: dict[str, Json] = {
        "name": manual.name,
        "listing": _stated(manual.origin),
        "versions": [*_versions(publication, manual)],
    }
    return without_empty(entry)


def _versions(publication: Publication, manual: Manual) -> Iterator[Json]:
    for release in manual.releases:
        path = source_file(release)
        if path in publication.written:  # nothing of a manual in quarantine is
            yield _version(release, path, publication.written[path].sha256)


def _version(release: Release, path: str, sha256: str) -> Json:
    here = publisher_record(release.publisher)
    return {"version": release.version, "source": link(here, path), "sha256": sha256}


def _stated(origin: Origin | None) -> dict[str, Json]:
    return dict(origin.document.data) if origin else {}
