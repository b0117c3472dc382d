"""A reference in a schema points to nothing.

A reader that follows it fails or loops. A reference must point to a definition inside the same
schema, usually below `$defs`.

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
        place: {$ref: "#/$defs/plcae"}  # expect: broken-ref
      $defs:
        place: {type: string}
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
        place: {$ref: "#/$defs/place"}
      $defs:
        place: {type: string}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity, did_you_mean
from registry.rules import Finding, Group
from registry.rules._schema_pieces import pieces_of
from registry.source import references
from registry.validate.vocabulary import DEFINITIONS, REFERENCES, subschemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "write the schema below `$defs` of this one, and refer to it as `#/$defs/Name`"

_LONGEST_CHAIN = 8


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find references to nothing, and references to themselves."""
    anchors = {
        piece.schema[keyword]
        for piece in pieces_of(tool)
        for keyword in ("$anchor", "$dynamicAnchor")
        if isinstance(piece.schema.get(keyword), str)
    }
    for piece in pieces_of(tool):
        for keyword in REFERENCES:
            target = piece.schema.get(keyword)
            if not isinstance(target, str) or not target.startswith("#"):
                continue  # `remote-schema-reference` judges the rest
            root = piece.root
            if target[1:] not in anchors and not references.resolve_reference(root, target):
                yield Finding(
                    piece.place(keyword),
                    f"{piece.name} refers to {target!r}, which does not exist",
                    did_you_mean(target, _definitions(root)),
                )
            elif _is_circle(root, target):
                yield Finding(
                    piece.place(keyword),
                    f"{target!r} only refers to itself, directly or through other references",
                    "write the schema itself in place of the last reference",
                )


def _definitions(root: Mapping[str, Json]) -> Iterator[str]:
    for (keyword, name), _ in subschemas(root, DEFINITIONS):
        yield f"#/{keyword}/{name}"


def _is_circle(root: Mapping[str, Json], target: str) -> bool:
    """Return whether the reference leads to others in a circle or in a very long chain."""
    for _ in range(_LONGEST_CHAIN):
        following = (references.mapping_at(root, target) or {}).get("$ref")
        if not isinstance(following, str):
            return False
        target = following
    return True
