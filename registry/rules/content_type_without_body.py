"""A call states the type of its body, but no input is the body.

Clients send every input in the query that is not in the path, a header or the body, also with POST.
An API that expects JSON or a form then gets an empty request. The body is one input: the one that
`body_field` names, by default the input called `body`.

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
        sky: {type: string, description: What the sky looks like.}
        wind: {type: number, description: Speed of the wind in metres a second.}
      required: [sky]
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/reports
      content_type: application/json  # expect: content-type-without-body
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
            sky: {type: string, description: What the sky looks like.}
            wind: {type: number, description: Speed of the wind in metres a second.}
          required: [sky]
      required: [body]
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/reports
      content_type: application/json
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.model import Where
from registry.model.request import WITH_BODY
from registry.rules import Finding, Group
from registry.rules._quoting import quoted, the_first
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "make them the properties of one input, an object called `body`; if the API reads them in the "
    "query, remove the type"
)

_AS_TEXT = "make the whole body one input, a string called `body`: clients send a string as it is"
_OF_TEXT = re.compile(r"xml\b|^text/", re.IGNORECASE)
"""Types of a body that clients do not make of an object."""

_NAMED = (
    "make them one input, and write its name as `body_field`: here, no name is the body by itself"
)
_OVER = (utcp_export.HTTP, "streamable_http")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find the type of a body that no input is, where inputs go to the query."""
    call = tool.call
    inputs = call.names(Where.QUERY)
    if call.transport not in _OVER or call.method not in WITH_BODY:
        return
    # A key that clients do not read may have been meant as the body: that is reported.
    if call.names(Where.BODY) or not inputs or call.unknown_keys or _is_saved_by_a_client(tool):
        return
    header = next((name for name in call.headers if name.lower() == "content-type"), "")
    if content_type := call.content_type or call.headers.get(header):
        steps = ("content_type",) if call.content_type else ("headers", header)
        yield Finding(
            tool.at("call", *steps).place,
            f"{quoted(content_type)} is the type of a body, but clients send {the_first(inputs)} "
            "in the query",
            _hint(call.transport, content_type),
        )


def _hint(transport: str, content_type: str) -> str:
    """Return what to do about *content_type* over *transport*; "" for what the rule says anyway."""
    if transport != utcp_export.HTTP:
        return _NAMED
    return _AS_TEXT if _OF_TEXT.search(content_type) else ""


def _is_saved_by_a_client(tool: Tool) -> bool:
    """Return whether the call has what clients write into every document that they save."""
    written = mapping(tool.origin.document.get(tool.call.pointer))
    return written.get("body_field") == utcp_export.BODY
