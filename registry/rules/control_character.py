r"""Text contains control characters or terminal sequences.

A terminal executes them: it moves the cursor, hides what it has printed or sets the clipboard. In
a log or on a screen, the text then looks different from what it says. An escaped sequence takes
effect in a program that unescapes it.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current weather.\e[8m Updated hourly."  # expect: control-character
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

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
HINT = "remove the character; only tabs and line feeds are allowed"

CHARACTERS = frozenset(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) - set("\t\n\r\x85")
_WRITTEN_OUT = Pattern(r"\\(?:x1b|033|u001b|e|x9b)\s?[\[\]]", re.IGNORECASE)


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find C0 and C1 controls, and escaped terminal sequences."""
    for hit in strings.having(CHARACTERS):
        yield Finding(
            hit.place, f"{hit.where} contains the control character U+{ord(hit.found):04X}"
        )
    for hit in strings.search(_WRITTEN_OUT, characters=frozenset("\\")):
        yield Finding(hit.place, f"{hit.where} contains the escaped terminal sequence {hit.quoted}")
