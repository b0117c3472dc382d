"""Cut long lists into pages, each reachable by a plain link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part(Generic[T]):
    """One page of a list: its *number* of *total* and the *items* on it."""

    folder: str
    number: int
    total: int
    items: Sequence[T]

    @property
    def path(self) -> str:
        """The folder of this page; the first has no number."""
        return self.link(self.number)

    def link(self, number: int) -> str:
        """Return the folder of the page *number* of the same list."""
        return self.folder if number == 1 else f"{self.folder}{number}/"


def parts(folder: str, items: Sequence[T], size: int) -> Iterator[Part[T]]:
    """Yield the pages of *items* below *folder*; an empty list has one empty page."""
    total = max(1, -(-len(items) // size))
    for number in range(1, total + 1):
        yield Part(folder, number, total, items[(number - 1) * size : number * size])
