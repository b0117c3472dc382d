"""The schema of a tool's inputs: its parts, and what they say in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from registry.source import references
from registry.source.json_types import type_of
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from registry.source import Json

_SAID = 160
"""Characters of what an input is described with."""

_LISTED = 24
"""Names and values that are listed at most."""


def explanation(inputs: Mapping[str, Any], pointer: tuple[str | int, ...], sentence: str) -> str:
    """Return what *inputs* says of the value at *pointer* that *sentence* is about; often ""."""
    missing = re.fullmatch(r"'(.+)' is missing", sentence)
    schema = _schema_at(inputs, (*pointer, missing[1]) if missing else pointer)
    kind = " or ".join(sorted(kinds(schema))) if missing else ""
    description = " ".join(str(schema.get("description", "")).split())
    description = description if len(description) <= _SAID else f"{description[: _SAID - 1]}…"
    allowed = listed(array(schema.get("enum"))) if missing else ""
    parts = filter(None, (kind, allowed and f"one of {allowed}", _properties(schema), description))
    text = "; ".join(parts)
    return f" ({text})" if text else ""


def inside(inputs: Mapping[str, Any], name: str) -> str:
    """Return the object of *inputs* that the property *name* belongs to, as a hint; "" for none.

    Models often write what belongs into the body beside it, or its path as its name.
    """
    *path, last = re.findall(r"[^.\[\]]+", name) or [name]
    if path and last in mapping(_schema_at(inputs, path).get("properties")):
        return f"put {last!r} into {'.'.join(path)!r}"
    level: list[tuple[tuple[str, ...], dict[str, Json]]] = [((), mapping(dict(inputs)))]
    while level:
        level = [
            ((*path, key), mapping(each))
            for path, schema in level
            for key, each in mapping(schema.get("properties")).items()
        ]
        found = [path for path, schema in level if name in mapping(schema.get("properties"))]
        if found:
            return f"put it into {' or '.join(repr('.'.join(path)) for path in found[:3])}"
    return ""


def open_inputs(inputs: Mapping[str, Any]) -> list[str]:
    """Return the properties of *inputs* that are objects of any names, such as `arguments`."""
    return [
        name
        for name, each in mapping(inputs.get("properties")).items()
        if mapping(each).get("type") == "object" and not mapping(each).get("properties")
    ]


def listed(values: Sequence[object]) -> str:
    """Return the first of *values*, with commas."""
    return ", ".join(map(str, values[:_LISTED]))


def _schema_at(inputs: Mapping[str, Any], pointer: Iterable[str | int]) -> dict[str, Any]:
    """Return the schema of the value at *pointer*, or {} where there is none that says anything."""
    schema = dict(inputs)
    for step in pointer:
        properties = mapping(schema.get("properties"))
        schema = resolved(
            inputs, schema.get("items") if isinstance(step, int) else properties.get(step)
        )
    return schema


def _properties(schema: Mapping[str, Any]) -> str:
    """Return the names of the properties of an object, those first that it needs."""
    needed = array(schema.get("required"))
    others = [name for name in mapping(schema.get("properties")) if name not in needed]
    parts = (f"with {listed(needed)}", f"optionally {listed(others)}")
    return ", ".join(part for part, names in zip(parts, (needed, others), strict=True) if names)


def property_schema(inputs: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return the schema of the input *name*, or {} where there is none that says anything."""
    return resolved(inputs, mapping(inputs.get("properties")).get(name))


def resolved(inputs: Mapping[str, Any], schema: Json) -> dict[str, Any]:
    """Return *schema* or what it refers to in *inputs*, {} where that cannot be told."""
    if not isinstance(schema, dict):
        return {}
    if "$ref" not in schema:
        return schema
    # No copy unless it has to be one, or `#` would be another schema each time.
    root = inputs if isinstance(inputs, dict) else dict(inputs)
    target = references.mapping_at(root, schema["$ref"]) or {}
    return {} if "$ref" in target else target


def kinds(schema: Mapping[str, Any]) -> set[str]:
    """Return the types that *schema* names, in alternatives too; none for any."""
    stated = schema.get("type")
    types = {stated} if isinstance(stated, str) else set(map(str, array(stated)))
    for each in (*array(schema.get("anyOf")), *array(schema.get("oneOf"))):
        types |= kinds(mapping(each))
    if not types and isinstance(schema.get("enum"), list):
        types = set(map(type_of, schema["enum"]))
    return types
