"""What is included, as the settings name it, and the lock that was written with it."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from registry.validate import load_schema

if TYPE_CHECKING:
    from collections.abc import Mapping

FOLDER = "included"
"""The folder beside `manuals/` that holds what was included."""

MANUALS = "manuals"
LOCK = "lock.json"

_SCHEMA = Path(__file__).parents[1] / "schemas" / "lock.schema.json"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Include:
    """A registry to include, as `mkdocs.yml` names it.

    Attributes:
        name: what it is called here.
        url: the address of its site.
        trust: the file with its trust root, relative to the repository.
        mirrors: other addresses of the same files.
        publishers, manuals: all that is wanted; where both are empty, everything is.
    """

    name: str
    url: str
    trust: str
    mirrors: tuple[str, ...] = ()
    publishers: tuple[str, ...] = ()
    manuals: tuple[str, ...] = ()

    def wants(self, publisher: str, manual: str = "") -> bool:
        """Tell whether *manual* of *publisher* is wanted, or without it anything of *publisher*."""
        if not self.publishers and not self.manuals:
            return True
        begins = f"{publisher}/{manual}"
        named = (each == begins if manual else each.startswith(begins) for each in self.manuals)
        return publisher in self.publishers or any(named)

    @property
    def folder(self) -> str:
        """Where its manuals lie, relative to the repository."""
        return f"{FOLDER}/{self.name}/{MANUALS}"

    def asked(self, trust: bytes) -> dict[str, Any]:
        """Return all that decides what is included, with the content of the trust root."""
        return {
            "url": self.url,
            "trust": hashlib.sha256(trust).hexdigest(),
            "publishers": sorted(self.publishers),
            "manuals": sorted(self.manuals),
        }


@dataclass(frozen=True, slots=True)
class Lock:
    """What `registry include` wrote, and why.

    Attributes:
        asked: what decided on it, as `Include.asked` returns it.
        signed: the versions of the upstream's signatures, by role: none older is accepted.
        notes: what is not as the upstream has it, by publisher or manual, each with the reason.
        files: the digest of every file, by its path below the folder of manuals.
    """

    asked: Mapping[str, Any]
    signed: Mapping[str, int]
    notes: Mapping[str, str] = field(default_factory=dict)
    files: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, data: bytes) -> Lock | None:
        """Return the lock in *data*, None where it holds anything else.

        So it does where it is written in another way, such as with a key twice: what people review
        has to be what is read.
        """
        try:
            stated = json.loads(data)
        except (ValueError, RecursionError):
            return None
        if not load_schema(_SCHEMA).accepts(stated):
            return None
        lock = cls(stated["asked"], stated["signed"], stated["notes"], stated["files"])
        return lock if lock.written() == data else None

    def written(self) -> bytes:
        """Return the lock as a file, in ASCII: a line for each fact, sorted."""
        facts = {
            "version": _VERSION,
            "asked": self.asked,
            "signed": self.signed,
            "notes": self.notes,
            "files": self.files,
        }
        return (json.dumps(facts, indent=2, sort_keys=True) + "\n").encode()


def digest(data: bytes) -> str:
    """Return the digest of a file, as a lock has it."""
    return hashlib.sha256(data).hexdigest()
