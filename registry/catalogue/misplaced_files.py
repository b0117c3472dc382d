"""Say what to do with a file in `manuals/` that has the wrong name or is in the wrong folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from registry.catalogue.allowed_names import is_well_formed
from registry.catalogue.file_names import (
    RELEASE,
    SUFFIXES,
    kind_of,
    proper_name,
    version_like,
)
from registry.catalogue.foreign_files import is_manual
from registry.model import versions
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Acts:
    """The acts for files of the folder *manuals*, which messages call *shown*.

    Each path that comes in or goes out is as messages write it. No act makes a file take the place
    of another.
    """

    def __init__(self, manuals: Path, shown: str) -> None:
        self._manuals = manuals
        self._shown = shown
        self._names: dict[str, frozenset[str]] = {}

    def to_put_right(self, folder: str, name: str, homes: Mapping[str, str]) -> str:
        """Return the act by which the file *name* of *folder* gets its proper name and place.

        *homes* are the folders for the kinds of files that belong elsewhere. "" if the file has its
        proper name, and is of another kind.
        """
        proper, home = proper_name(name), homes.get(kind_of(name))
        if (home or proper != name) and self._exists(f"{home or folder}/{proper}"):
            return f"remove it, since {home or folder}/{proper} already exists"
        if home:
            return f"move it to {home}/{proper}"
        return f"rename it to {proper}" if proper != name else ""

    def to_make_a_release(self, name: str, publisher: str) -> str:
        """Return the act to make the file *name* a release of the manual of its name, or "".

        *publisher* is the folder that the manual will be in.
        """
        stem, dot, ending = proper_name(name).rpartition(".")
        is_ours = dot + ending in SUFFIXES and is_well_formed(stem)
        release = f"{publisher}/{stem}/1.0.0.{ending}"
        return f"move it to {release}" if is_ours and not self._exists(release) else ""

    def to_empty(self, folder: os.DirEntry[str], manual: str, publisher: str) -> str:
        """Return the act to move the files of *folder* to *manual*, or "" if it has others.

        If the path of a *publisher* is given, *folder* itself is to be moved there.
        """
        entries = sorted(os.scandir(folder.path), key=lambda each: each.name)
        names = [each.name for each in entries]
        if len(entries) == 1 and (release := self._release_in(folder.name, entries[0], manual)):
            return f"move {names[0]} from it to {release}"
        if publisher and not self._exists(f"{publisher}/{folder.name}"):
            return f"move it to {publisher}/{folder.name}"
        are_ours = all(kind_of(each) and not self._exists(f"{manual}/{each}") for each in names)
        return f"move {' and '.join(names)} from it to {manual}" if names and are_ours else ""

    def _release_in(self, version: str, entry: os.DirEntry[str], manual: str) -> str:
        """Return what *entry*, of a folder for a *version*, becomes in *manual*, or ""."""
        release = proper_name(f"{version}.{entry.name.rpartition('.')[2].lower()}")
        if kind_of(release) != RELEASE or self._exists(f"{manual}/{release}"):
            return ""
        is_file = entry.is_file(follow_symlinks=False)
        is_ours = is_file and is_manual(entry.name, read_plain(entry.path), otherwise=False)
        return f"{manual}/{release}" if is_ours else ""

    def unused_version(self, manual: str, stem: str) -> str:
        """Return the version that *stem* probably means; if *manual* has it, the next one."""
        version = version_like(stem)
        while any(self._exists(f"{manual}/{version}{suffix}") for suffix in SUFFIXES):
            version = versions.next_after(version, "patch")
        return version

    def _exists(self, path: str) -> bool:
        """Return whether there is a file at *path* in exactly these letters.

        Some systems find a file by other letters.
        """
        folder, _, name = path.removeprefix(f"{self._shown}/").rpartition("/")
        if folder not in self._names:
            at = self._manuals / folder
            listed = at.iterdir() if at.is_dir() else ()
            self._names[folder] = frozenset(each.name for each in listed)
        return name in self._names[folder]
