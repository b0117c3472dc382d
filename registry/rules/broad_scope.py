"""A call requests more permissions than any tool needs.

Anyone with the token of a call can do everything that its scopes allow. A scope for everything, or
for administrators, turns a tool that reads a calendar into a key to the whole account.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_events
    description: The events of a calendar on one day.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/events
      auth:
        auth_type: oauth2
        token_url: https://auth.example.com/token
        client_id: ${CALENDAR_ID}
        client_secret: ${CALENDAR_SECRET}
        scope: calendar:* # expect: broad-scope
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_events
    description: The events of a calendar on one day.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/events
      auth:
        auth_type: oauth2
        token_url: https://auth.example.com/token
        client_id: ${CALENDAR_ID}
        client_secret: ${CALENDAR_SECRET}
        scope: calendar:read
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
HINT = "name the scopes that this tool needs, such as `calendar:read`"

_MOST = 20
_EVERYTHING = re.compile(
    r"(?:.*[:./_-])?(?:\*|all|admin|administrator|cloud-platform|everything|full|full[_-]?access"
    r"|fullcontrol|owner|root|superuser|write[_-]?all)|admin[:._].*",
    re.IGNORECASE,
)
"""Scopes whose last or first word requests everything."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find scopes for everything or for administrators, and long lists of them."""
    fields = tool.call.auth_fields
    scopes = re.split(r"[\s,]+", str(fields.get("scope", "")))
    broad = next(filter(_EVERYTHING.fullmatch, scopes), None)
    if broad is not None or len(scopes) > _MOST:
        place = tool.at("call", "auth", "fields", "scope").place
        yield Finding(place, f"{tool.name!r} requests {_asked_scope(broad, len(scopes))}")


def _asked_scope(scope: str | None, number: int) -> str:
    asked = f"the scope {quoted(scope)}" if scope else f"{number} scopes"
    return f"{asked}, which allows more than one tool needs"
