"""Explain that a key is missing or unknown to the author of the mapping that should have it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import nearest
from registry.source.narrowing import mapping
from registry.validate._synonyms import synonym
from registry.validate._wording import Wording, name_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.source import Document, Pointer
    from registry.validate._explaining_engine import Error


def missing_key(error: Error, pointer: Pointer, document: Document) -> Iterator[Wording]:
    """Yield the explanation for each key that the mapping at *pointer* needs and does not have."""
    for key in error.validator_value:
        if key not in error.instance and f"{key!r} is a required property" == error.message:
            if _is_to_be_moved(key, error):
                continue
            other = next((each for each in error.instance if _meant_key(each, error) == key), "")
            yield Wording(
                "missing-key",
                f"{name_of(pointer, document)} has no `{key}`",
                f"rename `{other}` to `{key}`" if other else _hint_to_add(key, error),
                (*pointer, other) if other else pointer,
                at_key=bool(other),
                key=key,
            )


def _is_to_be_moved(key: str, error: Error) -> bool:
    """Return whether a hint says to move *key* to this mapping, or another key into *key*."""
    hints = error.schema.get("x-key-hints", {})
    inside = mapping(mapping(error.schema.get("properties")).get(key)).get("x-inside", "")
    return key in mapping(error.instance.get(inside)) or any(
        hints.get(each) == f"move it into `{key}`" for each in error.instance
    )


def _hint_to_add(key: str, error: Error) -> str:
    """Return how to add *key*: with an example, or with the beginning of its description.

    An example is what anyone could write: someone else's name would be copied. Neither has an
    ellipsis, which would be copied, too.
    """
    schema = error.schema.get("properties", {}).get(key, {})
    schema = schema if isinstance(schema, dict) else {}
    if "x-example" in schema:
        return f"add `{key}: {schema['x-example']}`"
    if schema.get("type") == "boolean":
        return f"add `{key}: true` or `{key}: false`"
    said = re.split(r"[.:;](?:\s|$)", schema.get("description", ""))[0]
    what = f"{said[0].lower()}{said[1:]}" if said[1:2].islower() else said or "its value"
    return f"add `{key}:` with {what}"


def unknown_key(error: Error, pointer: Pointer, document: Document) -> Iterator[Wording]:
    """Yield the explanation for each key of the mapping at *pointer* that its schema lacks."""
    known_keys = list(error.schema.get("properties", {}))
    patterns = error.schema.get("patternProperties", {})
    hints = error.schema.get("x-key-hints", {})
    for key in error.instance:
        if key in known_keys or any(re.search(pattern, key) for pattern in patterns):
            continue
        meant = _meant_key(key, error)
        yield Wording(
            "unknown-key",
            f"{name_of(pointer, document)} has an unknown key: {key!r}",
            hints.get(key)
            or (
                _hint_to_rename(key, meant, error)
                if meant
                else f"remove it; known keys: {', '.join(known_keys)}"
            ),
            (*pointer, key),
            at_key=True,
            key=key,
            explains=tuple(error.schema.get("x-explaining-keys", {}).get(key, ())),
        )


def _meant_key(key: str, error: Error) -> str:
    """Return the known key that *key* is another name for, or misspells, or "".

    What is there under its right name cannot be meant by a slip.
    """
    known_keys = error.schema.get("properties", {})
    if key in known_keys:
        return ""
    return _other_name(key, error) or nearest(
        key, (each for each in known_keys if each not in error.instance)
    )


def _other_name(key: str, error: Error) -> str:
    """Return the known key that others call *key*, or ""."""
    schema = error.schema
    return schema.get("x-other-names", {}).get(key) or synonym(key, schema.get("properties", {}))


def _hint_to_rename(key: str, meant: str, error: Error) -> str:
    """Return what to do with *key*, which stands for *meant*."""
    if meant in error.instance:
        return f"remove it: `{meant}` already exists"
    return f"rename it to `{meant}`" if _other_name(key, error) else f"did you mean `{meant}`?"
