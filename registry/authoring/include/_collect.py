"""Turn the records of a site into files like those of `manuals/`, with the same content."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from registry import source
from registry.authoring.include._upstream import PublisherRecord, UnusableRecordError
from registry.catalogue.included_registries import INCLUDE_LOCK, IncludeLock, sha256_hex
from registry.model.publishers import REVIEWED_KEYS
from registry.publish import to_json
from registry.source import limits
from registry.source.plain_files import read_plain
from registry.source.writing import write_json, write_yaml

if TYPE_CHECKING:
    from collections.abc import Container, Mapping
    from pathlib import Path

    from registry.authoring.include._upstream import ManualRecord, UpstreamSite
    from registry.catalogue.included_registries import Include, TakenNames
    from registry.source import Json

AT_ONCE = 8
"""The number of publishers that are read in parallel."""

LONGEST_REASON = 500
"""The maximum number of characters of a reason, which may quote anything."""

LEFT_OUT = "left out: "
HELD_BACK = "not updated: "


@dataclass(frozen=True, slots=True)
class Before:
    """The earlier state: the folder of included manuals, and its lock."""

    folder: Path
    lock: IncludeLock | None

    def data(self, path: str) -> bytes | None:
        """Return the current content of the file at *path*; None if there is none."""
        file = self.folder / path
        return read_plain(file) if file.is_file() and not file.is_symlink() else None

    def locked(self, path: str) -> bytes | None:
        """Return the file at *path* if it is as it was included, else None."""
        data = self.data(path) if self.lock else None
        known = self.lock.files.get(path) if self.lock else None
        return data if data is not None and sha256_hex(data) == known else None

    def gone(self, asked: Mapping[str, object], left: Container[str]) -> dict[str, str]:
        """Return the upstream's digest of each release that was included, if it is not *left*.

        That is by path, and only under the trust root that is *asked* for.
        """
        if self.lock is None or self.lock.asked["trust"] != asked["trust"]:
            return {}
        digests = dict(self.lock.gone)
        for path in self.lock.files:
            if path.endswith(".json") and (data := _source_of(path, self.locked(path))):
                digests[path] = sha256_hex(data)
        return {path: digests[path] for path in sorted(digests) if path not in left}

    def of(self, manual_id: str) -> dict[str, bytes]:
        """Return the unaltered files of a manual as they were included, by path."""
        paths = (f"{manual_id}/{each.name}" for each in (self.folder / manual_id).glob("*"))
        found = {path: self.locked(path) for path in paths}
        return {path: data for path, data in found.items() if data is not None}


@dataclass
class Collected:
    """The files to write.

    Attributes:
        about: the `publisher.yaml` of each publisher, by name.
        releases: the files of the releases of each manual, by its id.
        listings: the content of each `manual.yaml`, by the manual's id.
        held: the files of manuals that are not updated, by the manual's id.
        notes: why a publisher or manual differs from the site, by name.
    """

    about: dict[str, bytes] = field(default_factory=dict)
    releases: dict[str, dict[str, bytes]] = field(default_factory=dict)
    listings: dict[str, Mapping[str, Json]] = field(default_factory=dict)
    held: dict[str, dict[str, bytes]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def add(self, other: Collected) -> None:
        """Add everything in *other*."""
        self.about |= other.about
        self.releases |= other.releases
        self.listings |= other.listings
        self.held |= other.held
        self.notes |= other.notes

    def leave_out(self, name: str, reason: str) -> None:
        """Remove the publisher or manual *name*, and note the first reason."""
        if not self.notes.get(name, "").startswith(LEFT_OUT):
            self.notes[name] = LEFT_OUT + reason[:LONGEST_REASON]
        is_manual = "/" in name
        for by_name in (self.releases, self.listings, self.held):
            ids = [name] if is_manual else [each for each in by_name if each.startswith(f"{name}/")]
            for each in ids:
                by_name.pop(each, None)

    def files(self) -> dict[str, bytes]:
        """Return every file by its path, without publishers that have no manuals."""
        files: dict[str, bytes] = {}
        for manual_id in sorted({*self.releases, *self.held}):
            publisher = manual_id.partition("/")[0]
            files[f"{publisher}/publisher.yaml"] = self.about[publisher]
            files |= self.held.get(manual_id, {})
            files |= self.releases.get(manual_id, {})
            if listing := self._listing(self.listings.get(manual_id, {})):
                files[f"{manual_id}/manual.yaml"] = write_yaml(listing).encode()
        return dict(sorted(files.items()))

    def _listing(self, stated: Mapping[str, Json]) -> dict[str, Json]:
        """Return *stated* without a successor that is not included."""
        status = stated.get("status")
        successor = status.get("replaced_by") if isinstance(status, dict) else None
        known = isinstance(successor, str) and (
            successor in self.releases or successor in self.held
        )
        if not isinstance(status, dict) or successor is None or known:
            return dict(stated)
        kept = {key: value for key, value in status.items() if key != "replaced_by"}
        return {**stated, "status": kept}


def collect(site: UpstreamSite, include: Include, taken: TakenNames, before: Before) -> Collected:
    """Return the content of *site* that *include* selects, as files.

    Publishers whose names are *taken*, and those that are not the site's own, are left out. A
    manual with a release that has changed since *before* is not updated. Raises CannotIncludeError.
    """
    names = [name for name in site.publishers() if include.wants(name)]
    collected = Collected()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for part in pool.map(partial(_part, site, include, taken, before), names):
                collected.add(part)
        except BaseException:
            # The pool waits for running tasks, and a publisher may have thousands of files.
            site.leave()
            raise
    _note_unknown(collected, include, names)
    return collected


def _part(
    site: UpstreamSite, include: Include, taken: TakenNames, before: Before, name: str
) -> Collected:
    """Return the files of the publisher *name*."""
    collected = Collected()
    try:
        record = _with_selected(name, site.publisher(name), include, taken)
    except UnusableRecordError as error:
        collected.leave_out(name, str(error))
        return collected
    about = {key: value for key, value in record.about.items() if key not in REVIEWED_KEYS}
    collected.about[name] = write_yaml(about).encode()
    for manual, stated in record.manuals.items():
        _add_record(collected, f"{name}/{manual}", stated, site, before)
    for manual, reason in record.unusable.items():
        collected.leave_out(f"{name}/{manual}", reason)
    return collected


def _with_selected(
    name: str, record: PublisherRecord, include: Include, taken: TakenNames
) -> PublisherRecord:
    """Return *record* with the manuals that *include* selects. Raises UnusableRecordError."""
    if record.registry:
        if include.publishers or include.manuals:
            raise UnusableRecordError(
                f"it does not belong to its registry, but to {record.registry!r}"
            )
        return PublisherRecord(record.about, record.registry)
    wanted = {key: each for key, each in record.manuals.items() if include.wants(name, key)}
    unusable = {key: each for key, each in record.unusable.items() if include.wants(name, key)}
    if reason := taken.reason_against(name, wanted):
        raise UnusableRecordError(reason)
    return replace(record, manuals=wanted, unusable=unusable)


def _note_unknown(collected: Collected, include: Include, names: list[str]) -> None:
    for name in include.publishers:
        if name not in names:
            collected.leave_out(name, "its registry has no such publisher")
    for manual_id in include.manuals:
        known = (manual_id, manual_id.partition("/")[0])
        if manual_id not in collected.releases and not any(
            each in collected.notes for each in known
        ):
            collected.leave_out(manual_id, "its registry has no such manual")


def _add_record(
    collected: Collected, manual_id: str, record: ManualRecord, site: UpstreamSite, before: Before
) -> None:
    files: dict[str, bytes] = {}
    gone = before.lock.gone if before.lock else {}
    for version, sha256 in record.sources.items():
        path = f"{manual_id}/{version}.json"
        if gone.get(path, sha256) != sha256:
            reason = f"its version {version} was included before, as another; remove it from "
            reason += f"`gone` in {INCLUDE_LOCK} to accept this one"
            if kept := before.of(manual_id):
                collected.notes[manual_id], collected.held[manual_id] = f"{HELD_BACK}{reason}", kept
            else:
                collected.leave_out(manual_id, reason)
            return
        data = _source_of(path, before.data(path))
        if data is None or sha256_hex(data) != sha256:
            if before.locked(path):
                # Users have read another release under this version, and pin its digest.
                collected.notes[manual_id] = (
                    f"{HELD_BACK}its released version {version} was changed, here or at its "
                    "registry; compare the two"
                )
                collected.held[manual_id] = before.of(manual_id)
                return
            data = site.source(manual_id, version, sha256)
        try:
            files[path] = _indented_release(path, data, sha256)
        except UnusableRecordError as error:
            collected.leave_out(manual_id, f"{version}: {error}")
            return
    collected.releases[manual_id] = files
    collected.listings[manual_id] = record.listing


def _indented_release(path: str, data: bytes, sha256: str) -> bytes:
    """Return *data*, a release on one line, indented. Raises UnusableRecordError."""
    document, problems = source.read_document(path, data)
    if document is None or problems:
        why = problems[0].message if problems else "it cannot be read"
        raise UnusableRecordError(why)
    text = f"{write_json(document.data, indent=2)}\n".encode()
    if len(text) > limits.MAX_BYTES:
        text = data
    written = _source_of(path, text)
    if written is None or sha256_hex(written) != sha256:
        raise UnusableRecordError("its source is not in the form in which registries publish it")
    return text


def _source_of(path: str, data: bytes | None) -> bytes | None:
    """Return *data* in the form in which registries publish it; None if it cannot be read."""
    document, problems = source.read_document(path, data) if data is not None else (None, ())
    return to_json(document.data) if document and not problems else None
