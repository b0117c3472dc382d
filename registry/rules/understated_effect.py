"""A tool is declared as read-only, but its HTTP method or its name changes something.

Agents call read-only tools without asking. `effects: read` on a DELETE removes the confirmation
that would have saved the data. So it does on a POST whose tool is called `delete_station`; since
names are only words, that is a warning.

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
from registry.rules._effect_words import EffectWords

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
HINT = "write what the call does: `destructive` if it removes something, otherwise `write`"

_CHANGING = ("DELETE", "PUT", "PATCH")
# At the end of a name, `refund` may be a noun; and who sends a question only wants an answer.
_CHANGES = EffectWords(
    first="cancel|delete|destroy|erase|pay|purge|refund|revoke|send|terminate|trash|wipe",
    last="delete|destroy|erase|purge|revoke|terminate|wipe",
    told="Cancel|Delete|Destroy|Erase|Pay|Purge|Refund|Revoke|Terminate|Transfer|Wipe",
)


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools declared as read-only that are called with another kind of method."""
    if not tool.effect_is_stated or tool.effect is not Effect.READ:
        return
    if tool.call.method in _CHANGING:
        yield _finding(tool, f"is called with {tool.call.method}")
    elif why := _CHANGES.said_of(tool):
        yield _finding(tool, why)._replace(severity=Severity.WARNING)


def _finding(tool: Tool, what: str) -> Finding:
    place = tool.origin.document.place((X_REGISTRY, "effects", tool.name))
    return Finding(place, f"the tool {tool.name!r} is declared as read-only, but {what}")
