"""A manual does not say whether a tool changes anything.

A POST may be a search or a payment. Without a statement, the registry must assume that it writes,
and agents ask before they call it.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: POST  # expect: unstated-effect
      url: https://api.example.com/weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/weather
x-registry:
  effects: read
```
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.protocols import X_REGISTRY
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.NOTE
GROUP = Group.QUALITY
HINT = "say it in `effects` of `x-registry`: read, write or destructive"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools called with POST whose effect is only a guess; an invalid one is reported."""
    if tool.call.method == "POST" and not tool.effect_is_stated and not _is_attempted(tool):
        yield Finding(
            tool.at("call", "method").place,
            f"the manual does not say whether {tool.name!r} changes anything",
            f"add {_line(tool)}; `read` if it changes nothing, `destructive` if it removes "
            "something",
        )


def _line(tool: Tool) -> str:
    """Return what to add for *tool*, and where: `effects` may exist for other tools."""
    entry = f"{json.dumps(tool.name)}: write"
    others = tool.origin.document.get((X_REGISTRY, "effects"))
    return (
        f"`{entry}` to `effects` of `x-registry`"
        if others
        else (f"`effects: {{{entry}}}` to `x-registry`")
    )


def _is_attempted(tool: Tool) -> bool:
    stated = tool.origin.document.get((X_REGISTRY, "effects"))
    return isinstance(stated, str) or (isinstance(stated, dict) and tool.name in stated)
