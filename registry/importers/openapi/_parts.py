"""Converted schemas as parts to be put together: how large each is, what it refers to, its top."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from registry.source import Json

_MAPS = ("properties", "$defs")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLES = ("items", "additionalProperties", "not", "contentSchema")
_INWARDS = frozenset((*_MAPS, *_LISTS, *_SINGLES, "required"))
_ABRIDGED = "(not described further)"


@dataclass(frozen=True, slots=True)
class Part:
    """One schema, measured.

    Attributes:
        schema: the schema; references in it are pointers into the OpenAPI document.
        size: how many values it holds.
        depth: how many collections stand inside each other.
        references: the pointers, in order.
    """

    schema: dict[str, Json]
    size: int
    depth: int
    references: tuple[str, ...]


def part(schema: dict[str, Json]) -> Part:
    """Return *schema*, measured."""
    size, depth = _measure(schema)
    return Part(schema, size, depth, tuple(_references(schema)))


def mapped(
    schema: dict[str, Json], act: Callable[[dict[str, Json], int], dict[str, Json]]
) -> dict[str, Json]:
    """Return *schema* with *act* applied to every schema right inside it, and to how deep it is."""
    result: dict[str, Json] = {}
    for keyword, value in schema.items():
        if isinstance(value, dict) and keyword in _MAPS:
            inner = cast("dict[str, dict[str, Json]]", value)
            result[keyword] = {name: act(each, 2) for name, each in inner.items()}
        elif isinstance(value, dict) and keyword in _SINGLES:
            result[keyword] = act(value, 1)
        elif isinstance(value, list) and keyword in _LISTS:
            result[keyword] = [act(each, 2) for each in cast("list[dict[str, Json]]", value)]
        else:
            result[keyword] = value
    return result


def trimmed(schema: dict[str, Json], levels: int) -> dict[str, Json]:
    """Return *schema* with the schemas up to *levels* further in, and hardly a word on the rest."""
    if not levels:
        return stub(schema)
    return mapped(schema, lambda inner, _: trimmed(inner, levels - 1))


def stub(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema that allows all that *schema* does; itself, where it holds no other."""
    if "$ref" not in schema and not any(True for _ in _inner(schema)):
        return schema
    kept: dict[str, Json] = {key: schema[key] for key in ("type", "description") if key in schema}
    words = kept.get("description")
    return {**kept, "description": f"{words} {_ABRIDGED}" if words else _ABRIDGED}


def described(schema: dict[str, Json], words: str) -> dict[str, Json]:
    """Return *schema* with *words* as its description, where people look for it."""
    kept = {key: value for key, value in schema.items() if key != "description"}
    head: dict[str, Json] = {key: kept.pop(key) for key in list(kept) if key not in _INWARDS}
    return {**head, "description": words, **kept}


def size_of(value: Json) -> int:
    """Return how many values there are in *value*, itself included."""
    return _measure(value)[0]


def _measure(value: Json) -> tuple[int, int]:
    """Return how many values there are in *value* and how deep they are nested."""
    if isinstance(value, dict):
        inner: Iterable[Json] = value.values()
    elif isinstance(value, list):
        inner = value
    else:
        return 1, 0
    size, depth = 1, 0
    for each in inner:
        if isinstance(each, dict | list):
            more, further = _measure(each)
            size += more
            depth = max(depth, further)
        else:
            size += 1
    return size, depth + 1


def _inner(schema: dict[str, Json]) -> Iterator[dict[str, Json]]:
    """Yield every schema right inside *schema*."""
    for keyword, value in schema.items():
        if isinstance(value, dict):
            if keyword in _MAPS:
                yield from cast("Iterable[dict[str, Json]]", value.values())
            elif keyword in _SINGLES:
                yield value
        elif isinstance(value, list) and keyword in _LISTS:
            yield from cast("list[dict[str, Json]]", value)


def _references(schema: dict[str, Json]) -> Iterator[str]:
    pointer = schema.get("$ref")
    if isinstance(pointer, str):
        yield pointer
    for inner in _inner(schema):
        yield from _references(inner)
