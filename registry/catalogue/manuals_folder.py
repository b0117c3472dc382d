"""Find the files of `manuals/`: their names are identities, and only plain files count."""

from __future__ import annotations

import os
from types import MappingProxyType
from typing import TYPE_CHECKING

from registry.catalogue.allowed_names import name_problems
from registry.catalogue.colliding_names import collisions, joined_name_problems
from registry.catalogue.file_names import (
    ABOUT,
    LISTING,
    RELEASE,
    SUFFIXES,
    is_left_behind,
    kind_of,
    proper_name,
)
from registry.catalogue.foreign_files import foreign_file, is_manual
from registry.catalogue.misplaced_files import Acts
from registry.catalogue.shown_paths import beside, display_prefix
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.diagnostics import Diagnostic, Place
from registry.model import versions
from registry.source.plain_files import read_plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

FACTS = "benchmarks/facts"
"""The folder beside `manuals/` that says how releases compare with what their providers say."""


def load_tree(manuals: Path, name: str = "", *, only: str = "") -> Tree:
    """Return the tree below the folder *manuals*, in the order of its names.

    Messages call the folder *name*; default: `display_prefix`. Raises NotADirectoryError or
    FileNotFoundError if *manuals* is not a folder. All problems below it are in the tree. With the
    name of a publisher, *only* its files are read.
    """
    loader = _Loader(manuals, name or display_prefix(manuals), only)
    facts = loader.facts(manuals.absolute().parent / FACTS)
    publishers = tuple(loader.publishers(facts))
    loader.problems += joined_name_problems(publishers)
    loader.report_facts_without_manual(publishers, facts)
    return Tree(publishers, tuple(loader.problems))


