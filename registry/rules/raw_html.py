"""Text contains HTML that does more than format words.

The registry's pages show it as plain text. Other pages may not, and then it loads, runs or
imitates something.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: raw-html
      Current weather. <img src=map.png onerror=alert(1)>
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
      Current weather in <b>bold</b> words.
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
HINT = "remove the markup; to name an element, leave out the brackets: script elements"

PATTERN = Pattern(
    r"<(?:script|iframe|object|embed|svg|style|link|meta|base|form|img)\b[^>\x00]{0,200}"
    r"|\bon(?:error|load|click|mouseover|focus)\s*=",
    re.IGNORECASE,
)
NEEDS = frozenset(
    {"script", "iframe", "object", "embed", "svg", "style", "link", "meta", "base", "form", "img"}
    | {"onerror", "onload", "onclick", "onmouseover", "onfocus"}
)


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find elements and attributes that load or run something."""
    for hit in strings.search(PATTERN, NEEDS, characters=frozenset("<=")):
        yield Finding(hit.place, f"{hit.where} contains the markup {hit.quoted}")
