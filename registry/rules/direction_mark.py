r"""Text contains an invisible direction mark.

Right-to-left text sometimes needs one; in other text, it only makes strings differ that look the
same.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current\u200F weather."  # expect: direction-mark
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

SEVERITY = Severity.WARNING
HINT = "remove the mark, unless the text mixes two writing directions"

CHARACTERS = frozenset("\u200e\u200f\u061c")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find left-to-right, right-to-left and Arabic letter marks."""
    for hit in strings.having(CHARACTERS):
        yield Finding(hit.place, f"{hit.where} contains the direction mark U+{ord(hit.found):04X}")
