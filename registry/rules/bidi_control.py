r"""A text changes the direction in which it is shown.

With these characters a text is displayed in another order than it is read by programs, so that a
reviewer approves something else than what an agent gets.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current weather \u202Ereten\u202C."  # expect: bidi-control
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
    description: Current weather.
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

    from registry.rules._texts import Texts

SEVERITY = Severity.ERROR
HINT = "remove the characters; text in Arabic or Hebrew needs none of them"

CHARACTERS = frozenset(map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]))


def check_texts(texts: Texts) -> Iterator[Finding]:
    """Find embeddings, overrides and isolates."""
    for hit in texts.having(CHARACTERS):
        yield Finding(hit.place, f"{hit.where} holds the direction control U+{ord(hit.found):04X}")
