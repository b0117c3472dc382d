"""How far a long work has come, for who looks on."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

T = TypeVar("T")


def watched(items: Sequence[T], label: str, few: int = 0) -> Iterator[T]:
    """Pass *items* on, with a bar on a terminal if there are more than a *few*."""
    if not sys.stderr.isatty() or len(items) <= few:
        yield from items
        return
    with click.progressbar(items, label=label, file=sys.stderr) as bar:
        yield from bar
