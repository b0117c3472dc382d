"""A difference between two definitions of a tool, and the short form of values in its text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from registry.source import Json, Pointer

_LONGEST = 80
"""The maximum number of characters of a value in a sentence."""
_BEFORE = 20
"""How many characters before the place where two long values differ are shown."""


class Kind(IntEnum):
    """The degrees to which a change matters to callers, in ascending order."""

    COSMETIC = 1
    COMPATIBLE = 2
    BREAKING = 3

    def __str__(self) -> str:
        return self.name.lower()

    def __format__(self, spec: str) -> str:
        # Formatted with a width, an IntEnum would be its number.
        return format(str(self), spec)


class Side(Enum):
    """The side that a schema describes: what callers send, or what they receive."""

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
    return _cut_to_longest(_on_one_line(value))


def length_alike(one: Sequence[object], other: Sequence[object]) -> int:
    """Return with how many equal items both begin: characters, or words."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (a, b) in pairs if a != b), min(len(one), len(other)))


def _on_one_line(value: Json) -> str:
    return repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=True)


def _cut_to_longest(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def replaced(what: str, was: Json, now: Json) -> str:
    """Return the sentence that the value of *what* has changed; None is no value."""
    if was is None and now is None:
        return f"{what} has changed"  # one of them says null
    if now is None:
        return f"{what} is gone, which was {short_value(was)}"
    if was is None:
        return f"{what} is new: {short_value(now)}"
    after, before = _short_values(now, was)
    return f"{what} is {after} instead of {before}"


def _short_values(one: Json, other: Json) -> tuple[str, str]:
    """Return two values as `short_value` does, each from where they begin to differ."""
    texts = _on_one_line(one), _on_one_line(other)
    same = length_alike(*texts)
    if same > _LONGEST // 2 and max(map(len, texts)) > _LONGEST:
        start = texts[0].find(" ", same - _BEFORE, same) + 1 or same - _BEFORE
        texts = f"…{texts[0][start:]}", f"…{texts[1][start:]}"
    return _cut_to_longest(texts[0]), _cut_to_longest(texts[1])
