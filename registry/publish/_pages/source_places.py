"""The documents that a release is based on, by where they were read."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.model.sources import Source


class Place(NamedTuple):
    """A repository or package, and the *documents* that were read in one state of it on a *date*.

    A page of its own is in no place: *name* and *state* are "".
    """

    name: str
    state: str
    date: str
    documents: tuple[Source, ...]


def places_of(sources: Iterable[Source]) -> list[Place]:
    """Return the places of *sources*, in the order in which they are first named."""
    places: dict[tuple[str, ...], list[Source]] = {}
    for source in sources:
        key = _place(source) or (source.url, source.path, source.date)
        places.setdefault(key, []).append(source)
    return [
        Place(_name(found[0]), found[0].state, found[0].date, tuple(found))
        for found in places.values()
    ]


def _place(source: Source) -> tuple[str, ...]:
    """Return what the documents of one place have in common, () for a page."""
    return (_name(source), source.state, source.date) if _name(source) else ()


def _name(source: Source) -> str:
    return (source.repository or source.package).removeprefix("https://")
