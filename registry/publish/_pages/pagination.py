"""Cut long lists into pages, each reachable by a plain link."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")

NEAR = 2
"""Pages before and after one that it links to, beside the first and the last."""


@dataclass(frozen=True, slots=True)
class ListPage(Generic[T]):
    """One page of a list: its *number* of *total* and the *items* on it."""

    folder: str
    number: int
    total: int
    items: Sequence[T]

    @property
    def path(self) -> str:
        """The folder of this page; the first has no number."""
        return self.link(self.number)

    @property
    def window(self) -> tuple[int, ...]:
        """The numbers to link to: first, last, those near this one; 0 where some are left out."""
        near = range(self.number - NEAR, self.number + NEAR + 1)
        pages = [
            number
            for number in range(1, self.total + 1)
            if number in (1, self.total) or number in near
        ]
        numbers: list[int] = []
        for number in pages:
            if numbers and number > numbers[-1] + 1:
                numbers.append(0)
            numbers.append(number)
        return tuple(numbers)

    @property
    def suffix(self) -> str:
        """What its title says beyond that of the first page: ", page 2"."""
        return f", page {self.number}" if self.number > 1 else ""

    @property
    def before(self) -> tuple[str, ...]:
        """The folders of all pages before this one."""
        return tuple(self.link(number) for number in range(1, self.number))

    @property
    def after(self) -> tuple[str, ...]:
        """The folders of all pages after this one."""
        return tuple(self.link(number) for number in range(self.number + 1, self.total + 1))

    def link(self, number: int) -> str:
        """Return the folder of the page *number* of the same list."""
        return self.folder if number == 1 else f"{self.folder}{number}/"


def parts(folder: str, items: Sequence[T], size: int) -> Iterator[ListPage[T]]:
    """Yield the pages of *items* below *folder*; an empty list has one empty page."""
    total = max(1, -(-len(items) // size))
    for number in range(1, total + 1):
        yield ListPage(folder, number, total, items[(number - 1) * size : number * size])
