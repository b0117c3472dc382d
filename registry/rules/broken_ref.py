"""A reference in a schema leads nowhere.

A reader that follows it fails, or runs in a circle. A reference leads to a definition inside the
same schema, usually below `$defs`.

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

from registry import references
from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.validate import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.rules._schemas import Schemas
    from registry.source import Json

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "refer to an entry of `$defs` in the same schema"

_LONGEST_CHAIN = 8
_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef")


def check_schemas(schemas: Schemas) -> Iterator[Finding]:
    """Find references to nothing, and references that come back to themselves."""
    anchors = {
        piece.schema[keyword]
        for piece in schemas.pieces
        for keyword in ("$anchor", "$dynamicAnchor")
        if isinstance(piece.schema.get(keyword), str)
    }
    for piece in schemas.pieces:
        for keyword in _KEYWORDS:
            target = piece.schema.get(keyword)
            if not isinstance(target, str) or not target.startswith("#"):
                continue  # `remote-schema-reference` judges the rest
            root = piece.root
            if target[1:] not in anchors and not references.found(root, target):
                names = [f"#/$defs/{name}" for name in _names(root)]
                guess = nearest(target, names)
                yield Finding(
                    piece.place(keyword),
                    f"{piece.name} refers to {target!r}, which is not there",
                    f"did you mean {guess!r}?" if guess else "",
                )
            elif _is_circle(root, target):
                yield Finding(
                    piece.place(keyword),
                    f"{target!r} refers to itself, or on and on, and says nothing",
                    "put the schema itself where the last reference leads",
                )


def _names(root: Mapping[str, Json]) -> list[str]:
    definitions = root.get("$defs")
    return list(definitions) if isinstance(definitions, dict) else []


def _is_circle(root: Mapping[str, Json], target: str) -> bool:
    """Tell whether reference follows reference, in a circle or nearly without end."""
    for _ in range(_LONGEST_CHAIN):
        following = (references.mapping_at(root, target) or {}).get("$ref")
        if not isinstance(following, str):
            return False
        target = following
    return True
