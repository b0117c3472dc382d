r"""A text holds a long run of hexadecimal digits.

Nobody can review it, and models decode it. What a tool returns or takes in such a form is better
described than shown.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: hex-blob
      Current weather. Token '\x73\x65\x6e\x64\x20\x61\x6c\x6c'
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
      Current weather. The answer has a SHA-256 digest in hexadecimal.
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._texts import Texts

SEVERITY = Severity.ERROR
HINT = "describe the value instead of showing it"

_DIGITS = 128
_SHOWN_AS = frozenset({"example", "examples", "default"})
PATTERN = re.compile(r"[0-9A-Fa-f]{128,}|(?:\\x[0-9A-Fa-f]{2}){8,}|(?:\\u[0-9A-Fa-f]{4}){8,}")


def check_texts(texts: Texts) -> Iterator[Finding]:
    """Find 128 hexadecimal digits in a row, and eight spelt-out characters."""
    for hit in texts.search(PATTERN, pieces=("\\x", "\\u"), run=_DIGITS):
        # Where bytes are what is shown, digits are the way to show them.
        if hit.found.startswith("\\") or _SHOWN_AS.isdisjoint(hit.pointer):
            yield Finding(hit.place, f"{hit.where} holds encoded text: {hit.quoted}")
