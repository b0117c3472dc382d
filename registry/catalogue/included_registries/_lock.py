"""The includes of the settings, and the lock that `registry include` writes."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from registry.source.plain_files import read_plain
from registry.validate import SCHEMAS, load_schema

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

INCLUDED_FOLDER = "included"
"""The folder next to `manuals/` with everything that was included."""

INCLUDED_MANUALS = "manuals"
INCLUDE_LOCK = "lock.json"

_MAX_BYTES = 64 * 1024 * 1024
"""Bytes of a lock: more than those of the two hundred thousand files that one include may have."""

_SCHEMA = SCHEMAS / "lock.schema.json"
_VERSION = 1


class Include(NamedTuple):
    """A registry to include, as `mkdocs.yml` names it.

    Attributes:
        name: its name here.
        url: the URL of its site.
        trust: the file with its trust root, relative to the repository.
        mirrors: other URLs of the same files.
        publishers, manuals: what to include; if both are empty, everything.
    """

    name: str
    url: str
    trust: str
    mirrors: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    manuals: tuple[str, ...] = ()

    def wants(self, publisher: str, manual: str = "") -> bool:
        """Return whether to include *manual* of *publisher*, or without it any of its manuals."""
        if not self.publishers and not self.manuals:
            return True
        begins = f"{publisher}/{manual}"
        named = (each == begins if manual else each.startswith(begins) for each in self.manuals)
        return publisher in self.publishers or any(named)

    @property
    def folder(self) -> str:
        """The folder with its manuals, relative to the repository."""
        return f"{INCLUDED_FOLDER}/{self.name}/{INCLUDED_MANUALS}"

    def asked(self, trust: bytes) -> dict[str, Any]:
        """Return everything that decides what is included, with the digest of the *trust* root."""
        return {
            "url": self.url,
            "trust": hashlib.sha256(trust).hexdigest(),
            "publishers": sorted(self.publishers),
            "manuals": sorted(self.manuals),
        }


@dataclass(frozen=True, slots=True)
class IncludeLock:
    """The record of the files that `registry include` wrote, and of its reasons.

    Attributes:
        asked: the request, as returned by `Include.asked`.
        signed: by role, the version of the upstream's signature; an older one is not accepted.
        notes: by publisher or manual, the reason for a difference from the upstream.
        files: by path below the folder of manuals, the digest of the file.
        gone: by such a path, the upstream's digest of a release that was included and is not now.
    """

    asked: Mapping[str, Any]
    signed: Mapping[str, int]
    notes: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)
    gone: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> IncludeLock | None:
        """Return the lock in the file at *path*, or None if there is none that is valid."""
        return cls.parse(read_plain(path, _MAX_BYTES)) if path.is_file() else None

    @classmethod
    def parse(cls, data: bytes) -> IncludeLock | None:
        """Return the lock in *data*, or None if it is not valid.

        A lock that is formatted differently, for example with a key twice, is not valid: what
        people review must be what is read.
        """
        try:
            stated = json.loads(data)
        except (ValueError, RecursionError):
            return None
        if not load_schema(_SCHEMA).accepts(stated):
            return None
        gone = stated.get("gone", {})
        lock = cls(stated["asked"], stated["signed"], stated["notes"], stated["files"], gone)
        return lock if lock.written() == data else None

    def written(self) -> bytes:
        """Return the content of the lock file, in ASCII: one line per fact, sorted."""
        facts = {
            "version": _VERSION,
            "asked": self.asked,
            "signed": self.signed,
            "notes": self.notes,
            "files": self.files,
            **({"gone": self.gone} if self.gone else {}),
        }
        return (json.dumps(facts, indent=2, sort_keys=True) + "\n").encode()


def sha256_hex(data: bytes) -> str:
    """Return the digest of a file as written in a lock."""
    return hashlib.sha256(data).hexdigest()
