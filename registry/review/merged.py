"""The catalogue as the branch has it that a pull request is to be merged into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import history, versions
from registry.assemble import assemble
from registry.load import File, ManualFolder, PublisherFolder, Tree
from registry.proposal import release_file

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from registry.model import Catalogue
    from registry.proposal import Proposal


def catalogue(proposal: Proposal, manuals: Path, publishers: Collection[str]) -> Catalogue:
    """Return those of the *publishers* that are merged, with all their files, read from git.

    Of links git knows the text alone, so they are files that cannot be read.
    """
    tree = _Tree(proposal, manuals)
    merged = (name for name in sorted(publishers) if tree.below(f"{name}/"))
    return assemble(Tree(tuple(tree.publisher(name) for name in merged), ()))[0]


class _Tree:
    def __init__(self, proposal: Proposal, manuals: Path) -> None:
        self._paths = proposal.difference.merged
        self._shown = proposal.folder
        self._manuals = manuals
        self._commit = proposal.difference.base

    def below(self, start: str) -> tuple[str, ...]:
        """Return what the paths below the folder *start* are called there."""
        return tuple(path.removeprefix(start) for path in self._paths if path.startswith(start))

    def publisher(self, name: str) -> PublisherFolder:
        parts = (path.partition("/") for path in self.below(f"{name}/"))
        folders = dict.fromkeys(folder for folder, slash, _ in parts if slash)
        manuals = tuple(self._manual(f"{name}/{folder}") for folder in folders)
        path = f"{self._shown}/{name}"
        return PublisherFolder(name, path, self._file(f"{name}/publisher.yaml"), manuals)

    def _manual(self, folder: str) -> ManualFolder:
        files = dict(self._releases(folder))
        ordered = ((each, self._file(files[each])) for each in versions.in_order(files))
        return ManualFolder(
            folder.rpartition("/")[2],
            f"{self._shown}/{folder}",
            self._file(f"{folder}/manual.yaml"),
            tuple((version, file) for version, file in ordered if file),
        )

    def _releases(self, folder: str) -> Iterator[tuple[str, str]]:
        for name in self.below(f"{folder}/"):
            if release := release_file(f"{folder}/{name}"):
                yield release.version, release.path

    def _file(self, path: str) -> File | None:
        if path not in self._paths:
            return None
        data = history.merged_file(self._manuals, self._commit, path)
        return None if data is None else File(f"{self._shown}/{path}", data)
