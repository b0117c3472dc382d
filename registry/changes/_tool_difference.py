"""A difference between two definitions of a tool, and the short form of values in its text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.source import Json, Pointer

_LONGEST = 80
"""The maximum number of characters of a value in a sentence."""


class Kind(IntEnum):
    """How much a change matters to callers, in ascending order."""

    COSMETIC = 1
    COMPATIBLE = 2
    BREAKING = 3

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        # Formatted with a width, an IntEnum would be its number.
        return format(str(self), spec)


class Side(Enum):
    """What a schema describes: what callers send, or what they receive."""

    INPUT = "input"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class ToolDifference:
    """A difference: a sentence without the tool's name, and its place in the definition."""

    kind: Kind
    sentence: str
    pointer: Pointer = ()
    is_security: bool = False


def short_value(value: Json) -> str:
    """Return *value* on one line, shortened, with control characters escaped."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def replaced(what: str, was: Json, now: Json) -> str:
    """Return the sentence that the value of *what* has changed; None is no value."""
    if was is None and now is None:
        return f"{what} has changed"  # one of them says null
    if now is None:
        return f"{what} is gone, which was {short_value(was)}"
    if was is None:
        return f"{what} is new: {short_value(now)}"
    return f"{what} is {short_value(now)} instead of {short_value(was)}"
