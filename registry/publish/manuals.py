"""`/v1/manuals/…`: the versions of each manual and, for each version, what clients load.

The index of a manual is enough to resolve a version: `x.y.z` is itself, `x` is `x.0.0`, and none
is `latest`, which is neither withdrawn nor a prerelease.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.catalogue.tool_definition import tool_digest, without_empty
from registry.model import State, versions
from registry.model.canonical import canonical
from registry.model.files import File
from registry.publish import to_json
from registry.publish._changes import changes_of
from registry.publish._file_paths import (
    link,
    manual_file_path,
    manual_index,
    release_path,
    schema_path,
    utcp_file_name,
)
from registry.publish._records import (
    about_manual,
    compared,
    manual_status,
    release_sources,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release, Tool
    from registry.publish import Subject
    from registry.source import Json

LATEST = "latest"


def publish_manuals(subject: Subject) -> Iterator[File]:
    """Yield the files of the manual; if it is quarantined only the index, which says why."""
    manual, entries = subject.manual, []
    for release in manual.releases:
        files = [] if _is_quarantined(manual) else list(_release_files(release))
        yield from files
        if release is manual.latest:
            yield from (_as_latest(release, file) for file in files)
        entries.append(_entry(manual, release, files))
    yield File(manual_index(manual.id), to_json(_index(manual, entries)))


def _is_quarantined(manual: Manual) -> bool:
    return manual.status.state is State.QUARANTINED


def _release_files(release: Release) -> Iterator[File]:
    """Yield what was submitted, in canonical form, and its tools in a UTCP file for each kind."""
    yield File(release_path(release, "source.json"), canonical(release.document.data))
    by_kind: dict[str, list[Tool]] = {}
    for tool in release.tools:
        if not utcp_export.load_obstacles(tool):
            by_kind.setdefault(utcp_export.file_kind(tool), []).append(tool)
    for kind, tools in sorted(by_kind.items()):
        documents = map(utcp_export.document, tools)
        data = to_json(utcp_export.manual(release.version, documents))
        yield File(release_path(release, utcp_file_name(kind)), data)


def _as_latest(release: Release, file: File) -> File:
    name = file.path.rpartition("/")[2]
    return File(manual_file_path(release.manual_id, LATEST, name), file.data)


def _index(manual: Manual, entries: list[Json]) -> dict[str, Json]:
    path = manual_index(manual.id)
    newest = manual.latest if not _is_quarantined(manual) else None
    return {
        "schema": link(path, schema_path("manual")),
        **about_manual(manual),
        "status": manual_status(manual),
        **({"latest": newest.version} if newest else {}),
        "versions": entries,
    }


def _entry(manual: Manual, release: Release, files: list[File]) -> Json:
    """Return what the index says of one version, with links relative to the index."""
    folder = manual_index(manual.id).rpartition("/")[0]
    entry: dict[str, Json] = {
        "version": release.version,
        "released": release.released,
        "protocol": release.protocol,
        "dialect": release.dialect,
        "is_prerelease": versions.is_prerelease(release.version),
        "yanked": manual.yanked.get(release.version, ""),
        "sources": release_sources(release),
        **compared(manual, release),
        "notices": list(release.notices),
        "changes": _changes(manual, release),
        "tools": [{"name": tool.name, "sha256": tool_digest(tool)} for tool in release.tools],
        "files": [
            {
                "path": file.path.removeprefix(f"{folder}/"),
                "sha256": file.digest.sha256,
                "bytes": len(file.data),
            }
            for file in files
        ],
    }
    return without_empty(entry)


def _changes(manual: Manual, release: Release) -> dict[str, Json]:
    """Return what *release* changed for callers, {} for the first one."""
    changed = changes_of(manual).get(release.version)
    if changed is None or _is_quarantined(manual):
        return {}
    return {
        "since": changed.since,
        "kind": str(changed.kind) if changed.kind else "none",
        "list": [
            without_empty(
                {
                    "kind": str(each.kind),
                    "tool": each.tool,
                    "sentence": each.sentence,
                    **({"is_security": True} if each.is_security else {}),
                }
            )
            for each in changed.changes
        ],
        **({"left": changed.left} if changed.left else {}),
    }
