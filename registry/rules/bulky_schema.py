"""A schema is too large for a prompt.

Agents pass schemas to models unchanged. A model does not understand a schema that is nested more
than sixteen levels deep, or that has hundreds of properties and branches, and it costs as much as
all other tools together.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place:  # expect: bulky-schema
          oneOf:
            [{const: a0}, {const: b0}, {const: c0}, {const: d0},
             {const: a1}, {const: b1}, {const: c1}, {const: d1},
             {const: a2}, {const: b2}, {const: c2}, {const: d2},
             {const: a3}, {const: b3}, {const: c3}, {const: d3},
             {const: a4}, {const: b4}, {const: c4}, {const: d4},
             {const: a5}, {const: b5}, {const: c5}, {const: d5},
             {const: a6}, {const: b6}, {const: c6}, {const: d6},
             {const: a7}, {const: b7}, {const: c7}, {const: d7},
             {const: a8}, {const: b8}, {const: c8}, {const: d8},
             {const: a9}, {const: b9}, {const: c9}, {const: d9},
             {const: a10}, {const: b10}, {const: c10}, {const: d10},
             {const: a11}, {const: b11}, {const: c11}, {const: d11},
             {const: a12}, {const: b12}, {const: c12}, {const: d12},
             {const: a13}, {const: b13}, {const: c13}, {const: d13},
             {const: a14}, {const: b14}, {const: c14}, {const: d14},
             {const: a15}, {const: b15}, {const: c15}, {const: d15},
             {const: a16}, {const: b16}, {const: c16}, {const: d16}]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place: {type: string, description: Name of a town.}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._schema_pieces import pieces_of
from registry.validate import MAX_WEIGHT, weigh
from registry.validate.vocabulary import COMPOSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "describe the few inputs that callers need, and split the tool if they are many"

_DEEPEST = 16
_MOST_PROPERTIES = 200
_MOST_BRANCHES = 64
_MOST_PIECES = 2000


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find schemas with more depth, properties, branches or parts than any real one."""
    pieces = pieces_of(tool)
    if len(pieces) > _MOST_PIECES:
        yield Finding(pieces[0].place(), f"the tool {tool.name!r} has {len(pieces):,} subschemas")
    for side, schema in (("inputs", tool.inputs), ("outputs", tool.outputs)):
        if weigh(schema or {}).total > MAX_WEIGHT:
            yield Finding(
                tool.at(side).place,
                f"the {side} of {tool.name!r} have more than {MAX_WEIGHT:,} parts once "
                "every `$ref` is expanded",
                "refer to each definition only once or twice",
            )
    for piece in pieces:
        # A piece that deep has at least as many steps; counting only those that nest is slower.
        if len(piece.steps) > _DEEPEST and piece.depth == _DEEPEST + 1:
            yield Finding(piece.place(), f"{piece.name} is nested more than {_DEEPEST} levels deep")
        properties = piece.schema.get("properties")
        if isinstance(properties, dict) and len(properties) > _MOST_PROPERTIES:
            yield Finding(piece.place("properties"), f"the schema has {len(properties)} properties")
        for keyword in COMPOSITIONS:
            branches = piece.schema.get(keyword)
            if isinstance(branches, list) and len(branches) > _MOST_BRANCHES:
                yield Finding(piece.place(), f"{piece.name} has {len(branches)} branches")
