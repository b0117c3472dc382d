"""Put one hostile text into every text of a catalogue that is not someone's identity."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from registry.source import Document, Origin

_IDENTITY = frozenset(
    {"name", "publisher", "manual", "version", "protocol", "dialect", "transport", "kind", "tool"}
)
_SHAPE = frozenset({"$ref", "location"})
_TYPES = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})
_UNTOUCHED = (Document, Origin, Enum)


def poisoned(value: Any, payload: str, *, within: str = "") -> Any:  # noqa: ANN401 - any part
    """Return *value* with *payload* as every text in it, names and structure apart.

    *within* is the key under which *value* stands: the names of `properties` are texts too.
    """
    if isinstance(value, _UNTOUCHED):
        return value
    if isinstance(value, str):
        return payload
    if names := _fields_of(value):
        changes = {
            name: poisoned(getattr(value, name), payload)
            for name in names
            if not (name in _IDENTITY and isinstance(getattr(value, name), str))
        }
        is_tuple = isinstance(value, tuple)
        return value._replace(**changes) if is_tuple else replace(value, **changes)
    if isinstance(value, tuple | list):
        return type(value)(poisoned(each, payload) for each in value)
    if isinstance(value, dict):
        return {
            f"{payload}{number}" if within == "properties" else key: (
                each if key in _SHAPE or _is_type(each) else poisoned(each, payload, within=key)
            )
            for number, (key, each) in enumerate(value.items())
        }
    return value


def _fields_of(value: Any) -> tuple[str, ...]:  # noqa: ANN401 - any part
    if is_dataclass(value):
        return tuple(each.name for each in fields(value))
    return getattr(value, "_fields", ())


def _is_type(value: Any) -> bool:  # noqa: ANN401 - any JSON
    return isinstance(value, str) and value in _TYPES
