"""Converted schemas as parts of a larger one: their size, their references, shortened forms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._widening import ALL_OR_NOTHING, references, widened
from registry.validate.vocabulary import HOLDING, rebuilt, subschemas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from registry.source import Json, Pointer

_INWARDS = HOLDING | {"required"}
_ABRIDGED = "(not described further)"


@dataclass(frozen=True, slots=True)
class Part:
    """A schema with its measurements.

    Attributes:
        schema: the schema; references in it are pointers into the OpenAPI document.
        size: the number of values in it.
        depth: the nesting of its collections.
        references: the pointers in it, in order.
        is_whole: whether it says all that the document says there, apart from its references.
    """

    schema: dict[str, Json]
    size: int
    depth: int
    references: tuple[str, ...]
    is_whole: bool


def part(schema: dict[str, Json], *, is_whole: bool) -> Part:
    """Return *schema* with its measurements."""
    size, depth = _measure(schema)
    return Part(schema, size, depth, tuple(references(schema)), is_whole)


def mapped(
    schema: dict[str, Json], act: Callable[[dict[str, Json], int], dict[str, Json]]
) -> dict[str, Json]:
    """Return *schema* with *act*(subschema, levels) in place of every direct subschema."""

    def acted(steps: Pointer, inner: Json) -> Json:
        return act(inner, len(steps)) if isinstance(inner, dict) else inner

    return rebuilt(schema, acted)


def trimmed(schema: dict[str, Json], levels: int) -> dict[str, Json]:
    """Return *schema* with *levels* levels of subschemas, and stubs of the deeper ones."""
    if not levels:
        return stub(schema)
    cut = mapped(schema, lambda inner, _: trimmed(inner, levels - 1))
    return widened(cut, {key for key in ALL_OR_NOTHING if cut.get(key) != schema.get(key)})


def stub(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a short schema that allows all that *schema* allows; itself if it has no subschema."""
    if "$ref" not in schema and not any(isinstance(inner, dict) for _, inner in subschemas(schema)):
        return schema
    kept: dict[str, Json] = {key: schema[key] for key in ("type", "description") if key in schema}
    words = kept.get("description")
    return {**kept, "description": f"{words} {_ABRIDGED}" if words else _ABRIDGED}


def with_description(schema: dict[str, Json], words: str) -> dict[str, Json]:
    """Return *schema* with the description *words*, placed before its subschemas."""
    kept = {key: value for key, value in schema.items() if key != "description"}
    head: dict[str, Json] = {key: kept.pop(key) for key in list(kept) if key not in _INWARDS}
    return {**head, "description": words, **kept}


def size_of(value: Json) -> int:
    """Return the number of values in *value*, including itself."""
    return _measure(value)[0]


def _measure(value: Json) -> tuple[int, int]:
    """Return the number of values in *value* and their nesting."""
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
