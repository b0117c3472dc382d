"""A URL in the text has a placeholder for data.

An agent that fills it in and opens it, or shows it as a link or image, sends the data away. Calls
belong in call templates, where they can be reviewed.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: placeholder-url
      Current weather, also at https://example.com/map?place={place}.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-
      Current weather, also at https://example.com/map.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "describe the call in the call template, and write the URL here without the placeholder"

_CALLS = frozenset({"url", "base_url", "call_url", "endpoint", "uri"})
"""Keys of calls, and what people write for them; a wrong key is reported."""

_COMMANDS = frozenset({"commands", "config", "self_hosted"})
PATTERN = Pattern(
    r"https?://[^\s<>{}$\x00\x22')\]]{1,200}[?&/=](?:\{\w+\}|\$\{\w+\}|<\w+>)", re.IGNORECASE
)
NEEDS = frozenset({"http", "https"})


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find URLs with braces or angle brackets, except in call templates."""
    for hit in strings.search(PATTERN, NEEDS):
        is_call = str(hit.pointer[-1]).lower() in _CALLS and not hit.is_key
        if not is_call and _COMMANDS.isdisjoint(hit.pointer):
            yield Finding(hit.place, f"{hit.where} contains a URL with a placeholder: {hit.quoted}")
