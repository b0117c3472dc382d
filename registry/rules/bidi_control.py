r"""Text contains characters that change its direction.

They make text display in another order than programs read it, so a reviewer approves something
else than what an agent gets.

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

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
HINT = "remove the characters; Arabic and Hebrew text does not need them"

CHARACTERS = frozenset(map(chr, [*range(0x202A, 0x202F), *range(0x2066, 0x206A)]))


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find embeddings, overrides and isolates."""
    for hit in strings.having(CHARACTERS):
        yield Finding(
            hit.place, f"{hit.where} contains the direction control U+{ord(hit.found):04X}"
        )
