"""Read JSON from strangers by the standard library: finite numbers, whole characters, not too deep.

It says nothing of where anything is; contributed files are read by `read_document`.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, NoReturn

from registry.source.strings import with_whole_characters

if TYPE_CHECKING:
    from collections.abc import Iterable

    from registry.source import Json


def strict_json(text: str, deepest: int) -> Json:
    """Return the value in *text*, in which halves of characters are replaced.

    Raises ValueError for what is not JSON, such as NaN and a number beyond all floats, and for
    more than *deepest* collections inside each other; and RecursionError for far more.
    """
    value: Json = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    # Most texts cannot nest so deeply, and counting is quick.
    if text.count("[") + text.count("{") > deepest and _is_deeper(value, deepest):
        raise ValueError(f"more than {deepest} levels")
    return with_whole_characters(value, text)


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is too large")
    return number


def _is_deeper(value: Json, limit: int) -> bool:
    """Return whether more than *limit* collections are inside each other in *value*."""
    level = _collections([value])
    for _ in range(limit):
        level = [
            inner
            for each in level
            for inner in _collections(each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return False
    return bool(level)


def _collections(values: Iterable[Json]) -> list[dict[str, Json] | list[Json]]:
    return [each for each in values if isinstance(each, dict | list)]
