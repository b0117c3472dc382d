"""The wishes of people that no tool of the registry fulfils."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes of one field, such as travel: its *name*, its *title* for people, and phrases."""

    name: str
    title: str
    phrases: tuple[str, ...]


def phrases_of(wishes: Iterable[Wishes]) -> list[str]:
    """Return the phrases of all fields, in order."""
    return [phrase for each in wishes for phrase in each.phrases]
