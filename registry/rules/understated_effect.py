"""A tool is said to only read, but its HTTP method changes something.

Agents call what reads without asking anybody. `effects: read` on a DELETE takes away the one
question that would have saved the data.

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
from registry.rules import Finding
from registry.source import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
HINT = "write what the call does: `destructive` where it removes something, else `write`"

_CHANGING = ("DELETE", "PUT", "PATCH")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools that are stated to read and are called with a method that does not."""
    if tool.effect_is_stated and tool.effect is Effect.READ and tool.call.method in _CHANGING:
        stated = Origin(tool.origin.document, ("x-registry", "effects", tool.name))
        yield Finding(
            stated.place,
            f"the tool {tool.name!r} is said to only read, and is called with {tool.call.method}",
        )
