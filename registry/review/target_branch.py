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
    for path in proposal.difference.committed:
        if path.partition("/")[0] in proposal.changed_publishers:
            yield f"{proposal.difference.prefix}{path}"


def catalogue(proposal: Proposal, contents: Mapping[str, bytes]) -> Catalogue:
    """Return the merged catalogue of the publishers whose files change.

    *contents* is the content of the commit at `paths`. The content of a symbolic link is only its
    target, so it becomes a file that cannot be read.
    """
    tree = _Tree(proposal, contents)
    merged = sorted(proposal.changed_publishers & tree.manuals.keys())
    return assemble(Tree(tuple(map(tree.publisher, merged)), ()))[0]


class _Tree:
    """The merged files of a proposal; *manuals* are the paths in each, by publisher and name."""

    def __init__(self, proposal: Proposal, contents: Mapping[str, bytes]) -> None:
        start = proposal.difference.prefix
        self._shown = proposal.folder
        self._contents = {
            path.removeprefix(start): data
            for path, data in contents.items()
            if path.startswith(start)
        }
        self.manuals: dict[str, dict[str, list[str]]] = {}
        for path in self._contents:
            publisher, slash, rest = path.partition("/")
            manual, is_inside, _ = rest.partition("/")
            folders = self.manuals.setdefault(publisher, {}) if slash else {}
            if is_inside:
                folders.setdefault(manual, []).append(path)

    def publisher(self, name: str) -> PublisherFolder:
        manuals = self.manuals[name].items()
        return PublisherFolder(
            name,
            f"{self._shown}/{name}",
            self._file(f"{name}/publisher.yaml"),
            tuple(self._manual(f"{name}/{each}", files) for each, files in manuals),
        )

    def _manual(self, folder: str, files: list[str]) -> ManualFolder:
        found = {each.version: each.path for each in map(release_file, files) if each}
        releases = ((each, self._file(found[each])) for each in versions.sorted_versions(found))
        return ManualFolder(
            folder.rpartition("/")[2],
            f"{self._shown}/{folder}",
            self._file(f"{folder}/manual.yaml"),
            tuple((version, file) for version, file in releases if file),
        )

    def _file(self, path: str) -> SourceFile | None:
        data = self._contents.get(path)
        return None if data is None else SourceFile(f"{self._shown}/{path}", data)
