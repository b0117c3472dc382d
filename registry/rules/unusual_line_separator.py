r"""Text contains a line separator that only some programs recognise.

One program shows one line, another two, so line numbers in reports and reviews differ.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current weather.\u2028Updated hourly."  # expect: unusual-line-separator
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
    description: Current weather. Updated hourly.
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
HINT = "use a plain line feed, or a space"

CHARACTERS = frozenset("\x85\u2028\u2029")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find next-line, line separator and paragraph separator."""
    for hit in strings.having(CHARACTERS):
        yield Finding(hit.place, f"{hit.where} contains the line separator U+{ord(hit.found):04X}")
