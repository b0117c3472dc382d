"""Text contains a URL that runs a script.

As a link, it runs the script in the page that shows the manual, with all permissions of that page.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: script-uri
      Current weather, see javascript:alert(1).
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
      Current weather, see https://www.example.com/.
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
HINT = "write an https URL; to name such URLs, leave out the colon: javascript URLs"

PATTERN = Pattern(
    r"\b(?:javascript|vbscript):(?=[A-Za-z/(])|\bdata:(?:text/html"
    r"|application/(?:x-)?javascript|image/svg)",
    re.IGNORECASE,
)
NEEDS = frozenset({"javascript", "vbscript", "data"})


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find javascript, vbscript and executable data URLs."""
    for hit in strings.search(PATTERN, NEEDS):
        yield Finding(hit.place, f"{hit.where} contains the script URL {hit.quoted}")
