"""Make files of what a site says: laid out like those of `manuals/`, and saying the same."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING

from registry import source
from registry.included import Lock, digest
from registry.including._upstream import PublisherRecord, UnusableRecordError
from registry.layout import write_json
from registry.publish import to_json
from registry.source import limits
from registry.source.writing import write_yaml

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from registry.included import Include, Taken
    from registry.including._upstream import ManualRecord, Site
    from registry.source import Json

AT_ONCE = 8
"""Publishers that are read at the same time."""

LONGEST_REASON = 500
"""Characters that are told of a reason, which may quote anything."""

LEFT_OUT = "left out: "
HELD_BACK = "stays as it was: "

NOT_OURS_TO_SAY = ("owners", "verified")
"""What a publisher is here is for this registry to find out."""


@dataclass(frozen=True, slots=True)
class Before:
    """What was included before: the folder of manuals, and the lock that goes with it."""

    folder: Path
    lock: Lock | None

    def data(self, path: str) -> bytes | None:
        """Return the file at *path* as it lies here now, None where there is none."""
        file = self.folder / path
        return file.read_bytes() if file.is_file() and not file.is_symlink() else None

    def locked(self, path: str) -> bytes | None:
        """Return the file at *path* as it was included, None where it was not or was altered."""
        data = self.data(path) if self.lock else None
        known = self.lock.files.get(path) if self.lock else None
        return data if data is not None and digest(data) == known else None

    def of(self, manual_id: str) -> dict[str, bytes]:
        """Return every file of a manual as it was included."""
        paths = self.lock.files if self.lock else {}
        found = {path: self.locked(path) for path in paths if path.startswith(f"{manual_id}/")}
        return {path: data for path, data in found.items() if data is not None}


@dataclass
class Collected:
    """What is to be written.

    Attributes:
        about: the `publisher.yaml` of each publisher.
        releases: the files of the releases of each manual, by its id.
        listings: what each `manual.yaml` is to say.
        held: the files of manuals that stay as they were.
        notes: what is not as the site has it, by publisher or manual.
    """

    about: dict[str, bytes] = field(default_factory=dict)
    releases: dict[str, dict[str, bytes]] = field(default_factory=dict)
    listings: dict[str, Mapping[str, Json]] = field(default_factory=dict)
    held: dict[str, dict[str, bytes]] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)

    def add(self, other: Collected) -> None:
        """Take over all of *other*."""
        self.about |= other.about
        self.releases |= other.releases
        self.listings |= other.listings
        self.held |= other.held
        self.notes |= other.notes

    def leave_out(self, name: str, reason: str) -> None:
        """Take away the publisher or the manual called *name*; the first reason counts."""
        if not self.notes.get(name, "").startswith(LEFT_OUT):
            self.notes[name] = LEFT_OUT + reason[:LONGEST_REASON]
        for found in (self.releases, self.listings, self.held):
            for each in [each for each in found if f"{each}/".startswith(f"{name}/")]:
                del found[each]

    def files(self) -> dict[str, bytes]:
        """Return every file by its path; a publisher without manuals has none."""
        found: dict[str, bytes] = {}
        for manual_id in sorted({*self.releases, *self.held}):
            publisher = manual_id.partition("/")[0]
            found[f"{publisher}/publisher.yaml"] = self.about[publisher]
            found |= self.held.get(manual_id, {})
            found |= self.releases.get(manual_id, {})
            if listing := self._listing(self.listings.get(manual_id, {})):
                found[f"{manual_id}/manual.yaml"] = write_yaml(listing).encode()
        return dict(sorted(found.items()))

    def _listing(self, stated: Mapping[str, Json]) -> dict[str, Json]:
        """Return *stated* without a successor that is not included as well."""
        status = stated.get("status")
        successor = status.get("replaced_by") if isinstance(status, dict) else None
        known = isinstance(successor, str) and successor in {**self.releases, **self.held}
        if not isinstance(status, dict) or successor is None or known:
            return dict(stated)
        kept = {key: value for key, value in status.items() if key != "replaced_by"}
        return {**stated, "status": kept}


def collect(site: Site, include: Include, taken: Taken, before: Before) -> Collected:
    """Return what *site* has of *include*, in files that say the same.

    Publishers whose names are *taken* are left out, and those that are not the site's own. What
    was released *before* and is another file now stays as it was. Raises CannotIncludeError.
    """
    names = [name for name in site.publishers() if include.wants(name)]
    found = Collected()
    with ThreadPoolExecutor(AT_ONCE) as pool:
        try:
            for part in pool.map(partial(_part, site, include, taken, before), names):
                found.add(part)
        except BaseException:
            # The pool waits for who is at work, and a publisher may have thousands of files.
            site.leave()
            raise
    _note_unknown(found, include, names)
    return found


def _part(site: Site, include: Include, taken: Taken, before: Before, name: str) -> Collected:
    """Return what there is of the publisher called *name*."""
    found = Collected()
    try:
        record = _chosen(name, site.publisher(name), include, taken)
    except UnusableRecordError as error:
        found.leave_out(name, str(error))
        return found
    about = {key: value for key, value in record.about.items() if key not in NOT_OURS_TO_SAY}
    found.about[name] = write_yaml(about).encode()
    for manual, stated in record.manuals.items():
        _add(found, f"{name}/{manual}", stated, site, before)
    for manual, reason in record.unusable.items():
        found.leave_out(f"{name}/{manual}", reason)
    return found


def _chosen(name: str, record: PublisherRecord, include: Include, taken: Taken) -> PublisherRecord:
    """Return *record* with the manuals that *include* wants. Raises UnusableRecordError."""
    if record.registry:
        if include.publishers or include.manuals:
            raise UnusableRecordError(
                f"it is not its registry's own, but that of {record.registry!r}"
            )
        return PublisherRecord(record.about, record.registry)
    wanted = {key: each for key, each in record.manuals.items() if include.wants(name, key)}
    unusable = {key: each for key, each in record.unusable.items() if include.wants(name, key)}
    if reason := taken.reason_against(name, wanted):
        raise UnusableRecordError(reason)
    return replace(record, manuals=wanted, unusable=unusable)


def _note_unknown(found: Collected, include: Include, names: list[str]) -> None:
    for name in include.publishers:
        if name not in names:
            found.leave_out(name, "its registry has no such publisher")
    for manual_id in include.manuals:
        known = (manual_id, manual_id.partition("/")[0])
        if manual_id not in found.releases and not any(each in found.notes for each in known):
            found.leave_out(manual_id, "its registry has no such manual")


def _add(
    found: Collected, manual_id: str, record: ManualRecord, site: Site, before: Before
) -> None:
    files: dict[str, bytes] = {}
    for version, sha256 in record.sources.items():
        path = f"{manual_id}/{version}.json"
        data = _source_of(path, before.data(path))
        if data is None or digest(data) != sha256:
            if before.locked(path):
                # Whoever uses this release has read another one, and digests of it are pinned.
                found.notes[manual_id] = f"{HELD_BACK}its released version {version} was changed"
                found.held[manual_id] = before.of(manual_id)
                return
            data = site.source(manual_id, version, sha256)
        try:
            files[path] = _written(path, data, sha256)
        except UnusableRecordError as error:
            found.leave_out(manual_id, f"{version}: {error}")
            return
    found.releases[manual_id] = files
    found.listings[manual_id] = record.listing


def _written(path: str, data: bytes, sha256: str) -> bytes:
    """Return *data*, a release on one line, as people read it. Raises UnusableRecordError."""
    document, problems = source.read(path, data)
    if document is None or problems:
        why = problems[0].message if problems else "it cannot be read"
        raise UnusableRecordError(why)
    text = write_json(document.data).encode()
    if len(text) > limits.MAX_BYTES:
        text = data
    written = _source_of(path, text)
    if written is None or digest(written) != sha256:
        raise UnusableRecordError("its source is not written as registries write it")
    return text


def _source_of(path: str, data: bytes | None) -> bytes | None:
    """Return the file *data* in the form in which its registry publishes it."""
    document, problems = source.read(path, data) if data is not None else (None, ())
    return to_json(document.data) if document and not problems else None
