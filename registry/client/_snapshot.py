"""A registry as it was at one moment: every file that the root of that moment leads to."""

from __future__ import annotations

import json
import re
from functools import cached_property
from typing import TYPE_CHECKING, Any

from registry.client._file_sources import read_root
from registry.client._records import Tool, definition_in
from registry.client._versions import entry_of, why_missing
from registry.client.errors import NotFoundError
from registry.diagnostics import did_you_mean
from registry.search import Shards

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.client._file_sources import FileSource

_SEARCH = "search/"
_DIGESTS = f"{_SEARCH}digests.json"
_MANUAL = "manuals/{}/index.json"

_LATEST = re.compile(r"[0-9]+(?:\.[0-9]+){2}")
"""A version that is the latest one of a manual: no prerelease."""

_LISTED = 24
"""Tools of a manual that are listed at most, where it does not have the one that was asked for."""


class Snapshot:
    """The files of one revision.

    The root has the digests of the files it leads to, and some of those the digests of others, so
    that each is compared with what was there at the same moment.
    """

    def __init__(self, source: FileSource) -> None:
        """Read the root. Raises UnavailableError and DamagedFileError."""
        self._source = source
        self._read: dict[str, Any] = {}
        root = read_root(source.root())
        self.revision: str = root["revision"]
        self.name: str = root["name"]
        self._files: Mapping[str, Any] = root["files"]

    @cached_property
    def shards(self) -> Shards:
        """The index for searching."""
        return Shards(self._search_file)

    @cached_property
    def manuals(self) -> tuple[str, ...]:
        """The ids of all manuals."""
        start, end = _MANUAL.split("{}")
        return tuple(
            path.removeprefix(start).removesuffix(end)
            for path in self._files
            if path.startswith(start) and path.endswith(end)
        )

    def manual(self, manual_id: str) -> dict[str, Any]:
        """Return the index of a manual, `publisher/manual`. Raises NotFoundError."""
        path = _MANUAL.format(manual_id)
        if path not in self._files:
            hint = did_you_mean(manual_id, self.manuals) or self._others(manual_id)
            has = f"{self.name} has no manual {manual_id!r}"
            raise NotFoundError(f"{has}; {hint}" if hint else has)
        return self._json(path)

    def _others(self, manual_id: str) -> str:
        """Return the manuals of the same publisher as a hint, "" if there are none."""
        publisher = manual_id.partition("/")[0]
        others = [each for each in self.manuals if each.startswith(f"{publisher}/")]
        return f"{publisher!r} has {', '.join(others[:_LISTED])}" if others else ""

    def entry(self, manual_id: str, version: str = "latest") -> Mapping[str, Any]:
        """Return the entry of a *version* in the index of its manual, as `entry_of` finds it.

        Raises NotFoundError where there is none, with the reason.
        """
        manual = self.manual(manual_id)
        entry = entry_of(manual, version)
        if entry is None:
            why = why_missing(manual, version)
            raise NotFoundError(f"{manual_id} has no version {version!r}{why}")
        return entry

    def utcp_manual(self, manual_id: str, version: Mapping[str, Any]) -> dict[str, Any]:
        """Return the http tools of *version*, an entry of the index of its manual, as UTCP.

        Raises NotFoundError where it has none.
        """
        number = version["version"]
        digests = {file["path"]: file["sha256"] for file in version.get("files", ())}
        name = f"{number}/utcp.json"
        if name not in digests:
            raise NotFoundError(f"{manual_id} {number} has no tools that are called over http")
        path = f"manuals/{manual_id}/{name}"
        document: dict[str, Any] = json.loads(self._source.file(path, digests[name]))
        return document

    def tool(self, manual_id: str, version: Mapping[str, Any], name: str) -> Tool:
        """Return the tool *name* of *version*, the latest one of its manual.

        Raises NotFoundError, and ValueError for a version that is none.
        """
        digests = {tool["name"]: tool["sha256"] for tool in version["tools"]}
        if name not in digests:
            has = did_you_mean(name, digests) or f"it has {', '.join([*digests][:_LISTED])}"
            raise NotFoundError(f"{manual_id} {version['version']} has no tool {name!r}; {has}")
        # It is in no digest that people agree to, and a model reads it.
        if not _LATEST.fullmatch(version["version"]):
            raise ValueError("the version is none")
        identity = f"{manual_id}/{name}"
        data = self._source.file(f"tools/{identity}.json", digests[name], definition_in)
        return Tool.of(identity, version["version"], digests[name], json.loads(data))

    def _search_file(self, name: str) -> bytes:
        path = _SEARCH + name
        listed = self._files.get(path)
        digest = listed["sha256"] if listed else self._json(_DIGESTS)[name]
        return self._source.file(path, digest)

    def _json(self, path: str) -> dict[str, Any]:
        """Return the content of a file of which the root has the digest."""
        if path not in self._read:
            self._read[path] = json.loads(self._source.file(path, self._files[path]["sha256"]))
        content: dict[str, Any] = self._read[path]
        return content
