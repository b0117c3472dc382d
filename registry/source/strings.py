"""Find and change the strings in a JSON value, except its keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from registry.source import Json, Pointer

_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
LONE_SURROGATE = re.compile("[\ud800-\udfff]")
"""Half of a character, a lone surrogate, which no encoder can write."""


def strings_in(value: Json) -> Iterator[str]:
    """Yield every string in *value*, in its order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from strings_in(each)


def placed_strings(value: Json, pointer: Pointer = ()) -> Iterator[tuple[Pointer, str]]:
    """Yield every string in *value*, which is at *pointer*, with its own pointer."""
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, dict | list):
        for step, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from placed_strings(each, (*pointer, step))


def with_strings(value: Any, change: Callable[[str], str]) -> Any:  # noqa: ANN401 - alike in form
    """Return a copy of the JSON *value* with each string as *change* returns it."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: with_strings(each, change) for key, each in value.items()}
    return [with_strings(each, change) for each in value] if isinstance(value, list) else value


def with_whole_characters(value: Json, text: str) -> Json:
    """Return *value*, which was read from the JSON in *text*, without halves of characters.

    These lone surrogates, in keys too, can be written by no encoder.
    """
    return _unhalved(value) if _ESCAPED_HALF.search(text) else value


def _unhalved(value: Json) -> Json:
    if isinstance(value, str):
        return LONE_SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_unhalved(each) for each in value]
    if isinstance(value, dict):
        return {LONE_SURROGATE.sub("\ufffd", key): _unhalved(each) for key, each in value.items()}
    return value
