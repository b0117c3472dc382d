"""What somebody proposes to merge: the catalogue as it would be, and what changes in the files."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from registry import history, versions
from registry.diagnostics import Place
from registry.load import SUFFIXES, shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from registry.history import Difference, FileChange
    from registry.model import Catalogue


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """A path below `manuals/` that is a release, taken apart."""

    path: str
    publisher: str
    manual: str
    version: str

    @property
    def manual_id(self) -> str:
        """`publisher/manual`."""
        return f"{self.publisher}/{self.manual}"

    def named(self, version: str) -> str:
        """Return the path of another *version* of the same manual."""
        folder, _, name = self.path.rpartition("/")
        return f"{folder}/{version}{name.removeprefix(self.version)}"


@dataclass(frozen=True)
class Proposal:
    """A pull request, or a working tree that is to become one.

    Attributes:
        catalogue: everything as it would be after the merge.
        folder: how paths below `manuals/` begin in messages.
        difference: what sets the files apart from the commit into which they are to be merged.
        read_merged: returns what that commit holds at a path below `manuals/`, None for nothing.
    """

    catalogue: Catalogue
    folder: str
    difference: Difference
    read_merged: Callable[[str], bytes | None]

    @cached_property
    def merged(self) -> Mapping[str, ReleaseFile]:
        """The releases that have been merged, and so never change, by path below the folder."""
        files = ((path, release_file(path)) for path in self.difference.merged)
        return {path: file for path, file in files if file}

    @cached_property
    def added(self) -> Mapping[str, ReleaseFile]:
        """The releases that are new, by path below the folder."""
        new = (each.path for each in self.difference.inside if each.before is None)
        files = ((path, release_file(path)) for path in new)
        return {path: file for path, file in files if file}

    @property
    def paths(self) -> tuple[str, ...]:
        """The files that change, as messages name them."""
        inside = (f"{self.folder}/{each.path}" for each in self.difference.inside)
        return (*inside, *self.difference.outside)

    def merged_versions(self, manual_id: str) -> tuple[str, ...]:
        """Return the merged versions of the manual `publisher/manual`, oldest first."""
        merged = self.merged.values()
        return versions.in_order({each.version for each in merged if each.manual_id == manual_id})

    def place(self, path: str) -> Place:
        """Return the first line of the file at *path* below the folder."""
        return Place(f"{self.folder}/{path}")

    def twin(self, change: FileChange) -> str | None:
        """Return the path of a new file with the very content that *change* took away, or None."""
        for each in self.difference.inside:
            gone, came = change.before, each.after
            if each.before is None and gone and came and gone.id == came.id:
                return each.path
        return None


def compare(catalogue: Catalogue, manuals: Path, base: str) -> Proposal:
    """Return what the working tree proposes to the commit *base*; *catalogue* is what it holds.

    Raises history.UnusableBaseError when there is nothing to compare with.
    """
    difference = history.compare(manuals, base)
    read_merged = partial(history.merged_file, manuals, difference.base)
    return Proposal(catalogue, shown(manuals), difference, read_merged)


def release_file(path: str) -> ReleaseFile | None:
    """Return what *path*, below `manuals/`, says of its release; None where it is no release."""
    publisher, _, rest = path.partition("/")
    manual, _, name = rest.partition("/")
    for suffix in SUFFIXES:
        version = name.removesuffix(suffix)
        if version != name and versions.parse(version):
            return ReleaseFile(path, publisher, manual, version)
    return None