class _Loader:
    def __init__(self, manuals: Path, shown: str, only: str) -> None:
        self.problems: list[Diagnostic] = []
        self._manuals = manuals
        self._shown = shown
        self._only = only
        self._acts = Acts(manuals, shown)
        self._facts = f"{beside(shown)}{FACTS}"
        self._misplaced: set[str] = set()
        """The kinds of files that the current publisher has in a wrong place."""

    def publishers(self, facts: Mapping[str, SourceFile]) -> Iterator[PublisherFolder]:
        """Yield every publisher; *facts* are those of manuals by `publisher/manual`."""
        for entry in self._folders(self._manuals, self._shown):
            path = f"{self._shown}/{entry.name}"
            about, manuals = None, []
            children = list(self._entries(entry, path))
            folders = [each.name for each in children if _is_folder(each)]
            manual = f"{path}/{folders[0] if len(folders) == 1 else '<manual>'}"
            homes = {LISTING: manual, RELEASE: manual}
            self._misplaced.clear()
            for child in children:
                if _is_folder(child):
                    own_facts = facts.get(f"{entry.name}/{child.name}")
                    manuals.append(self._manual(child, f"{path}/{child.name}", own_facts))
                elif child.name == ABOUT:
                    about = self._file(child, path)
                elif not self._is_foreign(child, path):
                    contents = "`publisher.yaml` and folders of manuals"
                    act = self._acts.to_make_a_release(child.name, path)
                    self._report_unexpected(path, child.name, contents, homes, act)
            if about is None and ABOUT not in self._misplaced:
                self._report(
                    path,
                    "missing-publisher",
                    f"the folder of {entry.name!r} has no publisher.yaml",
                    f"write {path}/publisher.yaml with at least `name:` and `homepage:`",
                )
            self.problems += collisions(path, [each.name for each in manuals])
            yield PublisherFolder(entry.name, path, about, tuple(manuals))

    def facts(self, folder: Path) -> dict[str, SourceFile]:
        """Return the files `<publisher>/<manual>.yaml` in *folder* by `publisher/manual`."""
        found: dict[str, SourceFile] = {}
        if self._has_link(folder) or not folder.is_dir():
            return found
        for publisher in sorted(os.scandir(folder), key=lambda entry: entry.name):
            if not (self._is_asked_for(publisher) and self._is_usable(publisher, self._facts)):
                continue
            shown = f"{self._facts}/{publisher.name}"
            if not _is_folder(publisher):
                self._report_unexpected(self._facts, publisher.name, "folders of publishers")
                continue
            for child in self._entries(publisher, shown):
                stem, _, ending = child.name.rpartition(".")
                if ending == "yaml" and child.is_file(follow_symlinks=False):
                    found[f"{publisher.name}/{stem}"] = self._file(child, shown)
                else:
                    self._report_unexpected(shown, child.name, "one <manual>.yaml for each manual")
        return found

    def _has_link(self, facts: Path) -> bool:
        """Return whether the folder *facts* or the one around it is a link; report it."""
        links = [each for each in (facts.parent, facts) if each.is_symlink()]
        for each in links:
            shown = self._facts if each == facts else self._facts.rpartition("/")[0]
            message = f"{each.name!r} is a symbolic link"
            self._report(shown, "irregular-file", message, "commit the folder itself")
        return bool(links)

    def report_facts_without_manual(
        self, publishers: tuple[PublisherFolder, ...], facts: Mapping[str, SourceFile]
    ) -> None:
        """Report the files of *facts* whose manual is not there."""
        known = {
            f"{publisher.name}/{each.name}"
            for publisher in publishers
            for each in publisher.manuals
        }
        for manual_id, file in facts.items():
            if manual_id not in known:
                shown, _, name = file.path.rpartition("/")
                contents = f"facts of manuals, and {manual_id} is none"
                self._report_unexpected(
                    shown, name, contents, act="name it after its manual, or remove it"
                )

    def _folders(self, folder: Path, shown: str) -> Iterator[os.DirEntry[str]]:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        names = []
        for entry in entries:
            if not (self._is_asked_for(entry) and self._is_usable(entry, shown)):
                continue
            if not _is_folder(entry):
                is_known = entry.name in ("README.md", ".gitkeep")
                if not is_known and not self._is_foreign(entry, shown):
                    publisher = f"{shown}/<publisher>"
                    manual = f"{publisher}/<manual>"
                    homes = {ABOUT: publisher, LISTING: manual, RELEASE: manual}
                    act = self._acts.to_make_a_release(entry.name, publisher)
                    self._report_unexpected(shown, entry.name, "folders of publishers", homes, act)
                continue
            names.append(entry.name)
            self.problems += name_problems(entry.name, f"{shown}/{entry.name}", "publisher")
            yield entry
        self.problems += collisions(shown, names)

    def _manual(
        self, folder: os.DirEntry[str], path: str, facts: SourceFile | None
    ) -> ManualFolder:
        """Return the manual in *folder*, with the *facts* about it."""
        self.problems += name_problems(folder.name, path, "manual")
        listing: SourceFile | None = None
        releases: dict[str, SourceFile] = {}
        spelt: dict[str, str] = {}
        problems_before = len(self.problems)
        contents = "`manual.yaml` and releases such as 1.0.0.yaml"
        publisher = path.rpartition("/")[0]
        homes = {ABOUT: publisher}
        children = list(self._entries(folder, path))
        # Several folders and no file: it is a folder around manuals.
        is_group = len(children) > 1 and all(map(_is_folder, children))
        for child in children:
            if _is_folder(child):
                act = self._acts.to_empty(child, path, publisher if is_group else "")
                self._report_unexpected(path, child.name, contents, act=act)
            elif child.name == LISTING:
                listing = self._file(child, path)
            elif self._is_meant_as_release(child.name):
                self._add_release(releases, spelt, child, path)
            elif child.name.lower() == "manual.json" and self._is_manual(child):
                self._report_version(child, path)
            elif not self._is_foreign(child, path):
                self._report_unexpected(path, child.name, contents, homes)
        if not (releases or len(self.problems) > problems_before or RELEASE in self._misplaced):
            self._report(
                path,
                "manual-without-release",
                f"the manual {folder.name!r} has no release",
                f"put the protocol's document into {path}/1.0.0.yaml",
            )
        ordered = tuple((each, releases[each]) for each in versions.sorted_versions(releases))
        return ManualFolder(folder.name, path, listing, ordered, facts)

    @staticmethod
    def _is_meant_as_release(name: str) -> bool:
        """Return whether *name* is the name of a release, or becomes one in one step."""
        proper = proper_name(name)
        stem, dot, ending = proper.rpartition(".")
        is_to_be_renamed = proper != name and versions.parse_version(stem) is not None
        return dot + ending in SUFFIXES and proper not in (ABOUT, LISTING) and not is_to_be_renamed

    def _add_release(
        self,
        releases: dict[str, SourceFile],
        spelt: dict[str, str],
        entry: os.DirEntry[str],
        path: str,
    ) -> None:
        """Add *entry* to *releases*, by version; *spelt* has these by their lower case."""
        stem = proper_name(entry.name).rpartition(".")[0]
        if versions.parse_version(stem) is None:
            if not self._is_foreign(entry, path):
                self._report_version(entry, path)
            return
        # Some file systems take two names for one that differ only in case.
        other = spelt.setdefault(stem.lower(), stem)
        if stem in releases or other != stem:
            how = "YAML and as JSON" if stem in releases else f"{other} and as {stem}"
            self._report(
                f"{path}/{entry.name}",
                "duplicate-release",
                f"version {stem} exists twice, as {how}",
                "keep one of the two files",
            )
            return
        releases[stem] = self._file(entry, path)

    def _report_version(self, entry: os.DirEntry[str], path: str) -> None:
        """Report the file *entry* of *path*, of which no version can be made."""
        stem, _, ending = proper_name(entry.name).rpartition(".")
        if entry.name.lower().endswith(".json"):
            ending = "json"
        better = self._acts.unused_version(path, stem)
        is_ours = self._is_manual(entry, otherwise=True)
        act = "rename the file" if is_ours else "remove the file; if it is a manual, rename it"
        self._report(
            f"{path}/{entry.name}",
            "malformed-version",
            f"{stem!r} is not a version such as 1.0.0",
            f"{act}, for example to {better}.{ending}: no `v`, no leading zeros, no `+build`",
        )

    @staticmethod
    def _is_manual(entry: os.DirEntry[str], *, otherwise: bool = False) -> bool:
        return is_manual(entry.name, read_plain(entry.path), otherwise=otherwise)

    def _is_foreign(self, entry: os.DirEntry[str], shown: str) -> bool:
        """Return whether the file *entry* of *shown* is in another format; report it."""
        found = foreign_file(f"{shown}/{entry.name}", read_plain(entry.path))
        self.problems += [found] if found else []
        return found is not None

    def _is_asked_for(self, publisher: os.DirEntry[str]) -> bool:
        return self._only in ("", publisher.name)

    def _entries(self, folder: os.DirEntry[str], shown: str) -> Iterator[os.DirEntry[str]]:
        for entry in sorted(os.scandir(folder.path), key=lambda entry: entry.name):
            if self._is_usable(entry, shown):
                yield entry

    def _is_usable(self, entry: os.DirEntry[str], shown: str) -> bool:
        # The listing of a folder says so much of each entry; its mode would be asked for again.
        if _is_folder(entry):
            return True
        if is_left_behind(entry.name):
            return False
        if entry.is_file(follow_symlinks=False):
            return True
        kind = "a symbolic link" if entry.is_symlink() else "not a plain file"
        self._report(
            f"{shown}/{entry.name}",
            "irregular-file",
            f"{entry.name!r} is {kind}",
            "commit the file itself",
        )
        return False

    def _file(self, entry: os.DirEntry[str], shown: str) -> SourceFile:
        return SourceFile(f"{shown}/{entry.name}", read_plain(entry.path))

    def _report_unexpected(
        self,
        shown: str,
        name: str,
        contents: str,
        homes: Mapping[str, str] = MappingProxyType({}),
        act: str = "",
    ) -> None:
        """Report the entry *name* of *shown*, which has only *contents*.

        *homes* are the folders for the kinds of files that belong elsewhere, and *act* is what to
        do with a file of no such kind, default: remove it.
        """
        act = self._acts.to_put_right(shown, name, homes) or act or "remove it"
        self._misplaced.add(kind_of(name))
        self._report(
            f"{shown}/{name}",
            "unexpected-file",
            f"{name!r} does not belong in {shown}",
            f"{act}: this folder contains {contents}",
        )

    def _report(self, path: str, rule: str, message: str, hint: str) -> None:
        self.problems.append(Diagnostic(Place(path), rule, message, hint))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_dir(follow_symlinks=False)
