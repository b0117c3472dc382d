"""A schema of a tool with its place, so that what is found in it can be shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from registry.authoring.source_comparison._document_schema import NULL
from registry.authoring.source_comparison._facts import Finding
from registry.source.narrowing import strings
from registry.source.references import mapping_at

if TYPE_CHECKING:
    from collections.abc import Mapping

    from registry.authoring.source_comparison._facts import Verdict
    from registry.source import Json, Pointer

MAX_LEVELS = 40
"""Schemas inside each other that are compared; those of a manual may refer to themselves."""

_SHOWN = 80


@dataclass(frozen=True, slots=True)
class Side:
    """The direction of values: the manual describes what it sends, or what comes back."""

    name: str
    is_input: bool


INPUT = Side("input", is_input=True)
REPLY = Side("reply", is_input=False)


@dataclass(frozen=True, slots=True)
class Stated:
    """A schema of the manual: where it is, what it is called, and the whole it is a part of."""

    schema: Mapping[str, Json]
    steps: Pointer
    subject: str
    root: Mapping[str, Json]
    level: int = 0

    def found(
        self, kind: str, verdict: Verdict, manual: object, document: object, at: str
    ) -> Finding:
        """Return a finding on the keyword or quality *kind*: what *manual* and *document* say."""
        steps = (*self.steps, kind) if kind in self.schema else self.steps
        return Finding(self.subject, kind, verdict, shown(manual), shown(document), steps, at)

    def inner(self, schema: Json, name: str, *steps: str) -> Stated:
        """Return the schema *schema* inside this one, with what it refers to."""
        inside = schema if isinstance(schema, dict) else {}
        at = (*self.steps, *steps)
        return Stated(inside, at, f"{self.subject}{name}", self.root, self.level + 1).followed()

    def followed(self) -> Stated:
        """Return the schema that this one refers to, or is but for null; itself otherwise."""
        schema = self
        for _ in range(MAX_LEVELS):
            target = mapping_at(self.root, schema.schema.get("$ref"))
            if target is None:
                break
            schema = Stated(target, self.steps, self.subject, self.root, self.level)
        return schema._without_null()

    def _without_null(self) -> Stated:
        members = [each for each in self._members if each != {"type": NULL}]
        if len(members) != 1 or len(self._members) == 1:
            return self
        only = self.inner(members[0], "")
        types: list[Json] = [*sorted(only.types), NULL]
        return Stated(
            {**only.schema, "type": types}, self.steps, self.subject, self.root, self.level
        )

    @property
    def types(self) -> frozenset[str]:
        """The types that it allows, null included; none where it does not say."""
        stated = self.schema.get("type")
        if isinstance(stated, str):
            return frozenset((stated,))
        if isinstance(stated, list):
            return frozenset(strings(stated))
        inner = [self.inner(each, "").types for each in self._members]
        return frozenset().union(*inner) if inner and all(inner) else frozenset()

    @property
    def _members(self) -> list[Json]:
        for keyword in ("anyOf", "oneOf"):
            members = self.schema.get(keyword)
            if isinstance(members, list) and self.level < MAX_LEVELS:
                return members
        return []

    @property
    def properties(self) -> dict[str, Json]:
        """Its properties by name."""
        found = self.schema.get("properties")
        return found if isinstance(found, dict) else {}


def shown(value: object) -> str:
    """Return *value* on one line, cut where it is long."""
    text = value if isinstance(value, str) else str(value)
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"
