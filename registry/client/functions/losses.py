"""The parts that makers of function definitions share: the order of steps, and losses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from registry.source import references

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from registry.model import Tool
    from registry.source import Json

_COMBINATIONS = ("allOf", "anyOf", "enum", "not", "oneOf")


MAX_LOSSES = 20
"""Sentences on one definition; who would read more?"""


@dataclass(slots=True)
class Losses:
    """Sentences on what a definition could not carry over, each of them once."""

    found: dict[str, None] = field(default_factory=dict)

    def add(self, sentence: str) -> None:
        """Put *sentence* down; after `MAX_LOSSES` only that there are more."""
        self.found[sentence if len(self.found) < MAX_LOSSES else "and more"] = None


Make: TypeAlias = "Callable[[Tool, str, Losses], dict[str, Json]]"
"""Returns the definition of a tool under a name, and adds what it cannot carry to the losses."""


@dataclass(frozen=True, slots=True)
class Flavour:
    """One interface.

    Attributes:
        purpose: what its definitions are for.
        definition: makes one.
        request: puts them into what holds all of them.
        own_names: returns the tool's own name of each input that has another in its definition.
        never_carried: what none of them has a place for.
    """

    purpose: str
    definition: Make
    request: Callable[[Iterable[Json]], Json]
    own_names: Callable[[Tool], Mapping[str, str]] = lambda _: {}
    never_carried: tuple[str, ...] = (
        "the schema of the result",
        "how the tool is called",
        "authentication",
    )


def plain_object(schema: dict[str, Json], losses: Losses) -> dict[str, Json]:
    """Return *schema* as an object with `properties` and without combinations at the top.

    What a reference at the top stands for, such as `#/definitions/Inputs`, takes its place.
    """
    if target := references.mapping_at(schema, schema.get("$ref")):
        schema = {**target, **schema}
        del schema["$ref"]
    others = {key: value for key, value in schema.items() if key not in _COMBINATIONS}
    for key in sorted(schema.keys() - others.keys()):
        losses.add(f"the condition `{key}` on all inputs together")
    return {"type": "object", "properties": {}, **others}
