"""Progress of long tasks, shown on a terminal."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import click

from registry.site.workers import Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

T = TypeVar("T")

_SHORT = 1.0
"""Seconds before progress is shown."""

_CLEAR = "\r\x1b[K"


def _can_show() -> bool:
    """Return whether a line on standard error can be written over."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def progress_bar(items: Sequence[T], label: str, few: int = 0) -> Iterator[T]:
    """Yield *items*; on a terminal, show a progress bar if there are more than *few*."""
    if not _can_show() or len(items) <= few:
        yield from items
        return
    with click.progressbar(items, label=label, file=sys.stderr) as bar:
        yield from bar


@contextmanager
def working(
    processes: int, elsewhere: AbstractContextManager[Executor] | None = None
) -> Iterator[Work]:
    """Yield who does the work of the pipeline: so many *processes*, or the executor *elsewhere*.

    A terminal shows what they are doing, in a line that is gone when it is done.
    """
    _settle()
    with _told_of_killed(), ExitStack() as until_done:

        @cache
        def started() -> Executor:
            return until_done.enter_context(elsewhere or _executor(processes))

        executor = started if elsewhere or processes > 1 else None
        if not _can_show():
            yield Work(executor)
            return
        begun = time.monotonic()

        def tell(what: str, done: int, count: int) -> None:
            if time.monotonic() - begun > _SHORT:
                click.echo(f"{_CLEAR}{what}: {done} of {count} parts", err=True, nl=False)

        try:
            yield Work(executor, tell)
        finally:
            click.echo(_CLEAR, err=True, nl=False)


@contextmanager
def _told_of_killed() -> Iterator[None]:
    """Raise a ClickException where a process that does the work was killed."""
    try:
        yield
    except RuntimeError as error:
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - as in `_executor`

        if not isinstance(error, BrokenExecutor):
            raise
        message = (
            "a process of this command was killed, perhaps because memory ran out; nothing was "
            "written"
        )
        raise click.ClickException(message) from None


def _executor(processes: int) -> Executor:
    # Most checks of one file hand out nothing, and these take longer to import than to read it.
    import multiprocessing  # noqa: PLC0415
    from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415

    # Processes that are forked off have imported everything already; others do the same work.
    can_fork = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if can_fork else None)
    return ProcessPoolExecutor(processes, mp_context=context, initializer=_begin)


def _begin() -> None:
    """Begin the work of a process that ends with the one that started it."""
    _settle()
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the process that started this one, and end, too.

    One that was killed cannot say so, and what it has locked would stay locked by its workers.
    """
    import multiprocessing  # noqa: PLC0415 - as in `_executor`, which has done it

    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)


def _settle() -> None:
    """Have nobody look for garbage in cycles, of which a step leaves next to none."""
    gc.disable()
