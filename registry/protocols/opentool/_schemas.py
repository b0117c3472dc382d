"""The schemas of an OpenTool document: their pointers, and what their references point to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from registry.source import limits
from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import rebuilt, subschemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer

_Object: TypeAlias = dict[str, "Json"]

PREFIX = "#/schemas/"
"""The prefix of the references that the released SDKs can follow."""

TYPES = ("boolean", "integer", "number", "string", "array", "object")
"""The types of OpenTool's schemas."""

_HOLDING = frozenset({"properties", "items"})
"""The keywords of OpenTool's schemas that hold others."""


class Located(NamedTuple):
    """A schema and its pointer in the document."""

    pointer: Pointer
    schema: _Object


class ReferenceFault(NamedTuple):
    """A problem of the reference at *pointer*."""

    pointer: Pointer
    rule: str
    message: str
    hint: str


def roots(data: Mapping[str, Json]) -> Iterator[Located]:
    """Yield the schema of every parameter, return value and event, and every named one."""
    for pointer, function in located_mappings(data.get("functions"), ("functions",)):
        for at, parameter in located_mappings(function.get("parameters"), (*pointer, "parameters")):
            yield from _located(parameter, at)
        yield from _located(function.get("return"), (*pointer, "return"))
        for at, event in members(function.get("stream"), (*pointer, "stream")):
            yield from _located(event, at)
    for found in members(data.get("schemas"), ("schemas",)):
        yield Located(*found)


def located_mappings(value: Json, pointer: Pointer) -> Iterator[tuple[Pointer, _Object]]:
    """Yield each mapping in the list *value*, which is at *pointer*, after its own pointer."""
    for index, entry in enumerate(array(value)):
        if isinstance(entry, dict):
            yield (*pointer, index), entry


def members(value: Json, pointer: Pointer) -> Iterator[tuple[Pointer, _Object]]:
    """Yield each mapping among the values of the mapping *value*, after its own pointer."""
    for name, member in mapping(value).items():
        if isinstance(member, dict):
            yield (*pointer, name), member


def written_schemas(root: Located) -> Iterator[Located]:
    """Yield *root* and every schema written inside it, without following references."""
    yield root
    pointer, schema = root
    for steps, inner in subschemas(schema, _HOLDING):
        if isinstance(inner, dict):
            yield from written_schemas(Located(pointer + steps, inner))


def _located(owner: Json, pointer: Pointer) -> Iterator[Located]:
    schema = owner.get("schema") if isinstance(owner, dict) else None
    if isinstance(schema, dict):
        yield Located((*pointer, "schema"), schema)


@dataclass
class Inliner:
    """Replaces references by their schemas; what cannot be replaced is among *faults*.

    An inliner is for one document and has a budget: a few lines of references to references
    could otherwise grow without limit.
    """

    schemas: Mapping[str, Json]
    faults: list[ReferenceFault] = field(default_factory=list)
    _written: int = 0
    _is_exhausted: bool = False

    @classmethod
    def of(cls, data: Mapping[str, Json]) -> Inliner:
        """Return an inliner for the document *data*."""
        return cls(mapping(data.get("schemas")))

    def inline_of(self, owner: Mapping[str, Json], pointer: Pointer) -> _Object:
        """Return the schema of *owner*, a parameter or return value, without references."""
        schema = owner.get("schema")
        return self.inline(schema, (*pointer, "schema")) if isinstance(schema, dict) else {}

    def inline(self, schema: _Object, pointer: Pointer, trail: tuple[str, ...] = ()) -> _Object:
        """Return *schema*, which is at *pointer*, without references.

        *trail* has the names that are being expanded. A reference to nothing, or to one of them,
        becomes {}.
        """
        self._written += 1
        if "$ref" in schema:
            return self._target(schema["$ref"], (*pointer, "$ref"), trail)

        def inner(steps: Pointer, value: Json) -> Json:
            return self.inline(value, pointer + steps, trail) if isinstance(value, dict) else value

        usable = {key: value for key, value in schema.items() if _is_usable(key, value)}
        return rebuilt(usable, inner, _HOLDING)

    def _target(self, reference: Json, pointer: Pointer, trail: tuple[str, ...]) -> _Object:
        if not isinstance(reference, str) or not reference.startswith(PREFIX):
            return {}
        name = reference.removeprefix(PREFIX)
        target = self.schemas.get(name)
        if not isinstance(target, dict):
            self._dangling(name, pointer)
        elif name in trail:
            self._recursive(name, pointer, trail)
        elif self._written > limits.MAX_NODES or len(trail) > limits.MAX_DEPTH:
            if not self._is_exhausted:
                self._excessive(name, pointer)
        else:
            return self.inline(target, ("schemas", name), (*trail, name))
        return {}

    def _dangling(self, name: str, pointer: Pointer) -> None:
        others = ", ".join(self.schemas)
        instead = f", or use one of those defined there: {others}" if others else ""
        message = f"this file has no schema called {name!r}"
        hint = f"define it under `schemas`{instead}"
        self.faults.append(ReferenceFault(pointer, "dangling-reference", message, hint))

    def _recursive(self, name: str, pointer: Pointer, trail: tuple[str, ...]) -> None:
        way = " → ".join((*trail[trail.index(name) :], name))
        message = f"the schema {name!r} contains itself ({way}), which no OpenTool SDK can load"
        hint = "write out as many levels as needed, ending with `{type: object, properties: {}}`"
        self.faults.append(ReferenceFault(pointer, "recursive-reference", message, hint))

    def _excessive(self, name: str, pointer: Pointer) -> None:
        self._is_exhausted = True
        message = f"with all references expanded, {name!r} becomes too large"
        hint = "refer to fewer schemas from inside schemas"
        self.faults.append(ReferenceFault(pointer, "excessive-nodes", message, hint))


def _is_usable(keyword: str, value: Json) -> bool:
    """Return whether *value* is one that *keyword* can have; the schema of a document says so."""
    if keyword == "type":
        return isinstance(value, str) and value in TYPES
    return keyword != "required" or isinstance(value, list)
