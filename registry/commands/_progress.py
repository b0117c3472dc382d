"""How far a long work has come, for who looks on."""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

from registry import processes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")

_SHORT = 1.0
"""Seconds of work of which nothing is told: whoever waits no longer needs no bar."""

_CLEAR = "\r\x1b[K"


def watched(items: Sequence[T], label: str, few: int = 0) -> Iterator[T]:
    """Pass *items* on, with a bar on a terminal if there are more than a *few*."""
    if not sys.stderr.isatty() or len(items) <= few:
        yield from items
        return
    with click.progressbar(items, label=label, file=sys.stderr) as bar:
        yield from bar


@contextmanager
def telling() -> Iterator[None]:
    """Tell on a terminal what the pipeline is doing, in a line that is gone when it is done."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    begun = time.monotonic()

    def tell(what: str, done: int, count: int) -> None:
        if time.monotonic() - begun > _SHORT:
            click.echo(f"{_CLEAR}{what}: {done} of {count} parts", err=True, nl=False)

    try:
        with processes.watched(tell):
            yield
    finally:
        click.echo(_CLEAR, err=True, nl=False)
