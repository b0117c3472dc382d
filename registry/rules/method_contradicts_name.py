"""The name of a tool contradicts its HTTP method.

An agent calls `get_user` without asking. If that sends a DELETE, the damage is done.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: DELETE  # expect: method-contradicts-name
      url: https://api.example.com/weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: delete_weather
    description: Delete the stored weather of a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: DELETE
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
HINT = "rename the tool, or correct the method"

_READING = frozenset({"get", "list", "read", "search", "find", "fetch", "show", "lookup", "view"})
_REMOVING = frozenset({"delete", "remove", "destroy", "drop", "purge", "erase"})
_CONTRADICTIONS = ((_READING, {"DELETE", "PUT", "PATCH"}), (_REMOVING, {"GET"}))
_FIRST_WORD = re.compile(r"[A-Z]?[a-z]+")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find names of reading with writing methods, and names of deleting with GET."""
    word = _FIRST_WORD.match(tool.name)
    for verbs, methods in _CONTRADICTIONS:
        if word and word.group().lower() in verbs and tool.call.method in methods:
            yield Finding(
                tool.at("call", "method").place,
                f"the tool {tool.name!r} is called with {tool.call.method}",
            )
