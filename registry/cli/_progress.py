"""Progress of long tasks, shown on a terminal."""

from __future__ import annotations

import os
import sys
import time
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TYPE_CHECKING, TypeVar

import click

from registry.cli._refusal import Failure
from registry.site.local_processes import processes_of_this_machine, stop_collecting_garbage
from registry.site.parallel import Work

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from concurrent.futures import Executor
    from contextlib import AbstractContextManager

T = TypeVar("T")

_SHORT = 1.0
"""Seconds before progress is shown."""

_CLEAR = "\r\x1b[K"


def progress_bar(items: Sequence[T], label: str, few: int = 0) -> Iterator[T]:
    """Yield *items*; on a terminal, show a progress bar if there are more than *few*."""
    if not _can_show() or len(items) <= few:
        yield from items
        return
    with click.progressbar(items, label=label, file=sys.stderr) as bar:
        yield from bar


def _can_show() -> bool:
    """Return whether a line on standard error can be written over."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def working(
    processes: int, elsewhere: AbstractContextManager[Executor] | None = None
) -> Iterator[Work]:
    """Yield who does the work of the pipeline: so many *processes*, or the executor *elsewhere*.

    A terminal shows what they are doing, in a line that is gone when it is done.
    """
    stop_collecting_garbage()
    with _told_of_killed(), ExitStack() as until_done:

        @cache
        def started() -> Executor:
            return until_done.enter_context(elsewhere or processes_of_this_machine(processes))

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
    """Raise a Failure where a process that does the work was killed."""
    try:
        yield
    except RuntimeError as error:
        from concurrent.futures import BrokenExecutor  # noqa: PLC0415 - as where they are started

        if not isinstance(error, BrokenExecutor):
            raise
        message = (
            "a process of this command was killed, perhaps because memory ran out; nothing was "
            "written"
        )
        raise Failure(message) from None
