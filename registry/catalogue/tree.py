"""The files of `manuals/` as they were found: publishers, manuals, and their releases."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

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

    def parts(self) -> Iterator[tuple[str, PublisherFolder]]:
        """Yield this publisher without manuals, and with each one, by the path of what is added.

        No note of a rule depends on more than one of these.
        """
        yield self.path, self.only()
        for each in self.manuals:
            yield each.path, self.only(each)

    @property
    def size(self) -> int:
        """The bytes of its `publisher.yaml` and of all releases."""
        return (len(self.about.data) if self.about else 0) + sum(each.size for each in self.manuals)


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

    def with_parts(self, wanted: Collection[str]) -> Iterator[PublisherFolder]:
        """Yield the publishers of which a part is *wanted*, by its path, with no other manuals."""
        for publisher in self.publishers:
            manuals = [each for each in publisher.manuals if each.path in wanted]
            if manuals or publisher.path in wanted:
                yield publisher.only(*manuals)
