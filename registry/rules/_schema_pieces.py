"""The JSON Schemas of a tool, split into pieces once for all rules that check them."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from registry.model.derived import derived
from registry.source import references
from registry.source.narrowing import mapping
from registry.validate.vocabulary import DEFINITIONS, IN_PLACE, levels, subschemas, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Place
    from registry.model import Tool
    from registry.source import Json, Origin, Pointer

_NAMING = (*DEFINITIONS, "properties")
"""Keywords by whose names people know a schema."""

_DECLARING = tuple(each for each in IN_PLACE if each not in ("if", "not"))
"""Keywords whose schemas may declare further properties of the same object."""


class Piece(NamedTuple):
    """One subschema: the *steps* that lead to it from the tool, such as `("inputs", "items")`."""

    tool: Tool
    steps: Pointer
    schema: Mapping[str, Json]

    @property
    def is_input(self) -> bool:
        """Whether it is a part of the inputs, not of the outputs."""
        return self.steps[0] == "inputs"

    @property
    def root(self) -> Mapping[str, Json]:
        """The whole schema that it is part of, which `#` refers to."""
        return self.tool.inputs if self.is_input else self.tool.outputs or {}

    @property
    def depth(self) -> int:
        """The number of subschemas between it and the root."""
        return sum(1 for _ in levels(self.steps[1:]))

    @property
    def owner(self) -> Mapping[str, Json]:
        """The schema of the object that it is a property of; empty if it is none."""
        *outer, last = list(levels(self.steps[1:])) or [("",)]
        if last[0] != "properties":
            return {}
        owner: Json = dict(self.root)
        for step in chain.from_iterable(outer):
            owner = owner[step]  # type: ignore[index]
        return mapping(owner)

    def at(self, *further: str | int) -> Origin:
        """Return where this subschema is written, or the value *further* inside it."""
        return self.tool.at(*self.steps, *further)

    def place(self, *further: str | int) -> Place:
        """Return the position of this subschema, or of the value *further* inside it."""
        return self.at(*further).place

    def key_place(self, *further: str | int) -> Place:
        """Return the position of the key of that value."""
        return self.at(*further).key_place

    @property
    def name(self) -> str:
        """Its name in a sentence: "the input 'city'", "the output 'days'", "the input schema"."""
        side = "input" if self.is_input else "output"
        named = [each[1] for each in levels(self.steps[1:]) if each[0] in _NAMING]
        return f"the {side} {str(named[-1])!r}" if named else f"the {side} schema"


@derived
def pieces_of(tool: Tool) -> tuple[Piece, ...]:
    """Return every subschema of *tool* that is a mapping, the outermost first.

    A dozen rules ask for them.
    """
    sides = (("inputs", tool.inputs), ("outputs", tool.outputs))
    return tuple(
        Piece(tool, pointer, inner)
        for side, schema in sides
        if schema is not None
        for pointer, inner in walk(schema, (side,))
    )


@derived
def hidden_inputs(tool: Tool) -> dict[str, Pointer]:
    """Return the inputs that *tool* does not declare below `properties`, with where it does."""
    declared = tool.properties
    hidden: dict[str, Pointer] = {}
    for pointer, name in _declared(tool.inputs, tool.inputs):
        if name not in declared:
            hidden.setdefault(name, pointer)
    return hidden


def _declared(schema: Json, root: Mapping[str, Json]) -> Iterator[tuple[Pointer, str]]:
    """Yield each property that *schema*, a part of *root*, declares, and the steps to it.

    Each part is looked at once, however often it is referred to.
    """
    seen_ids: set[int] = set()
    waiting: list[tuple[Pointer, Json]] = [((), schema)]
    while waiting:
        pointer, schema_part = waiting.pop()
        if not isinstance(schema_part, dict) or id(schema_part) in seen_ids:
            continue
        seen_ids.add(id(schema_part))
        for name in mapping(schema_part.get("properties")):
            yield pointer, name
        target = references.mapping_at(root, schema_part.get("$ref"))
        inner = [(("$ref",), target), *subschemas(schema_part, _DECLARING)]
        # What is referred to is elsewhere: the pointer ends at the reference.
        is_elsewhere = pointer[-1:] == ("$ref",)
        waiting += (
            (pointer if is_elsewhere else (*pointer, *steps), part)
            for steps, part in reversed(inner)
        )
