"""The JSON Schemas of a tool, taken apart once for the rules that look at each piece of them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from registry.diagnostics import Place
    from registry.model import Tool
    from registry.source import Json

Steps: TypeAlias = "tuple[str | int, ...]"

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


class Piece(NamedTuple):
    """One subschema: the *steps* that lead to it from the tool, such as `("inputs", "items")`."""

    tool: Tool
    steps: Steps
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
        found: list[Piece] = []
        for side, schema in both:
            if schema is not None:
                _collect(self.tool, (side,), schema, found)
        return tuple(found)


def _collect(tool: Tool, steps: Steps, schema: Mapping[str, Json], found: list[Piece]) -> None:
    found.append(Piece(tool, steps, schema))
    for keyword, value in schema.items():
        if keyword in _NESTING:
            for below, inner in _subschemas(keyword, value):
                if isinstance(inner, dict):
                    _collect(tool, steps + below, inner, found)


def _subschemas(keyword: str, value: Json) -> Iterable[tuple[Steps, Json]]:
    """Return what stands below *keyword* in the place of schemas, with the steps to each."""
    if isinstance(value, dict):
        if keyword in IN_MAPPINGS:
            return [((keyword, name), inner) for name, inner in value.items()]
        return [((keyword,), value)] if keyword in DIRECTLY else ()
    if isinstance(value, list) and (keyword in IN_LISTS or keyword == "items"):
        return [((keyword, index), inner) for index, inner in enumerate(value)]
    return ()
