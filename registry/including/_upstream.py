"""Another registry's site, of which nothing is believed but what its trust root leads to."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from registry import source, versions
from registry.fetch import FetchError, get
from registry.included import digest
from registry.load import is_free_name
from registry.model import State
from registry.signing import SignedSite, UntrustedSiteError
from registry.source import limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from registry.included import Include
    from registry.source import Json

MAX_FILES = 200_000
"""Files that are read of one registry: several times those of ten thousand manuals."""

MAX_TOTAL = 1024 * 1024 * 1024
"""Bytes of all of them."""

_API = "v1/"
_INDEX = f"{_API}index.json"
_PUBLISHERS = "publishers/"
_ENDING = ".json"
_LARGEST = 4 * limits.MAX_BYTES
"""Bytes that are read of a file; those that no manual may have are refused by the reader."""

_LONGEST_NAME = 100
"""Characters that are told of a name; none that is usable has as many."""


class CannotIncludeError(Exception):
    """A registry cannot be included at all; says why."""


class UnusableRecordError(ValueError):
    """What a registry says of one publisher or manual cannot be used; says why."""


@dataclass(frozen=True, slots=True)
class ManualRecord:
    """What a site says of a manual: its listing, and the digest of each version's source."""

    listing: Mapping[str, Json]
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PublisherRecord:
    """What a site says of a publisher, with its manuals by name.

    *registry* is "" where the publisher is the site's own, else whose it is. *unusable* are reasons
    by the names of manuals.
    """

    about: Mapping[str, Json]
    registry: str
    manuals: Mapping[str, ManualRecord] = field(default_factory=dict)
    unusable: Mapping[str, str] = field(default_factory=dict)


class Site:
    """The site of *include*, or the first of its mirrors that is signed as *trust* wants.

    Threads may share it.

    Attributes:
        signed: the versions of the signatures that were read.
        failures: why addresses could not be used, each as a sentence.
    """

    def __init__(
        self, include: Include, trust: bytes, signed: Mapping[str, int], work: Path
    ) -> None:
        """Read the index; *signed* are versions that were seen before, and none older counts.

        Files are kept in the empty folder *work* meanwhile. Raises CannotIncludeError.
        """
        self.failures: list[str] = []
        self._counting = Lock()
        self._is_left = Event()
        self._read = 0
        self._bytes = 0
        for number, url in enumerate((include.url, *include.mirrors)):
            try:
                self._open(url, trust, signed, work / str(number))
            except UntrustedSiteError as error:
                told = str(error)
                self.failures.append(told if told.startswith(url) else f"{url}: {told}")
            else:
                break
        else:
            raise CannotIncludeError("; ".join(self.failures))
        others = (each for each in (include.url, *include.mirrors) if each != self._url)
        self._places = (self._url, *others)

    def _open(self, url: str, trust: bytes, signed: Mapping[str, int], work: Path) -> None:
        site = SignedSite(url, trust, work)
        found = {role: site.version(role) for role in ("root", "timestamp")}
        for role, version in found.items():
            if version < signed.get(role, 0):
                raise UntrustedSiteError(
                    f"it is older than what was included before: version {version} of {role}, "
                    f"not {signed[role]}; if it started anew, pin its new root"
                )
        index = site.file(_INDEX, work / "index")
        try:
            self._publishers = dict(_publishers(json.loads(index)))
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            raise UntrustedSiteError(f"its index is damaged ({type(error).__name__})") from error
        if len(self._publishers) > MAX_FILES:
            raise UntrustedSiteError(f"it names more than {MAX_FILES:,} publishers")
        self._url, self.signed = url, found

    def publishers(self) -> tuple[str, ...]:
        """Return the names of all publishers as the site has them, which may be anything."""
        return tuple(sorted(self._publishers))

    def publisher(self, name: str) -> PublisherRecord:
        """Return the record of a publisher. Raises UnusableRecordError and CannotIncludeError."""
        if not is_free_name(name):
            raise UnusableRecordError("no publisher can have this name")
        data = self._file(f"{_PUBLISHERS}{name}.json", self._publishers[name])
        document, problems = source.read(f"{name}.json", data)
        if document is None or problems:
            raise UnusableRecordError(f"its record cannot be read: {problems[0].message}")
        try:
            return _publisher(name, document.data)
        except (AttributeError, KeyError, TypeError) as error:
            raise UnusableRecordError(f"its record is damaged ({error})") from error

    def leave(self) -> None:
        """Have whoever still reads raise CannotIncludeError before the next file."""
        self._is_left.set()

    def source(self, manual_id: str, version: str, sha256: str) -> bytes:
        """Return what was submitted as *version* of a manual. Raises CannotIncludeError."""
        return self._file(f"sources/{manual_id}/{version}.json", sha256)

    def _file(self, path: str, sha256: str) -> bytes:
        """Return the file with the digest *sha256*, from the first address that has it."""
        failures: list[str] = []
        for url in self._places:
            if self._is_left.is_set():
                raise CannotIncludeError("it is not read any further")
            try:
                data = get(f"{url}{_API}{path}", _LARGEST)
            except FetchError as error:
                failures.append(str(error))
                continue
            if digest(data) == sha256:
                self._count(len(data))
                return data
            failures.append(f"{url}{_API}{path}: not what its index says (sha256 differs)")
        raise CannotIncludeError("; ".join(failures))

    def _count(self, size: int) -> None:
        with self._counting:
            self._read += 1
            self._bytes += size
        if self._read > MAX_FILES or self._bytes > MAX_TOTAL:
            raise CannotIncludeError(
                f"it has more than {MAX_FILES:,} files or {MAX_TOTAL:,} bytes; choose from it by "
                "`publishers` or `manuals`"
            )


def _publishers(index: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for path, listed in index["files"].items():
        if path.startswith(_PUBLISHERS):
            name = path.removeprefix(_PUBLISHERS).removesuffix(_ENDING)
            yield name[:_LONGEST_NAME], str(listed["sha256"])


def _publisher(name: str, stated: dict[str, Any]) -> PublisherRecord:
    if stated["name"] != name:
        raise UnusableRecordError("its record is that of another")
    manuals: dict[str, ManualRecord] = {}
    unusable: dict[str, str] = {}
    for each in stated["manuals"]:
        called = str(each["name"])[:_LONGEST_NAME]
        if called in manuals or called in unusable:
            raise UnusableRecordError(f"its manual {called!r} is there twice")
        try:
            manuals[called] = _manual(called, each)
        except UnusableRecordError as error:
            unusable[called] = str(error)
    registry = stated.get("registry")
    return PublisherRecord(
        dict(stated["about"].items()),
        str(registry["name"]) if registry else "",
        manuals,
        unusable,
    )


def _manual(name: str, stated: dict[str, Any]) -> ManualRecord:
    if not is_free_name(name):
        raise UnusableRecordError("no manual can have this name")
    sources: dict[str, str] = {}
    for each in stated.get("versions", ()):
        version = str(each["version"])
        if versions.parse(version) is None or version in sources:
            raise UnusableRecordError(f"it cannot have a version {version!r}")
        sources[version] = str(each["sha256"])
    listing = dict(stated.get("listing", {}).items())
    if not sources:
        status = listing.get("status")
        is_shut = isinstance(status, dict) and status.get("state") == State.QUARANTINED
        raise UnusableRecordError(
            "it is in quarantine there" if is_shut else "it has no release that can be had"
        )
    return ManualRecord(listing, sources)
