"""Find the files of `manuals/` on disk: their names are identities, and only plain files count."""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from dataclasses import dataclass
from itertools import accumulate, groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from registry import versions
from registry.diagnostics import Diagnostic, Place, Severity
from registry.model import NAME, fold
from registry.source import limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Upstream


NAME_LENGTHS = range(2, 41)
"""Characters of a publisher's or a manual's name."""

SUFFIXES = (".yaml", ".json")

LEAST_PART = 512 * 1024
"""Bytes of manuals; fewer are read sooner than a process is started for them."""

RESERVED = frozenset(
    {"con", "prn", "aux", "nul", "index", "latest", "search"}
    | {"assets", "sitemap", "robots", "utcp", "tuf", "api", "static", "javascripts"}
    | {"stylesheets", "well-known", "feeds", "badges"}
    | {f"{device}{number}" for device in ("com", "lpt") for number in range(10)}
)
"""Names that are devices on some systems, or paths of the published site."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of the tree: *path* as shown in messages and its bytes."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class ManualFolder:
    """`<manual>/`: the optional `manual.yaml` and the releases by version, oldest first."""

    name: str
    path: str
    listing: File | None
    releases: tuple[tuple[str, File], ...]


@dataclass(frozen=True, slots=True)
class PublisherFolder:
    """`<publisher>/`: its `publisher.yaml`, None where it is missing, and its manuals.

    *upstream* is the registry that it was included from, if it is not our own.
    """

    name: str
    path: str
    about: File | None
    manuals: tuple[ManualFolder, ...]
    upstream: Upstream | None = None

    @property
    def size(self) -> int:
        """The bytes of all files of the publisher, at least 1."""
        releases = (file for manual in self.manuals for _, file in manual.releases)
        return 1 + sum(len(file.data) for file in releases)


@dataclass(frozen=True, slots=True)
class Tree:
    """Everything found below `manuals/`, and what is wrong with names and kinds of files."""

    publishers: tuple[PublisherFolder, ...]
    problems: tuple[Diagnostic, ...]

    def parts(self, count: int) -> tuple[Tree, ...]:
        """Return at most about *count* trees, in order, with about as many bytes in each.

        A tree of less than `LEAST_PART` bytes stays whole.
        """
        sizes = [publisher.size for publisher in self.publishers]
        share = max(LEAST_PART, -(-sum(sizes) // count))
        ends = accumulate(sizes)
        numbered = zip(((end - 1) // share for end in ends), self.publishers, strict=True)
        grouped = groupby(numbered, key=itemgetter(0))
        return tuple(Tree(tuple(each for _, each in group), ()) for _, group in grouped)


def load(manuals: Path, name: str = "") -> Tree:
    """Read the tree below the folder *manuals*, in the order of its names.

    Messages call the folder *name*, by default as `shown` does. Raises NotADirectoryError or
    FileNotFoundError when *manuals* is no folder. Whatever is wrong below it is among the tree's
    problems.
    """
    loader = _Loader()
    publishers = tuple(loader.publishers(manuals, name or shown(manuals)))
    loader.check_joined_names(publishers)
    return Tree(publishers, tuple(loader.problems))


def shown(manuals: Path) -> str:
    """Return how paths below *manuals* begin in messages: as in the checkout, if possible."""
    relative = os.path.relpath(manuals)
    return manuals.name if relative.startswith("..") else relative.replace(os.sep, "/")


class _Loader:
    def __init__(self) -> None:
        self.problems: list[Diagnostic] = []

    def publishers(self, folder: Path, shown: str) -> Iterator[PublisherFolder]:
        for entry in self._folders(folder, shown):
            path = f"{shown}/{entry.name}"
            about, manuals = None, []
            for child in self._entries(entry, path):
                if child.is_dir(follow_symlinks=False):
                    manual = self._manual(child, f"{path}/{child.name}")
                    manuals.append(manual)
                elif child.name == "publisher.yaml":
                    about = self._file(child, path)
                else:
                    self._unexpected(path, child.name, "`publisher.yaml` and folders of manuals")
            if about is None:
                self._report(
                    path,
                    "missing-publisher",
                    f"the folder of {entry.name!r} has no publisher.yaml",
                    f"write {path}/publisher.yaml with at least `name:` and `homepage:`",
                )
            self._check_collisions(path, [manual.name for manual in manuals])
            yield PublisherFolder(entry.name, path, about, tuple(manuals))

    def check_joined_names(self, publishers: tuple[PublisherFolder, ...]) -> None:
        """Report manuals with one name for UTCP clients, as `aa` + `bb-cc` and `aa-bb` + `cc`."""
        seen: dict[str, ManualFolder] = {}
        for publisher in publishers:
            # Two that fold alike inside one folder have been reported already.
            for folded, manual in {fold(each.name): each for each in publisher.manuals}.items():
                other = seen.setdefault(f"{fold(publisher.name)}_{folded}", manual)
                if other is not manual:
                    self._report(
                        manual.path,
                        "colliding-name",
                        f"UTCP clients could not tell {manual.path} from {other.path}: "
                        f"both are called {fold(publisher.name)}_{folded}",
                        "rename the manual",
                    )

    def _folders(self, folder: Path, shown: str) -> Iterator[os.DirEntry[str]]:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
        names = []
        for entry in entries:
            if not self._is_usable(entry, shown):
                continue
            if not entry.is_dir(follow_symlinks=False):
                if entry.name not in ("README.md", ".gitkeep"):
                    self._unexpected(shown, entry.name, "folders of publishers")
                continue
            names.append(entry.name)
            self._check_name(entry.name, f"{shown}/{entry.name}", "publisher")
            yield entry
        self._check_collisions(shown, names)

    def _manual(self, folder: os.DirEntry[str], path: str) -> ManualFolder:
        self._check_name(folder.name, path, "manual")
        listing: File | None = None
        releases: dict[str, File] = {}
        before = len(self.problems)
        for child in self._entries(folder, path):
            stem, dot, ending = child.name.rpartition(".")
            if child.name == "manual.yaml" and child.is_file(follow_symlinks=False):
                listing = self._file(child, path)
            elif dot + ending in SUFFIXES and child.is_file(follow_symlinks=False):
                self._add_release(releases, child, path, stem)
            else:
                self._unexpected(path, child.name, "`manual.yaml` and releases such as 1.0.0.yaml")
        if not releases and len(self.problems) == before:
            self._report(
                path,
                "manual-without-release",
                f"the manual {folder.name!r} has no release",
                f"put the protocol's document into {path}/1.0.0.yaml",
            )
        ordered = tuple((each, releases[each]) for each in versions.in_order(releases))
        return ManualFolder(folder.name, path, listing, ordered)

    def _add_release(
        self, releases: dict[str, File], entry: os.DirEntry[str], path: str, stem: str
    ) -> None:
        if versions.parse(stem) is None:
            self._report(
                f"{path}/{entry.name}",
                "malformed-version",
                f"{stem!r} is not a version of the form x.y.z",
                f"rename the file, for example to {_version_like(stem)}.yaml: no `v`, no leading "
                "zeros, no `+build`",
            )
            return
        if stem in releases:
            self._report(
                f"{path}/{entry.name}",
                "duplicate-release",
                f"version {stem} is there twice, as YAML and as JSON",
                "keep one of the two files",
            )
            return
        releases[stem] = self._file(entry, path)

    def _entries(self, folder: os.DirEntry[str], shown: str) -> Iterator[os.DirEntry[str]]:
        for entry in sorted(os.scandir(folder.path), key=lambda entry: entry.name):
            if self._is_usable(entry, shown):
                yield entry

    def _is_usable(self, entry: os.DirEntry[str], shown: str) -> bool:
        mode = entry.stat(follow_symlinks=False).st_mode
        if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
            return True
        kind = "a symbolic link" if stat.S_ISLNK(mode) else "not a plain file"
        self._report(
            f"{shown}/{entry.name}",
            "irregular-file",
            f"{entry.name!r} is {kind}",
            "commit the file itself",
        )
        return False

    def _file(self, entry: os.DirEntry[str], shown: str) -> File:
        with Path(entry.path).open("rb") as stream:
            # One byte over the limit is enough for the reader to refuse it by name.
            return File(f"{shown}/{entry.name}", stream.read(limits.MAX_BYTES + 1))

    def _check_name(self, name: str, path: str, kind: str) -> None:
        if not _is_usable_name(name):
            mended = re.sub(r"[^a-z0-9]+", "-", name.casefold()).strip("-")
            self._report(
                path,
                "malformed-name",
                f"{name!r} cannot be the name of a {kind}",
                "use 2 to 40 lower-case letters, digits and single hyphens"
                + (f", for example {mended!r}" if _is_usable_name(mended) else ""),
            )
        elif name in RESERVED:
            self._report(
                path,
                "reserved-name",
                f"{name!r} is reserved, so no {kind} can have this name",
                "choose another name",
            )

    def _check_collisions(self, shown: str, names: list[str]) -> None:
        for folded, count in Counter(fold(name) for name in names).items():
            same = [name for name in names if fold(name) == folded]
            if count > 1:
                self._report(
                    f"{shown}/{same[1]}",
                    "colliding-name",
                    f"{same[1]!r} and {same[0]!r} are the same name to clients that ignore case "
                    "and join words with `_`",
                    "rename one of the two",
                )

    def _unexpected(self, shown: str, name: str, wanted: str) -> None:
        stem, _, ending = name.rpartition(".")
        mend = f"rename it to {stem}.yaml" if stem and ending == "yml" else "remove it"
        self._report(
            f"{shown}/{name}",
            "unexpected-file",
            f"{name!r} does not belong into {shown}",
            f"{mend}: this folder holds {wanted}",
        )

    def _report(self, path: str, rule: str, message: str, hint: str) -> None:
        self.problems.append(Diagnostic(Place(path), Severity.ERROR, rule, message, hint))


def _version_like(stem: str) -> str:
    """Return the version that *stem* was probably meant to be."""
    numbers = [str(int(each)) for each in re.findall(r"[0-9]{1,9}", stem)[:3]]
    return ".".join([*numbers, "0", "0"][:3]) if numbers else "1.0.0"


def is_free_name(name: str) -> bool:
    """Tell whether a publisher or a manual can be called *name*."""
    return _is_usable_name(name) and name not in RESERVED


def _is_usable_name(name: str) -> bool:
    return NAME.fullmatch(name) is not None and len(name) in NAME_LENGTHS
