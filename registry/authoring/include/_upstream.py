"""Another registry's site; only what its trust root verifies is used."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import TYPE_CHECKING, Any

from registry import source
from registry.catalogue.allowed_names import is_free_name
from registry.catalogue.included_registries import sha256_hex
from registry.model import State, versions
from registry.signing import SignedSite, UntrustedSiteError
from registry.source import limits
from registry.web.fetch import FetchError, get

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from registry.catalogue.included_registries import Include
    from registry.source import Json

MAX_FILES = 200_000
"""The maximum number of files of one registry: several times those of ten thousand manuals."""

MAX_TOTAL = 1024 * 1024 * 1024
"""The maximum number of bytes of all its files."""

_API = "v1/"
_INDEX = f"{_API}index.json"
_PUBLISHERS = "publishers/"
_ENDING = ".json"
_LARGEST = 4 * limits.MAX_BYTES
"""The maximum number of bytes that are read from a file. The reader has a lower limit."""

_LONGEST_NAME = 100
"""The maximum number of characters of a name in messages; valid names are shorter."""


class CannotIncludeError(Exception):
    """A registry cannot be included; the message says why."""


class UnusableRecordError(ValueError):
    """The record of a publisher or manual cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class ManualRecord:
    """The record of a manual: its listing, and the digest of each version's source."""

    listing: Mapping[str, Json]
    sources: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PublisherRecord:
    """The record of a publisher, with its manuals by name.

    *registry* is "" for a publisher of the site itself, else the name of the registry that it
    comes from. *unusable* says why a manual cannot be used, by name.
    """

    about: Mapping[str, Json]
    registry: str
    manuals: Mapping[str, ManualRecord] = field(default_factory=dict)
    unusable: Mapping[str, str] = field(default_factory=dict)


class UpstreamSite:
    """The site of *include*, or the first of its mirrors with valid signatures.

    It is thread-safe.

    Attributes:
        signed: the versions of the signatures, by role.
        failures: why URLs could not be used, one string each.
    """

    def __init__(
        self, include: Include, trust: bytes, signed: Mapping[str, int], work: Path
    ) -> None:
        """Read the index. Versions of signatures older than *signed* are refused.

        Files are stored temporarily in the empty folder *work*. Raises CannotIncludeError.
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
                reason = str(error)
                self.failures.append(reason if reason.startswith(url) else f"{url}: {reason}")
            else:
                break
        else:
            raise CannotIncludeError("; ".join(self.failures))
        others = (each for each in (include.url, *include.mirrors) if each != self._url)
        self._places = (self._url, *others)

    def _open(self, url: str, trust: bytes, signed: Mapping[str, int], work: Path) -> None:
        site = SignedSite(url, trust, work)
        current = {role: site.version(role) for role in ("root", "timestamp")}
        for role, version in current.items():
            if version < signed.get(role, 0):
                raise UntrustedSiteError(
                    f"it is older than what was included before: version {version} of {role}, "
                    f"not {signed[role]}; if that registry was set up again, pin its new root"
                )
        index = site.file(_INDEX, work / "index")
        try:
            self._publishers = dict(_publishers(json.loads(index)))
        except (AttributeError, KeyError, RecursionError, TypeError, ValueError) as error:
            raise UntrustedSiteError(f"its index is damaged ({type(error).__name__})") from error
        if len(self._publishers) > MAX_FILES:
            raise UntrustedSiteError(f"it names more than {MAX_FILES:,} publishers")
        self._url, self.signed = url, current

    def publishers(self) -> tuple[str, ...]:
        """Return the names of all publishers of the site, which are not validated."""
        return tuple(sorted(self._publishers))

    def publisher(self, name: str) -> PublisherRecord:
        """Return the record of a publisher. Raises UnusableRecordError and CannotIncludeError."""
        if not is_free_name(name):
            raise UnusableRecordError("this name is not valid for a publisher")
        data = self._file(f"{_PUBLISHERS}{name}.json", self._publishers[name])
        document, problems = source.read_document(f"{name}.json", data)
        if document is None or problems:
            raise UnusableRecordError(f"its record cannot be read: {problems[0].message}")
        try:
            return _publisher(name, document.data)
        except (AttributeError, KeyError, TypeError) as error:
            raise UnusableRecordError(f"its record is damaged ({error})") from error

    def leave(self) -> None:
        """Make all threads raise CannotIncludeError before they read another file."""
        self._is_left.set()

    def source(self, manual_id: str, version: str, sha256: str) -> bytes:
        """Return the source of *version* of a manual. Raises CannotIncludeError."""
        return self._file(f"sources/{manual_id}/{version}.json", sha256)

    def _file(self, path: str, sha256: str) -> bytes:
        """Return the file with the digest *sha256*, from the first URL that has it."""
        failures: list[str] = []
        for url in self._places:
            if self._is_left.is_set():
                raise CannotIncludeError("reading was cancelled")
            try:
                data = get(f"{url}{_API}{path}", _LARGEST)
            except FetchError as error:
                failures.append(str(error))
                continue
            if sha256_hex(data) == sha256:
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
                f"it has more than {MAX_FILES:,} files or {MAX_TOTAL:,} bytes; select a part of it "
                "with `publishers` or `manuals`"
            )


def _publishers(index: dict[str, Any]) -> Iterator[tuple[str, str]]:
    for path, listed in index["files"].items():
        if path.startswith(_PUBLISHERS):
            name = path.removeprefix(_PUBLISHERS).removesuffix(_ENDING)
            yield name[:_LONGEST_NAME], str(listed["sha256"])


def _publisher(name: str, stated: dict[str, Any]) -> PublisherRecord:
    if stated["name"] != name:
        raise UnusableRecordError("its record belongs to another publisher")
    manuals: dict[str, ManualRecord] = {}
    unusable: dict[str, str] = {}
    for record in stated["manuals"]:
        called = str(record["name"])[:_LONGEST_NAME]
        if called in manuals or called in unusable:
            raise UnusableRecordError(f"its manual {called!r} is listed twice")
        try:
            manuals[called] = _manual(called, record)
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
        raise UnusableRecordError("this name is not valid for a manual")
    sources: dict[str, str] = {}
    for release in stated.get("versions", ()):
        version = str(release["version"])
        if versions.parse_version(version) is None or version in sources:
            raise UnusableRecordError(f"{version!r} is not a valid version, or is listed twice")
        sources[version] = str(release["sha256"])
    listing = dict(stated.get("listing", {}).items())
    if not sources:
        status = listing.get("status")
        is_shut = isinstance(status, dict) and status.get("state") == State.QUARANTINED
        raise UnusableRecordError(
            "it is quarantined there" if is_shut else "it has no available release"
        )
    return ManualRecord(listing, sources)
