"""One difference between two definitions of a tool, and how values are shown in its sentence."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.source import Json, Pointer

_LONGEST = 80
"""Characters of a value in a sentence."""


class Kind(IntEnum):
    """How much a change matters to callers; the greater, the more."""

    COSMETIC = 1
    COMPATIBLE = 2
    BREAKING = 3

    def __str__(self) -> str:
        return self.name.lower()


class Side(Enum):
    """What a schema describes: what callers send, or what they get."""

    INPUT = "input"
    OUTPUT = "output"


@dataclass(frozen=True, slots=True)
class Difference:
    """What is different, as a sentence without the tool's name, and where in its definition."""

    kind: Kind
    sentence: str
    pointer: Pointer = ()
    is_security: bool = False


def shown(value: Json) -> str:
    """Return *value* on one line, short, and without characters that do more than show."""
    text = repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
