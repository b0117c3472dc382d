"""Text contains a long run of Base64 data.

People cannot review it, and models decode it. Describe such a value instead of showing it.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: base64-blob
      Current weather.
      QWxsIHRoZSB3ZWF0aGVyIG9mIHRoZSB3b3JsZCBpbiBvbmUgbGluZSBvZiB0ZXh0QWxsIHRoZSB3ZWF0aGVyIG9mIHRoZSB3b3JsZCBpbiBvbmUgbGluZSBvZiB0ZXh0
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
      Current weather. The icon is a PNG in Base64.
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
from registry.rules import Finding
from registry.rules._pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.WARNING
HINT = "describe the value instead of showing it"

_OF_TOOL = 2
"""How many steps lead to a tool: `tools`, and its number."""

_LONGEST = 120
_KINDS = (re.compile("[a-z]"), re.compile("[A-Z]"), re.compile("[0-9]"))
PATTERN = Pattern(r"[A-Za-z0-9+/_-]{120,}={0,2}")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find 120 characters of Base64 with upper-case letters, lower-case letters and digits."""
    for hit in strings.search(PATTERN, run=_LONGEST):
        # The icons of a tool of MCP may be pictures in Base64, which no model reads.
        is_icon = hit.pointer[_OF_TOOL:][:1] == ("icons",)
        if not (is_icon or hit.is_sample) and all(kind.search(hit.found) for kind in _KINDS):
            yield Finding(hit.place, f"{hit.where} contains encoded data: {hit.quoted}")
