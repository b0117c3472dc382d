"""A tool is declared as read-only, but its HTTP method changes something.

Agents call read-only tools without asking. `effects: read` on a DELETE removes the confirmation
that would have saved the data.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: remove_station
    description: Remove a weather station and all that it has measured.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: DELETE
      url: https://api.example.com/station
x-registry:
  effects: read  # expect: understated-effect
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: remove_station
    description: Remove a weather station and all that it has measured.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: DELETE
      url: https://api.example.com/station
x-registry:
  effects: destructive
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import Effect
from registry.protocols import X_REGISTRY
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
HINT = "write what the call does: `destructive` if it removes something, otherwise `write`"

_CHANGING = ("DELETE", "PUT", "PATCH")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools declared as read-only that are called with another kind of method."""
    if tool.effect_is_stated and tool.effect is Effect.READ and tool.call.method in _CHANGING:
        yield Finding(
            tool.origin.document.place((X_REGISTRY, "effects", tool.name)),
            f"the tool {tool.name!r} is declared as read-only, but is called with "
            f"{tool.call.method}",
        )
