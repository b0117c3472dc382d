"""A proposed change: the catalogue as it would be, and the files that differ."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from registry.catalogue.file_names import SUFFIXES
from registry.catalogue.included_registries import INCLUDED_FOLDER
from registry.catalogue.manuals_folder import FACTS
from registry.catalogue.scope import EVERYTHING, Scope
from registry.catalogue.shown_paths import display_prefix
from registry.changes import git
from registry.changes.tree_difference import compare_with_commit
from registry.diagnostics import Place
from registry.model import Catalogue, versions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from registry.changes.tree_difference import FileChange, TreeDifference
    from registry.model import Manual, Release

_PUBLISHER = "publisher.yaml"


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """The path of a release in `manuals/`, and its parts."""

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
    """A pull request, or the working tree for one.

    Attributes:
        catalogue: the catalogue after the merge, as far as it was judged.
        folder: the prefix of paths in `manuals/` in messages.
        difference: the files that differ from the commit to merge into.
        merged_publishers: the content in that commit of each changed `publisher.yaml`, by name.
        siblings: the content in that commit of requested files next to the folder, by name.
    """

    catalogue: Catalogue
    folder: str
    difference: TreeDifference
    merged_publishers: Mapping[str, bytes] = field(default_factory=dict)
    siblings: Mapping[str, bytes] = field(default_factory=dict)

    @cached_property
    def merged_releases(self) -> Mapping[str, ReleaseFile]:
        """The merged releases, which never change, by path in the folder."""
        return _releases(self.difference.committed)

    @cached_property
    def added(self) -> Mapping[str, ReleaseFile]:
        """The new releases, by path in the folder."""
        return _releases(each.path for each in self.difference.inside if each.before is None)

    @cached_property
    def new_releases(self) -> tuple[tuple[Manual, Release], ...]:
        """The new releases in the catalogue, each with its manual."""
        added = {(each.manual_id, each.version) for each in self.added.values()}
        return tuple(
            (manual, release)
            for manual in self.catalogue.manuals
            for release in manual.releases
            if (manual.id, release.version) in added
        )

    @property
    def removed_manuals(self) -> tuple[str, ...]:
        """The merged manuals, as `publisher/manual`, of which no release is left, sorted."""
        gone = {each.path for each in self.difference.inside if each.after is None}
        left = {file.manual_id for path, file in self.merged_releases.items() if path not in gone}
        left |= {each.manual_id for each in self.added.values()}
        return tuple(sorted({each.manual_id for each in self.merged_releases.values()} - left))

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths of the files that change, as in messages."""
        inside = (f"{self.folder}/{each.path}" for each in self.difference.inside)
        return (*inside, *self.difference.outside)

    @cached_property
    def included_files(self) -> Mapping[str, tuple[str, ...]]:
        """The changed files of each included registry, by its name, as paths in the repository.

        There are none where the folder of manuals is the root of the repository.
        """
        by_registry: dict[str, list[str]] = defaultdict(list)
        if start := self.difference.beside(f"{INCLUDED_FOLDER}/"):
            for path in self.difference.outside:
                if path.startswith(start):
                    by_registry[path.removeprefix(start).partition("/")[0]].append(path)
        return {name: tuple(by_registry[name]) for name in sorted(by_registry)}

    @cached_property
    def changed_publishers(self) -> frozenset[str]:
        """The names of the publishers whose files change."""
        paths = (each.path.partition("/") for each in self.difference.inside)
        return frozenset(name for name, slash, _ in paths if slash)

    @cached_property
    def scope(self) -> Scope:
        """What can be wrong because of the change: its publishers, and what is compared with them.

        Files that belong to no publisher may have changed how everything is read or joined.
        """
        start, facts = self.difference.prefix, self.difference.beside(f"{FACTS}/")
        names = {each.path.partition("/")[0] for each in self.difference.inside}
        for path in (*self.difference.outside, *self.difference.untracked):
            if facts and path.startswith(facts):
                names.add(path.removeprefix(facts).partition("/")[0])
            elif not path.startswith(start):
                return EVERYTHING
        return Scope(tuple(f"{self.folder}/{name}" for name in sorted(names)), elsewhere=True)

    def merged_versions(self, manual_id: str) -> tuple[str, ...]:
        """Return the merged versions of the manual `publisher/manual`, oldest first."""
        return versions.sorted_versions(self._merged_versions.get(manual_id, ()))

    @cached_property
    def _merged_versions(self) -> Mapping[str, set[str]]:
        by_manual: dict[str, set[str]] = defaultdict(set)
        for each in self.merged_releases.values():
            by_manual[each.manual_id].add(each.version)
        return by_manual

    def place(self, path: str) -> Place:
        """Return the place of the first line of the file at *path* in the folder."""
        return Place(f"{self.folder}/{path}")

    def twin(self, change: FileChange) -> str | None:
        """Return the path of a new file with the content that *change* removed, or None."""
        return self._new_paths.get(change.before.id) if change.before else None

    @cached_property
    def _new_paths(self) -> Mapping[str, str]:
        """The path of the first new file with each content, by its id."""
        new = [each for each in self.difference.inside if each.before is None]
        return {each.after.id: each.path for each in reversed(new) if each.after}


def find_proposal(manuals: Path, base: str, beside: Iterable[str] = ()) -> Proposal:
    """Return the proposal of the working tree to the commit *base*, with an empty catalogue.

    *beside* names files next to the folder *manuals* whose content in the commit is needed. Starts
    five processes. Raises git.UnusableBaseError if there is nothing to compare with, or if HEAD
    lacks what was committed to *base* since.
    """
    difference = compare_with_commit(manuals, base, (f"{INCLUDED_FOLDER}/", f"{FACTS}/"))
    if not difference.is_contained:
        raise git.UnusableBaseError(
            "this branch lacks commits of it, whose files would look removed; "
            f"`git rebase {base}` gets them"
        )
    publishers = {
        f"{difference.prefix}{name}/{_PUBLISHER}": name for name in _changed_owners(difference)
    }
    siblings = {path: name for name in beside if (path := difference.beside(name))}
    contents = difference.read((*publishers, *siblings))
    return Proposal(
        Catalogue((), ()),
        display_prefix(manuals),
        difference,
        merged_publishers={
            publishers[path]: data for path, data in contents.items() if path in publishers
        },
        siblings={siblings[path]: data for path, data in contents.items() if path in siblings},
    )


def _changed_owners(difference: TreeDifference) -> Iterator[str]:
    """Yield the names of the publishers whose `publisher.yaml` changes."""
    for each in difference.inside:
        name, _, rest = each.path.partition("/")
        if rest == _PUBLISHER:
            yield name


def _releases(paths: Iterable[str]) -> dict[str, ReleaseFile]:
    return {path: file for path in paths if (file := release_file(path))}


def release_file(path: str) -> ReleaseFile | None:
    """Return *path*, relative to `manuals/`, as a release; None if it is not one."""
    publisher, _, rest = path.partition("/")
    manual, _, name = rest.partition("/")
    for suffix in SUFFIXES:
        version = name.removesuffix(suffix)
        if version != name and versions.parse_version(version):
            return ReleaseFile(path, publisher, manual, version)
    return None
