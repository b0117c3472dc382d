"""Narrow a value of a file, which may be anything, to the expected type, or to an empty value."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from registry.source import Json


def mapping(value: Json) -> dict[str, Json]:
    """Return *value* if it is a mapping, else an empty one."""
    return value if isinstance(value, dict) else {}


def array(value: Json) -> list[Json]:
    """Return *value* if it is a list, else an empty one."""
    return value if isinstance(value, list) else []


def mappings(value: Json) -> list[dict[str, Json]]:
    """Return the mappings that are entries of *value*; [] if it is no list."""
    return [each for each in array(value) if isinstance(each, dict)]


def strings(value: Json) -> list[str]:
    """Return the strings that are entries of *value*; [] if it is no list."""
    return [each for each in array(value) if isinstance(each, str)]


def string(value: Json) -> str:
    """Return *value* if it is a string, else ""."""
    return value if isinstance(value, str) else ""
