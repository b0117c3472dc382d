r"""A text holds control characters or terminal sequences.

A terminal obeys them: it moves the cursor, hides what it has printed or sets the clipboard. Whoever
prints the text of a manual, in a log or on a screen, is then shown something else than what it
says. Written out as text, such a sequence waits for a program that unescapes it.

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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._texts import Texts

SEVERITY = Severity.ERROR
HINT = "remove it; only tabs and line feeds are text"

CHARACTERS = frozenset(map(chr, [*range(0x20), *range(0x7F, 0xA0)])) - set("\t\n\r\x85")
_WRITTEN_OUT = re.compile(r"\\(?:x1b|033|u001b|e|x9b)\s?[\[\]]", re.IGNORECASE)


def check_texts(texts: Texts) -> Iterator[Finding]:
    """Find C0 and C1 controls, and escape sequences that are spelt out."""
    for hit in texts.having(CHARACTERS):
        yield Finding(hit.place, f"{hit.where} holds the control character U+{ord(hit.found):04X}")
    for hit in texts.search(_WRITTEN_OUT, characters=frozenset("\\")):
        yield Finding(hit.place, f"{hit.where} spells out the terminal sequence {hit.quoted}")
