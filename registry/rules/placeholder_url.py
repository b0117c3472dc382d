"""An address in a text has a place for data.

An agent that fills it in and opens it, or shows it as a link or image, sends the data away. Calls
are described by call templates, where they can be reviewed.

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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._texts import Texts

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "describe the call in the call template, and write the address here without the place"

_CALLS = frozenset({"url", "base_url", "call_url"})
_COMMANDS = frozenset({"commands", "config", "self_hosted"})
PATTERN = re.compile(
    r"https?://[^\s<>{}$\x00\x22')\]]{1,200}[?&/=](?:\{\w+\}|\$\{\w+\}|<\w+>)", re.IGNORECASE
)
NEEDS = frozenset({"http", "https"})


def check_texts(texts: Texts) -> Iterator[Finding]:
    """Find addresses with braces or angle brackets, call templates excepted."""
    for hit in texts.search(PATTERN, NEEDS):
        is_call = hit.pointer[-1] in _CALLS and not hit.is_key
        if not is_call and _COMMANDS.isdisjoint(hit.pointer):
            yield Finding(hit.place, f"{hit.where} holds an address to be filled in: {hit.quoted}")
