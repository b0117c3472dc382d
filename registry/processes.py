"""Spread work over processes that are forked off, so that nothing has to be sent to them."""

from __future__ import annotations

import gc
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_Share = TypeVar("_Share")
_Result = TypeVar("_Result")

_FORKED: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""What a process that is forked off finds in its copy of the memory."""


_WATCHERS: list[Callable[[str, int, int], None]] = []
"""Who is told how far the work has come."""


@contextmanager
def watched(by: Callable[[str, int, int], None]) -> Iterator[None]:
    """Have *by* told what is being done, how many shares of it are done, and of how many."""
    _WATCHERS.append(by)
    try:
        yield
    finally:
        _WATCHERS.remove(by)


def spread(
    work: Callable[[_Share], _Result], shares: Sequence[_Share], processes: int, what: str = ""
) -> Iterator[_Result]:
    """Yield what *work* returns for each of *shares*, in their order; *processes* work at once.

    Results are sent back, so they must be picklable. Where processes cannot be forked, all is
    done in this one. Who watches is told that it is *what* is being done. Raises what *work*
    raises, and BrokenProcessPool when a process was killed.
    """
    for done, result in enumerate(_results(work, shares, processes), 1):
        for tell in _WATCHERS:
            tell(what, done, len(shares))
        yield result


def _results(
    work: Callable[[_Share], _Result], shares: Sequence[_Share], processes: int
) -> Iterator[_Result]:
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    if processes == 1 or len(shares) < 2 or not can_fork:  # noqa: PLR2004 - one has no other half
        yield from map(work, shares)
        return
    _FORKED.append((work, shares))
    # Frozen objects are left alone by the collector, so that their memory stays shared.
    gc.freeze()
    try:
        context = multiprocessing.get_context("fork")
        with ProcessPoolExecutor(min(processes, len(shares)), mp_context=context) as pool:
            yield from pool.map(_work_on, range(len(shares)))
    finally:
        gc.unfreeze()
        _FORKED.pop()


def _work_on(index: int) -> Any:  # noqa: ANN401 - whatever the work returns
    work, shares = _FORKED[-1]
    return work(shares[index])
