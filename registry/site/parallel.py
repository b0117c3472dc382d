"""Have an executor run a step of the pipeline on many arguments."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from concurrent.futures import Executor, Future

_Argument = TypeVar("_Argument")
_Result = TypeVar("_Result")
_Item = TypeVar("_Item")
_Item_co = TypeVar("_Item_co", covariant=True)

AT_ONCE = 32
"""Calls that are handed out and not yet taken back: so much of a long list is held at a time."""


def _no_report(what: str, done: int, count: int) -> None:
    """Report nothing: this stands for a function that shows the progress."""


class Arguments(Protocol[_Item_co]):
    """Anything whose items are counted and gone through."""

    def __len__(self) -> int:
        """Return how many there are."""

    def __iter__(self) -> Iterator[_Item_co]:
        """Yield each of them."""


class Once(Generic[_Item]):
    """Items that are let go as they are gone through, as they are large and not needed again."""

    def __init__(self, items: Iterable[_Item]) -> None:
        self._items = deque(items)

    def __len__(self) -> int:
        """Return how many are left."""
        return len(self._items)

    def __iter__(self) -> Iterator[_Item]:
        """Yield each item that is left, and let it go."""
        while self._items:
            yield self._items.popleft()


class Work(NamedTuple):
    """Does the steps of the pipeline, and reports how far they have come.

    *executor* returns what does them, and starts it when there is something to hand out: processes
    take long to start. Without one, this process does everything.

    *tell* is called with what is being done, how many parts of it are done, and of how many.
    """

    executor: Callable[[], Executor] | None = None
    tell: Callable[[str, int, int], None] = _no_report

    def over(
        self, what: str, step: Callable[[_Argument], _Result], arguments: Arguments[_Argument]
    ) -> Iterator[_Result]:
        """Yield what *step* returns for each of *arguments*, in order; messages call it *what*.

        What goes to other processes and comes from them is pickled. A single call is made in this
        process: to hand it out would take longer. Raises what *step* raises, and what the executor
        raises where a process was killed.
        """
        count = len(arguments)
        for done, result in enumerate(self._results(step, arguments), 1):
            self.tell(what, done, count)
            yield result

    def _results(
        self, step: Callable[[_Argument], _Result], arguments: Arguments[_Argument]
    ) -> Iterator[_Result]:
        if self.executor is None or len(arguments) <= 1:
            yield from map(step, arguments)
            return
        executor = self.executor()
        handed_out: deque[Future[_Result]] = deque()
        try:
            for argument in arguments:
                handed_out.append(executor.submit(step, argument))
                if len(handed_out) >= AT_ONCE:
                    yield handed_out.popleft().result()
            while handed_out:
                yield handed_out.popleft().result()
        finally:
            for future in handed_out:
                future.cancel()


ALONE = Work()
"""This process does everything, and tells nobody."""


def batches(
    items: Iterable[_Item], size: Callable[[_Item], int], most: int
) -> Iterator[tuple[_Item, ...]]:
    """Yield *items* in batches of neighbours; one ends with the item that makes it reach *most*."""
    batch: list[_Item] = []
    total = 0
    for item in items:
        batch.append(item)
        total += size(item)
        if total >= most:
            yield tuple(batch)
            batch, total = [], 0
    if batch:
        yield tuple(batch)
