"""A call with POST, PUT or PATCH sends all its inputs in the query.

Clients send every input in the query that is not in the path, a header or the body, also with POST.
Most APIs read what a POST brings in its body, and then get an empty request. The body is one input:
the one that `body_field` names, by default, over http, the input called `body`. Of an API that
reads the query, `body_field: ""` says so. There is one finding for each manual.

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
      http_method: POST  # expect: post-without-body
      url: https://api.example.com/reports
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
          description: The report.
          properties:
            sky: {type: string, description: What the sky looks like.}
            wind: {type: number, description: Speed of the wind in metres a second.}
          required: [sky]
      required: [body]
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/reports
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.model import Where
from registry.model.request import WITH_BODY
from registry.rules import Finding, Group
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Release, Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "if the API reads them in the body, make them the properties of one input, an object called "
    '`body`; if it reads them in the query, write `body_field: ""`'
)

_HINTS = {
    utcp_export.HTTP: "",
    "streamable_http": "if the API reads them in the body, make them one input, and write its name "
    'as `body_field`, with `content_type: application/json`; if not, write `body_field: ""`',
}
"""By transport, the hint; "" is that of the rule. Only over http, `body` is the body by itself."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find the first of the calls that could have a body, have none, and send a query."""
    for transport, hint in _HINTS.items():
        tools = [each for each in release.tools if _sends_only_a_query(each, transport)]
        if tools:
            yield Finding(tools[0].at("call", "method").place, _sentence_on(tools), hint)


def _sentence_on(tools: Sequence[Tool]) -> str:
    inputs = ", ".join(map(repr, tools[0].call.names(Where.QUERY)[:3]))
    more = f" and {len(tools) - 1:,} more" if len(tools) > 1 else ""
    return f"clients send the inputs of {tools[0].name!r}{more} in the query ({inputs})"


def _sends_only_a_query(tool: Tool, transport: str) -> bool:
    """Return whether *transport* sends inputs of *tool* in the query, which no author has stated.

    `content-type-without-body` and `unknown-call-template-key` report those that were meant as a
    body.
    """
    call = tool.call
    if call.transport != transport or call.method not in WITH_BODY:
        return False
    if call.names(Where.BODY) or call.unknown_keys or call.body_type:
        return False
    # `body` is also what clients write into documents that they save: it states nothing.
    stated = mapping(tool.origin.document.get(call.pointer)).get("body_field", "body")
    return bool(call.names(Where.QUERY)) and stated == "body"
