r"""Text contains soft hyphens.

A soft hyphen is invisible in the middle of a line, but neither a search nor a filter recognises
the word.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current wea\u00ADther."  # expect: soft-hyphen
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
HINT = "remove the soft hyphens: pages break lines automatically"

CHARACTERS = frozenset("\xad")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find the character U+00AD."""
    for hit in strings.having(CHARACTERS):
        yield Finding(hit.place, f"{hit.where} contains soft hyphens")
