"""A schema refers to another document.

A reader that follows such a reference fetches a file that can change after review, from a server
that it never meant to call. Agents and language models only get the schema and cannot follow it.

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
        place: {$ref: "https://example.com/schemas/place.json"}  # expect: remote-schema-reference
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
        place: {type: string, description: Name of a town.}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._schema_pieces import pieces_of
from registry.validate.vocabulary import REFERENCES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
SEVERITY = Severity.ERROR
HINT = "copy the schema into `$defs` of this one, and refer to it with `#/$defs/Name`"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find references that do not start with `#`, and ids that change the meaning of `#`."""
    for piece in pieces_of(tool):
        for keyword in REFERENCES:
            target = piece.schema.get(keyword)
            if isinstance(target, str) and not target.startswith("#"):
                yield Finding(
                    piece.place(keyword), f"{piece.name} refers to {target!r}, outside this schema"
                )
        if isinstance(piece.schema.get("$id"), str):
            yield Finding(
                piece.place("$id"),
                f"{piece.name} has a `$id`, so `#` refers to another document",
                "remove the line",
            )
