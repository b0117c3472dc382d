r"""Text contains a long run of hexadecimal digits.

People cannot review it, and models decode it. Describe such a value instead of showing it.

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

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
HINT = "describe the value instead of showing it"

_DIGITS = 128
PATTERN = Pattern(r"[0-9A-Fa-f]{128,}|(?:\\x[0-9A-Fa-f]{2}){8,}|(?:\\u[0-9A-Fa-f]{4}){8,}")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find 128 hexadecimal digits in a row, and eight escaped characters."""
    for hit in strings.search(PATTERN, pieces=("\\x", "\\u"), run=_DIGITS):
        # An example of bytes is best shown as digits.
        is_shown = hit.is_sample or "default" in hit.pointer
        if hit.found.startswith("\\") or not is_shown:
            yield Finding(hit.place, f"{hit.where} contains encoded text: {hit.quoted}")
