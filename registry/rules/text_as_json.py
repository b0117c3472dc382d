"""The URL of a call leads to a page or another text, but its answer is not declared as one.

Clients only read JSON, and pass on everything else as text. An agent that was promised an object
gets the source of a web page or XML, and fails, or reads for nothing. Often the URL is that of the
documentation, not of the API.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at a station, with wind and rain.
    inputs: {type: object}
    outputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.example.com/docs/index.html  # expect: text-as-json
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at a station, with wind and rain.
    inputs: {type: object}
    outputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: GET
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "ask the API for JSON, if it can; otherwise write `outputs: {type: string}`, and describe "
    "there what the text contains"
)

_OF_PAGE = (
    "write the URL of the API itself; if the tool is there to read this page, write "
    "`outputs: {type: string}`"
)

_PAGE = re.compile(r"/([^/?#]*\.x?html?)(?:[?#]|$)", re.IGNORECASE)
_TEXT = re.compile(
    r"(?:\.|[?&](?:alt|f|format|mode|output)=)(atom|csv|html|pdf|rss|tsv|txt|xml|ya?ml)"
    r"(?:[?&#]|$)",
    re.IGNORECASE,
)
"""What a URL ends in, or asks for in a constant parameter."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find calls whose URL says that they answer with text, and whose outputs say otherwise."""
    kind = (tool.outputs or {}).get("type")
    if tool.transport != utcp_export.HTTP or kind == "string":
        return
    if page := _PAGE.search(tool.call.url):
        sentence = f"{tool.name!r} calls {quoted(page[1])}, which is a page for people"
        yield Finding(tool.at("call", "url").place, sentence, _OF_PAGE)
    elif kind in ("object", "array") and (text := _TEXT.search(tool.call.url)):
        sentence = (
            f"{tool.name!r} gets {text[1].upper()}, which clients pass on as text, not as {kind}"
        )
        yield Finding(tool.at("call", "url").place, sentence)
