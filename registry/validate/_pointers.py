"""Resolve the path of an error of `jsonschema-rs`, which returns digits as numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.source import Json, Pointer

_NUMBER = re.compile(r"\+?[0-9]+")


def pointers(value: Json, path: Sequence[str | int]) -> Iterator[Pointer]:
    """Yield each pointer into *value* that *path* may stand for: `1` is the key `"1"` or `"01"`."""
    if not path:
        yield ()
        return
    step, behind = path[0], path[1:]
    if isinstance(value, dict):
        keys = [key for key in value if key == step or _is_same_step(key, step)]
        yield from ((key, *inner) for key in keys for inner in pointers(value[key], behind))
    elif isinstance(value, list) and isinstance(step, int) and step < len(value):
        yield from ((step, *inner) for inner in pointers(value[step], behind))


def _is_same_step(key: str, step: str | int) -> bool:
    return isinstance(step, int) and bool(_NUMBER.fullmatch(key)) and int(key) == step
