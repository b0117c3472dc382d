"""Loops of tests that cannot pass because there was nothing to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")


def some(values: Iterable[T]) -> list[T]:
    """Return *values* as a list; the test fails where there are none."""
    found = list(values)
    assert found, "there is nothing to look at"
    return found
