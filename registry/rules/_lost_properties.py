"""Properties that are written where a schema has its keywords, or only as an example."""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.source.json_types import type_of
from registry.validate.vocabulary import HOLDING, REFERENCES, TYPES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from registry.rules._schema_pieces import Piece

_MOST_NAMES = 3
"""Names in a message."""

_FEWEST = 2
"""Values that are an example together; one is a keyword that nobody knows."""


def is_example(piece: Piece, unknown: Sequence[str]) -> bool:
    """Return whether a whole schema, *piece*, only has values of what it should describe."""
    if len(piece.steps) > 1 or len(unknown) < _FEWEST:
        return False
    holds = any(piece.schema.get(each) for each in (*HOLDING, *REFERENCES))
    are_values = not any(isinstance(piece.schema[each], dict) for each in unknown)
    are_types = all(piece.schema[each] in TYPES for each in unknown)
    return are_values and not (are_types or holds)


def example_finding(piece: Piece, keys: Sequence[str]) -> Finding:
    """Return the finding that *piece* is an example."""
    kind = type_of(piece.schema[keys[0]])
    moved = "" if piece.is_input else "; the example belongs in `example_outputs` of `x-registry`"
    return Finding(
        piece.key_place(keys[0]),
        f"{piece.name} has values, {_named_keys(keys)}, where it should describe them",
        f"write each below `properties` with its schema, such as `{keys[0]}: {{type: {kind}}}`"
        f"{moved}",
        Severity.ERROR if piece.is_input else None,
    )


def _named_keys(keys: Sequence[str]) -> str:
    more = f" and {len(keys) - _MOST_NAMES} more" if len(keys) > _MOST_NAMES else ""
    return ", ".join(map(repr, keys[:_MOST_NAMES])) + more


def lost_properties_finding(piece: Piece, lost: Sequence[str]) -> Finding:
    """Return the finding that *piece* has properties in the place of keywords."""
    typed = "" if "type" in piece.schema else ", with `type: object`"
    return Finding(
        piece.key_place(lost[0]),
        f"{piece.name} has no `properties`, but the properties {_named_keys(lost)} in their place",
        f"move them below `properties`{typed}",
        Severity.ERROR,
    )
