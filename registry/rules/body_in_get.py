"""An input is sent as the body of a GET, and the call does not say that this is meant.

By default, clients send an input called `body` as the body of the request, and call with GET. Most
servers ignore the body of a GET: a filter called `body` has no effect, and what should be created
is not. A call that states both `http_method` and `body_field` is taken as it is.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_reports
    description: Search the weather reports of a station by words in their text.
    inputs:
      type: object
      properties:
        body: {type: string, description: Words in the text.}  # expect: body-in-get
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.example.com/reports
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_reports
    description: Search the weather reports of a station by words in their text.
    inputs:
      type: object
      properties:
        body: {type: string, description: Words in the text.}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.example.com/reports
      body_field: ""
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.model import Where
from registry.rules import Finding, Group
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write `http_method: POST` beside `url`, or the method that the API has for it"

_OVER = (utcp_export.HTTP, "streamable_http")
_QUERY = 'write `body_field: ""` beside `url`, and clients send it in the query'


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find the body of a GET of which the call does not state both the method and the input."""
    call = tool.call
    # A key that clients do not read may have been meant as the method: that is reported.
    if call.transport not in _OVER or call.method != "GET" or call.unknown_keys:
        return
    stated = mapping(tool.origin.document.get(call.pointer)).keys()
    is_meant = "http_method" in stated and not stated.isdisjoint(("body_field", "body"))
    for name in () if is_meant else call.names(Where.BODY):
        is_text = utcp_export.input_kinds(tool, name).isdisjoint(("array", "object"))
        yield Finding(
            tool.at("inputs", "properties", name).key_place,
            f"the input {name!r} is sent as the body of a GET, which most servers ignore",
            _QUERY if is_text and "body_field" not in stated else "",
        )
