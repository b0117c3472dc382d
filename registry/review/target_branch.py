"""The catalogue of the branch that a pull request will be merged into."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.catalogue.assemble import assemble
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.changes.proposal import release_file
from registry.model import versions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.changes.proposal import Proposal
    from registry.model import Catalogue


def paths(proposal: Proposal) -> Iterator[str]:
    """Yield the path in the repository of each merged file of the publishers that change."""
    for path in proposal.difference.merged:
        if path.partition("/")[0] in proposal.changed_publishers:
            yield f"{proposal.difference.prefix}{path}"


def catalogue(proposal: Proposal, contents: Mapping[str, bytes]) -> Catalogue:
    """Return the merged catalogue of the publishers whose files change.

    *contents* is the content of the commit at `paths`. The content of a symbolic link is only its
    target, so it becomes a file that cannot be read.
    """
    tree = _Tree(proposal, contents)
    merged = (name for name in sorted(proposal.changed_publishers) if tree.below(f"{name}/"))
    return assemble(Tree(tuple(tree.publisher(name) for name in merged), ()))[0]


class _Tree:
    def __init__(self, proposal: Proposal, contents: Mapping[str, bytes]) -> None:
        start = proposal.difference.prefix
        self._shown = proposal.folder
        self._contents = {
            path.removeprefix(start): data
            for path, data in contents.items()
            if path.startswith(start)
        }

    def below(self, start: str) -> tuple[str, ...]:
        """Return the paths that start with *start*, relative to it."""
        return tuple(path.removeprefix(start) for path in self._contents if path.startswith(start))

    def publisher(self, name: str) -> PublisherFolder:
        parts = (path.partition("/") for path in self.below(f"{name}/"))
        folders = dict.fromkeys(folder for folder, slash, _ in parts if slash)
        manuals = tuple(self._manual(f"{name}/{folder}") for folder in folders)
        path = f"{self._shown}/{name}"
        return PublisherFolder(name, path, self._file(f"{name}/publisher.yaml"), manuals)

    def _manual(self, folder: str) -> ManualFolder:
        files = dict(self._releases(folder))
        ordered = ((each, self._file(files[each])) for each in versions.sorted_versions(files))
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

    def _file(self, path: str) -> SourceFile | None:
        data = self._contents.get(path)
        return None if data is None else SourceFile(f"{self._shown}/{path}", data)
