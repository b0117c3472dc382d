"""Refuse what a program passes by mistake: each function raises TypeError for another type."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, SupportsIndex

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def checked_id(value: object) -> str:
    """Return *value*, the id of a tool or a manual."""
    if not isinstance(value, str):
        raise TypeError(f"an id is a string, such as hit.tool.id, not {value!r:.100}")
    return value


def checked_ids(value: Collection[str] | None) -> list[str] | None:
    """Return the ids in *value*, the argument `only`; None without it."""
    if isinstance(value, str):
        raise TypeError(f"only holds ids, as in [{value!r}]")
    return None if value is None else [checked_id(each) for each in value]


def check_filters(narrowed: Mapping[str, object]) -> None:
    """Check the value of each facet in *narrowed*; None is no filter."""
    for name, value in narrowed.items():
        if value is not None and not isinstance(value, str):
            raise TypeError(f"{name} is a string, of several values with commas, not {value!r}")


def checked_limit(value: object) -> int:
    """Return *value*, the maximum number of hits."""
    # Integers of NumPy are no `int`.
    if not isinstance(value, SupportsIndex):
        raise TypeError(f"limit is an integer, not {value!r:.100}")
    return index(value)


def check_version(version: object) -> None:
    """Check *version*, such as `1.2.0` or `latest`."""
    if not isinstance(version, str):
        raise TypeError(f"a version is a string such as '1.2.0', not {version!r}")
