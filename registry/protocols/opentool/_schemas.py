"""The schemas of an OpenTool document: where they stand, and what their references stand for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from registry.source import limits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.source import Json, Pointer

_Object: TypeAlias = dict[str, "Json"]

PREFIX = "#/schemas/"
"""How every reference begins that the released SDKs can follow."""


class Located(NamedTuple):
    """A schema and where it stands in the document."""

    pointer: Pointer
    schema: _Object


class Fault(NamedTuple):
    """What is wrong with the reference at *pointer*."""

    pointer: Pointer
    rule: str
    message: str
    hint: str


def roots(data: Mapping[str, Json]) -> Iterator[Located]:
    """Yield every schema of a parameter, a return value, an event, and every named one."""
    for pointer, function in entries(data.get("functions"), ("functions",)):
        for at, parameter in entries(function.get("parameters"), (*pointer, "parameters")):
            yield from _located(parameter, at)
        yield from _located(function.get("return"), (*pointer, "return"))
        for at, event in members(function.get("stream"), (*pointer, "stream")):
            yield from _located(event, at)
    for found in members(data.get("schemas"), ("schemas",)):
        yield Located(*found)


def entries(value: Json, pointer: Pointer) -> Iterator[tuple[Pointer, _Object]]:
    """Yield the mappings in the list *value*, which stands at *pointer*, and where they stand."""
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        if isinstance(entry, dict):
            yield (*pointer, index), entry


def members(value: Json, pointer: Pointer) -> Iterator[tuple[Pointer, _Object]]:
    """Yield the mappings among the values of the mapping *value*, and where they stand."""
    for name, member in value.items() if isinstance(value, dict) else ():
        if isinstance(member, dict):
            yield (*pointer, name), member


def written(root: Located) -> Iterator[Located]:
    """Yield *root* and every schema written inside it; what a reference stands for is not."""
    yield root
    pointer, schema = root
    inner = [*members(schema.get("properties"), (*pointer, "properties"))]
    items = schema.get("items")
    if isinstance(items, dict):
        inner.append(((*pointer, "items"), items))
    for found in inner:
        yield from written(Located(*found))


def _located(owner: Json, pointer: Pointer) -> Iterator[Located]:
    schema = owner.get("schema") if isinstance(owner, dict) else None
    if isinstance(schema, dict):
        yield Located((*pointer, "schema"), schema)


@dataclass
class Inliner:
    """Writes schemas out where they are referred to; what cannot be written out is among *faults*.

    One inliner serves one document and has one budget: a few lines of references to references
    could otherwise grow beyond all bounds.
    """

    schemas: Mapping[str, Json]
    faults: list[Fault] = field(default_factory=list)
    _written: int = 0
    _is_exhausted: bool = False

    @classmethod
    def of(cls, data: Mapping[str, Json]) -> Inliner:
        """Return an inliner of the document *data*."""
        schemas = data.get("schemas")
        return cls(schemas if isinstance(schemas, dict) else {})

    def inline_of(self, owner: Mapping[str, Json], pointer: Pointer) -> _Object:
        """Return the schema of *owner*, a parameter or return value, without references."""
        schema = owner.get("schema")
        return self.inline(schema, (*pointer, "schema")) if isinstance(schema, dict) else {}

    def inline(self, schema: _Object, pointer: Pointer, trail: tuple[str, ...] = ()) -> _Object:
        """Return *schema*, which stands at *pointer*, without references.

        *trail* holds the names being written out. A reference that leads nowhere or back to one
        of them becomes {}.
        """
        self._written += 1
        if "$ref" in schema:
            return self._target(schema["$ref"], (*pointer, "$ref"), trail)
        result = dict(schema)
        properties = schema.get("properties")
        if isinstance(properties, dict):
            result["properties"] = {
                name: self._inner(each, (*pointer, "properties", name), trail)
                for name, each in properties.items()
            }
        if "items" in schema:
            result["items"] = self._inner(schema["items"], (*pointer, "items"), trail)
        return result

    def _inner(self, value: Json, pointer: Pointer, trail: tuple[str, ...]) -> Json:
        return self.inline(value, pointer, trail) if isinstance(value, dict) else value

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
        known = ", ".join(self.schemas) or "none"
        message = f"this file has no schema called {name!r}"
        hint = f"define it under `schemas`, or name one of those there: {known}"
        self.faults.append(Fault(pointer, "dangling-reference", message, hint))

    def _recursive(self, name: str, pointer: Pointer, trail: tuple[str, ...]) -> None:
        way = " → ".join((*trail[trail.index(name) :], name))
        message = f"the schema {name!r} contains itself ({way}), and no OpenTool SDK can load that"
        hint = "write as many levels as you need, and end with `{type: object, properties: {}}`"
        self.faults.append(Fault(pointer, "recursive-reference", message, hint))

    def _excessive(self, name: str, pointer: Pointer) -> None:
        self._is_exhausted = True
        message = f"written out, {name!r} and what it refers to grow beyond all bounds"
        hint = "refer to fewer schemas from inside schemas"
        self.faults.append(Fault(pointer, "excessive-nodes", message, hint))
