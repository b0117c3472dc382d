"""A schema of an OpenAPI document as it is meant: references followed, and parts put together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from registry.authoring.importers.openapi import BrokenReferenceError, types_of
from registry.source.json_types import type_of
from registry.source.narrowing import array, mapping, strings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.authoring.importers.openapi import Api
    from registry.source import Json

MAX_PARTS = 200
"""Mappings that are put together for one schema; a hostile document names more."""

MAX_CHOICES = 4
"""Choices inside each other that are looked into."""

MAX_LOOKS = 2_000_000
"""Mappings of one document that are looked at before nothing more is seen in it."""

NULL = "null"
_ANY_OF = ("anyOf", "oneOf")


def step(pointer: str, *names: str | int) -> str:
    """Return *pointer* with *names* at its end, escaped (RFC 6901, section 3)."""
    escaped = (str(name).replace("~", "~0").replace("/", "~1") for name in names)
    return "/".join((pointer, *escaped))


@dataclass
class Looks:
    """The looks at a document that are *left*, so that none can keep its reader for ever."""

    left: int = MAX_LOOKS


@dataclass(frozen=True)
class Node:
    """The schema at some *pointers* of a document, all of which apply.

    *choices* is how many choices it is inside of. What leads nowhere says nothing.
    """

    api: Api
    pointers: tuple[str, ...]
    looks: Looks
    choices: int = 0

    @property
    def pointer(self) -> str:
        """Where the schema is, without following references."""
        return self.pointers[0] if self.pointers else "#"

    @property
    def is_known(self) -> bool:
        """Whether the document says anything here."""
        return any(part for _, part in self.parts) or bool(self.alternatives)

    @cached_property
    def parts(self) -> tuple[tuple[str, dict[str, Json]], ...]:
        """Every mapping that applies, with its place: the schema, what it refers to, `allOf`."""
        by_pointer: dict[str, dict[str, Json]] = {}
        waiting = list(reversed(self.pointers))
        while waiting and len(by_pointer) < MAX_PARTS and self.looks.left > 0:
            self.looks.left -= 1
            pointer = waiting.pop()
            if pointer in by_pointer:
                continue
            try:
                value = self.api.at(pointer)
            except BrokenReferenceError:
                continue
            by_pointer[pointer] = part = mapping(value)
            members = [step(pointer, "allOf", n) for n in range(len(array(part.get("allOf"))))]
            waiting += reversed([*_target(self.api, part), *members[:MAX_PARTS]])
        return tuple(by_pointer.items())

    @cached_property
    def alternatives(self) -> tuple[Node, ...]:
        """The schemas of which one applies, without null."""
        return tuple(each for each in self._members if not each.is_null)

    @cached_property
    def _members(self) -> tuple[Node, ...]:
        if self.choices >= MAX_CHOICES:
            return ()
        places = [
            step(pointer, keyword, number)
            for pointer, part in self.parts
            for keyword in _ANY_OF
            for number in range(len(array(part.get(keyword))))
        ]
        deeper = self.choices + 1
        return tuple(Node(self.api, (each,), self.looks, deeper) for each in places[:MAX_PARTS])

    @property
    def is_null(self) -> bool:
        """Whether null is all that it allows."""
        return any(
            types_of(part.get("type")) == [NULL] or part.get("enum") == [None]
            for _, part in self.parts
            if "type" in part or "enum" in part
        )

    @cached_property
    def is_nullable(self) -> bool:
        """Whether null is among what it allows."""
        for _, part in self.parts:
            if part.get("nullable") is True or part.get("x-nullable") is True:
                return True
            if NULL in types_of(part.get("type")) or None in array(part.get("enum")):
                return True
        return any(each.is_null or each.is_nullable for each in self._members)

    @cached_property
    def types(self) -> frozenset[str]:
        """The types that it allows, without null; none where it does not say."""
        for _, part in self.parts:
            if stated := [each for each in types_of(part.get("type")) if each != NULL]:
                return frozenset(stated)
        if self.alternatives:
            inner = [each.types for each in self.alternatives]
            return frozenset().union(*inner) if all(inner) else frozenset()
        if any("properties" in part for _, part in self.parts):
            return frozenset(("object",))
        if any("items" in part for _, part in self.parts):
            return frozenset(("array",))
        return frozenset(map(type_of, self.enum[0]))

    def keyword(self, name: str) -> tuple[Json, str] | None:
        """Return the value and place of the keyword *name* in the schema; None if it lacks it."""
        for pointer, part in self.parts:
            if part.get(name) is not None:
                return part[name], step(pointer, name)
        return None

    @cached_property
    def enum(self) -> tuple[list[Json], str]:
        """Every value that it allows, with the place; none where there may be others."""
        if keyword := self.keyword("enum"):
            return [each for each in array(keyword[0]) if each is not None], keyword[1]
        if keyword := self.keyword("const"):
            return [keyword[0]], keyword[1]
        inner = [each.enum for each in self.alternatives]
        if inner and all(values for values, _ in inner):
            return [value for values, _ in inner for value in values], inner[0][1]
        return [], self.pointer

    @cached_property
    def words(self) -> str:
        """Everything that its descriptions say."""
        found = (part.get("description") for _, part in self.parts)
        return " ".join(each for each in found if isinstance(each, str))

    @cached_property
    def required(self) -> frozenset[str]:
        """The names of the properties that are always there."""
        names: set[str] = set()
        for _, part in self.parts:
            names |= {*strings(part.get("required"))}
            own = mapping(part.get("properties"))
            names |= {name for name, each in own.items() if mapping(each).get("required") is True}
        if self.alternatives:
            names |= frozenset.intersection(*(each.required for each in self.alternatives))
        return frozenset(names)

    @property
    def states_required(self) -> bool:
        """Whether it says anywhere what is always there."""
        has_own = any("required" in part for _, part in self.parts)
        return has_own or any(each.states_required for each in self.alternatives)

    def inner(self, name: str) -> Node | None:
        """Return the schema of the property *name*, None where the document has none."""
        pointers = [
            step(pointer, "properties", name)
            for pointer, part in self.parts
            if name in mapping(part.get("properties"))
        ]
        # A member of a choice says more than what all members have in common.
        chosen = [found for each in self.alternatives if (found := each.inner(name))]
        if pointers or len(chosen) == 1:
            more = chosen[0].pointers if len(chosen) == 1 else ()
            return self._at(*pointers, *more)
        return self._one_of(chosen)

    @property
    def items(self) -> Node | None:
        """The schema of the entries of a list, None where the document has none."""
        pointers = [
            step(pointer, "items")
            for pointer, part in self.parts
            if isinstance(part.get("items"), dict)
        ]
        if pointers:
            return self._at(*pointers)
        return self._one_of([found for each in self.alternatives if (found := each.items)])

    @property
    def rest(self) -> Node | None:
        """The schema of properties of any name, None where the document has none."""
        for pointer, part in self.parts:
            if isinstance(part.get("additionalProperties"), dict):
                return self._at(step(pointer, "additionalProperties"))
        return None

    def _at(self, *pointers: str) -> Node:
        return Node(self.api, pointers, self.looks, self.choices)

    def _one_of(self, nodes: list[Node]) -> Node | None:
        if not nodes:
            return None
        if len(nodes) == 1:
            return nodes[0]
        return _Choice(self.api, (nodes[0].pointer,), self.looks, self.choices, tuple(nodes))

    @property
    def names(self) -> Iterator[str]:
        """The names of all properties."""
        for _, part in self.parts:
            yield from mapping(part.get("properties"))
        for each in self.alternatives:
            yield from each.names


@dataclass(frozen=True)
class _Choice(Node):
    """Schemas of one property in the members of a choice, of which one applies."""

    members: tuple[Node, ...] = ()

    @cached_property
    def parts(self) -> tuple[tuple[str, dict[str, Json]], ...]:
        return ()

    @cached_property
    def _members(self) -> tuple[Node, ...]:
        return self.members


def _target(api: Api, part: dict[str, Json]) -> list[str]:
    reference = part.get("$ref")
    if not isinstance(reference, str):
        return []
    try:
        return [api.pointer(reference)]
    except BrokenReferenceError:
        return []
