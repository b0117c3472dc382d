"""The JSON Schemas of a tool, taken apart once for the rules that look at each piece of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.diagnostics import Place
    from registry.model import Tool
    from registry.source import Json

IN_MAPPINGS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
"""Keywords whose value is a mapping of subschemas."""

IN_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
"""Keywords whose value is a list of subschemas."""

DIRECTLY = (
    "items",
    "additionalProperties",
    "additionalItems",
    "contains",
    "contentSchema",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "not",
    "if",
    "then",
    "else",
)
"""Keywords whose value is a subschema; `items` was a list of them before draft 2020-12."""


_NESTING = frozenset((*IN_MAPPINGS, *IN_LISTS, *DIRECTLY))


@dataclass(frozen=True, slots=True)
class Piece:
    """One subschema: the *steps* that lead to it from the tool, such as `("inputs", "items")`."""

    tool: Tool
    steps: tuple[str | int, ...]
    schema: Mapping[str, Json]

    @property
    def root(self) -> Mapping[str, Json]:
        """The whole schema of which it is a part, to which `#` refers."""
        return self.tool.inputs if self.steps[0] == "inputs" else self.tool.outputs or {}

    @property
    def depth(self) -> int:
        """How many subschemas it lies below the root."""
        return sum(step in _NESTING for step in self.steps)

    def place(self, *further: str | int) -> Place:
        """Return where this subschema, or what stands *further* in it, was written."""
        return self.tool.at(*self.steps, *further).place

    def key_place(self, *further: str | int) -> Place:
        """Return where the key that leads there was written."""
        return self.tool.at(*self.steps, *further).key_place

    @property
    def name(self) -> str:
        """What it describes: `the input 'city'`, `the output 'days'`, or `the input as a whole`."""
        side = "input" if self.steps[0] == "inputs" else "output"
        named = [
            step
            for before, step in zip(self.steps, self.steps[1:], strict=False)
            if before in ("properties", "$defs", "definitions")
        ]
        return f"the {side} {str(named[-1])!r}" if named else f"the {side} as a whole"


class Schemas:
    """The inputs and the outputs of one tool, as pieces."""

    def __init__(self, tool: Tool) -> None:
        self.tool = tool

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every subschema that is a mapping, the outermost first."""
        both = (("inputs", self.tool.inputs), ("outputs", self.tool.outputs))
        return tuple(
            piece
            for side, schema in both
            if schema is not None
            for piece in _pieces(self.tool, (side,), schema)
        )


def _pieces(tool: Tool, steps: tuple[str | int, ...], schema: Json) -> Iterator[Piece]:
    if not isinstance(schema, dict):
        return
    yield Piece(tool, steps, schema)
    for keyword, value in schema.items():
        if isinstance(value, dict):
            if keyword in IN_MAPPINGS:
                for name, inner in value.items():
                    yield from _pieces(tool, (*steps, keyword, name), inner)
            elif keyword in DIRECTLY:
                yield from _pieces(tool, (*steps, keyword), value)
        elif isinstance(value, list) and (keyword in IN_LISTS or keyword == "items"):
            for index, inner in enumerate(value):
                yield from _pieces(tool, (*steps, keyword, index), inner)
