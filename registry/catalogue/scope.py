"""The part of a tree that a check is about: what the rules judge, and which problems it reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.catalogue.tree import ManualFolder, PublisherFolder, Tree


class Scope(NamedTuple):
    """The problems in the files and folders *paths*, as messages write them; without any, all.

    With *elsewhere*, also what a comparison with these finds in other files.
    """

    paths: tuple[str, ...] = ()
    elsewhere: bool = False

    def has(self, path: str) -> bool:
        """Return whether problems in the file or folder *path* are asked for."""
        return self.is_all or self.elsewhere or any(_is_in(path, each) for each in self.paths)

    @property
    def is_all(self) -> bool:
        """Whether everything is judged."""
        return not self.paths

    def within(self, tree: Tree) -> tuple[PublisherFolder, ...]:
        """Return the publishers of *tree* that have to be judged, with such manuals only."""
        if self.is_all:
            return tree.publishers
        return tuple(
            each.only(*self._manuals(each)) for each in tree.publishers if self._reaches(each.path)
        )

    def _manuals(self, publisher: PublisherFolder) -> Iterator[ManualFolder]:
        """Yield the manuals of *publisher* that can have problems in these files and folders.

        Those in the file of the publisher may come from any of its manuals.
        """
        about = f"{publisher.path}/publisher.yaml"
        is_about_all = any(about == each for each in self.paths)
        yield from (each for each in publisher.manuals if is_about_all or self._reaches(each.path))

    def _reaches(self, folder: str) -> bool:
        return any(_is_in(folder, each) or _is_in(each, folder) for each in self.paths)


EVERYTHING = Scope()


def _is_in(path: str, folder: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")
