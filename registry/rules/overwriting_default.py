"""A default in the body of a PATCH overwrites what the caller did not name.

A PATCH changes what is in its body and leaves everything else as it is. Models and libraries fill
in the defaults of a schema, so a call that should only change a title also resets each property
that has one. The default usually comes from the schema of the call that creates the object.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: update_event
    description: Change the title, the place or the visibility of an event.
    inputs:
      type: object
      properties:
        event: {type: string, description: Id of the event.}
        body:
          type: object
          description: What to change.
          properties:
            title: {type: string, description: New title.}
            visibility:
              type: string
              enum: [private, public]
              default: public  # expect: overwriting-default
              description: Who sees the event.
      required: [event, body]
    tool_call_template:
      call_template_type: http
      http_method: PATCH
      url: https://api.example.com/events/{event}
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: update_event
    description: Change the title, the place or the visibility of an event.
    inputs:
      type: object
      properties:
        event: {type: string, description: Id of the event.}
        body:
          type: object
          description: What to change.
          properties:
            title: {type: string, description: New title.}
            visibility:
              type: string
              enum: [private, public]
              description: Who sees the event.
      required: [event, body]
    tool_call_template:
      call_template_type: http
      http_method: PATCH
      url: https://api.example.com/events/{event}
```
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import Where
from registry.rules import Finding, Group
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import array
from registry.validate.vocabulary import levels

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.rules._schema_pieces import Piece

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "remove `default`: what is not sent stays as it is"

_SAYING_WHAT_IT_IS = frozenset({"kind", "type", "op", "object"})
"""Properties that name the sort of an object or of a change, which a call does not change."""

_NAMES_CHANGES = re.compile(r"(?:update|field)_?mask", re.IGNORECASE)
"""An input that lists what a call changes, so that it ignores the rest of the body."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find defaults of what the body of a PATCH may leave out."""
    call = tool.call
    if call.method != "PATCH" or any(
        _NAMES_CHANGES.fullmatch(each.name) for each in call.arguments
    ):
        return
    for piece in pieces_of(tool):
        default = piece.schema.get("default")
        is_sent = piece.steps[:2] == ("inputs", "properties") and piece.steps[2] in call.names(
            Where.BODY
        )
        if default is not None and is_sent and _may_be_left_out(piece):
            yield Finding(
                piece.place("default"),
                f"a client that fills in defaults sets {piece.name} to "
                f"{json.dumps(default, ensure_ascii=False)[:60]} in each PATCH without it",
            )


def _may_be_left_out(piece: Piece) -> bool:
    """Return whether a caller may leave out *piece* and still keep it; lists are replaced whole."""
    name, choices = piece.steps[-1], piece.schema.get("enum")
    is_fixed = "const" in piece.schema or len(array(choices)) == 1 or name in _SAYING_WHAT_IT_IS
    is_listed = ("items",) in levels(piece.steps[1:])
    is_required = name in array(piece.owner.get("required"))
    return bool(piece.owner) and not (is_fixed or is_listed or is_required)
