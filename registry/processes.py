"""Spread work over processes that are forked off, so that nothing has to be sent to them."""

from __future__ import annotations

import gc
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_Share = TypeVar("_Share")
_Result = TypeVar("_Result")

_FORKED: list[tuple[Callable[[Any], Any], Sequence[Any]]] = []
"""What a process that is forked off finds in its copy of the memory."""


def spread(
    work: Callable[[_Share], _Result], shares: Sequence[_Share], processes: int
) -> Iterator[_Result]:
    """Yield what *work* returns for each of *shares*, in their order; *processes* work at once.

    Results are sent back, so they must be picklable. Where processes cannot be forked, all is
    done in this one. Raises what *work* raises, and BrokenProcessPool when a process was killed.
    """
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
