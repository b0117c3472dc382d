"""The files of `manuals/` as they were found: publishers, manuals, and their releases."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Diagnostic
    from registry.model import Upstream


class SourceFile(NamedTuple):
    """A file of the tree: *path* as shown in messages and its bytes."""

    path: str
    data: bytes


class ManualFolder(NamedTuple):
    """`<manual>/`: the optional `manual.yaml` and the releases by version, oldest first.

    *facts* is the file elsewhere that says how they compare with what the provider says.
    """

    name: str
    path: str
    listing: SourceFile | None
    releases: tuple[tuple[str, SourceFile], ...]
    facts: SourceFile | None = None

    @property
    def size(self) -> int:
        """The bytes of all releases."""
        return sum(len(file.data) for _, file in self.releases)


class PublisherFolder(NamedTuple):
    """`<publisher>/`: its `publisher.yaml`, None if it is missing, and its manuals.

    *upstream* is the registry that it was included from, None for this registry's own.
    """

    name: str
    path: str
    about: SourceFile | None
    manuals: tuple[ManualFolder, ...]
    upstream: Upstream | None = None

    def only(self, *manuals: ManualFolder) -> PublisherFolder:
        """Return this publisher with no other *manuals*."""
        return self._replace(manuals=manuals)


class Tree(NamedTuple):
    """Everything found below `manuals/`, and the problems of names and types of files."""

    publishers: tuple[PublisherFolder, ...]
    problems: tuple[Diagnostic, ...]

    @property
    def files(self) -> Iterator[SourceFile]:
        """Every file of the tree."""
        for publisher in self.publishers:
            if publisher.about:
                yield publisher.about
            for manual in publisher.manuals:
                if manual.listing:
                    yield manual.listing
                if manual.facts:
                    yield manual.facts
                yield from (file for _, file in manual.releases)
