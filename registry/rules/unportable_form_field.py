"""A field of a form that the released UTCP clients send differently.

In a body of the type `application/x-www-form-urlencoded`, the Python client writes what Python
prints for a boolean or null, sends only the names of the parts of an object, and repeats the name
of a list. The TypeScript client writes `a[b]=1` for the part of an object and `a[]=1` for the entry
of a list.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: send_report
    description: Add what you see to the weather reports of a station.
    inputs:
      type: object
      properties:
        body:
          type: object
          description: What you see.
          properties:
            rain: {type: boolean, description: Whether it rains.}  # expect: unportable-form-field
            clouds:  # expect: unportable-form-field
              type: object
              description: The clouds.
              properties: {kind: {type: string, description: Their kind.}}
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/reports
      content_type: application/x-www-form-urlencoded
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: send_report
    description: Add what you see to the weather reports of a station.
    inputs:
      type: object
      properties:
        body:
          type: object
          description: What you see.
          properties:
            rain: {type: string, enum: ["true", "false"], description: Whether it rains.}
            clouds[kind]: {type: string, description: Kind of the clouds.}
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/reports
      content_type: application/x-www-form-urlencoded
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.model import Where
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "make it a string, which both clients send alike"

_HINTS = {
    "boolean": 'make it `type: string` with `enum: ["true", "false"]`, which both clients send '
    "alike",
    "array": "make it a string, with separators as the API reads them; or make each entry that it "
    "reads a field of its own, such as `ids[0]`",
    "object": "make each part a field of its own, under the name that the API reads, such as "
    "`address[city]`",
    "null": "leave out what is not given: remove `null` from its types",
}


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find fields of a form that are not sent alike."""
    for field in utcp_export.unportable_inputs(tool):
        if field.where is Where.BODY:
            (body,) = tool.call.names(Where.BODY)
            place = tool.at("inputs", "properties", body, "properties", field.name).place
            yield Finding(place, field.sentence, _HINTS[field.kind])
