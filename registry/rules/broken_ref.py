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
from urllib.parse import unquote

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

_KEYWORDS = ("$ref", "$dynamicRef", "$recursiveRef")


def check_schemas(schemas: Schemas) -> Iterator[Finding]:
    """Find references to nothing, and references that come back to themselves."""
    for piece in schemas.pieces:
        for keyword in _KEYWORDS:
            target = piece.schema.get(keyword)
            if not isinstance(target, str) or not target.startswith("#"):
                continue  # `remote-schema-reference` judges the rest
            root = piece.root
            if not _leads_somewhere(root, target):
                names = [f"#/$defs/{name}" for name in _names(root)]
                guess = nearest(target, names)
                yield Finding(
                    piece.place(keyword),
                    f"{piece.name} refers to {target!r}, which is not there",
                    f"did you mean {guess!r}?" if guess else "",
                )
            elif _is_circle(root, target):
                yield Finding(piece.place(keyword), f"{target!r} refers to itself and says nothing")


def _names(root: Mapping[str, Json]) -> list[str]:
    definitions = root.get("$defs")
    return list(definitions) if isinstance(definitions, dict) else []


def _leads_somewhere(root: Mapping[str, Json], target: str) -> bool:
    if target == "#" or not target.startswith("#/"):
        return target == "#" or _has_anchor(dict(root), target[1:])
    return bool(_found(root, target))


def _found(root: Mapping[str, Json], target: str) -> tuple[Json, ...]:
    """Return what the JSON Pointer in the fragment *target* names in *root*, or nothing."""
    value: Json = dict(root)
    for part in unquote(target[2:]).split("/"):
        step = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and step in value:
            value = value[step]
        elif isinstance(value, list) and step.isdecimal() and int(step) < len(value):
            value = value[int(step)]
        else:
            return ()
    return (value,)


def _has_anchor(value: Json, name: str) -> bool:
    if isinstance(value, list):
        return any(_has_anchor(each, name) for each in value)
    if not isinstance(value, dict):
        return False
    is_here = name in (value.get("$anchor"), value.get("$dynamicAnchor"))
    return is_here or any(_has_anchor(each, name) for each in value.values())


def _is_circle(root: Mapping[str, Json], target: str) -> bool:
    seen = {target}
    found = _found(root, target)
    while found and isinstance(found[0], dict):
        following = found[0].get("$ref")
        if not isinstance(following, str):
            return False
        if following in seen:
            return True
        seen.add(following)
        found = _found(root, following)
    return False
