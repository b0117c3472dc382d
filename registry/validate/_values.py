"""How sentences name a value and its type."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.source import Json, Pointer

TYPE_WORDS = {
    "object": "a mapping",
    "array": "a list",
    "string": "a string",
    "integer": "an integer",
    "number": "a number",
    "boolean": "a boolean",
    "null": "null",
}
"""By type of JSON Schema, its name in sentences."""

_SHOWN = 58
"""Characters of a value that a sentence quotes."""


def short(value: Json) -> str:
    """Return *value* as JSON or, for a string, in quotes, shortened for a sentence."""
    if isinstance(value, str):
        return repr(value if len(value) <= _SHOWN else value[: _SHOWN - 1] + "…")
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def owner(pointer: Pointer) -> str:
    """Return the property that has the keyword at *pointer*, as JSON; else `"name"`."""
    is_of_property = pointer[-3:-2] == ("properties",)
    return json.dumps(pointer[-2] if is_of_property else "name", ensure_ascii=False)
