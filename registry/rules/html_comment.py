"""Text contains an HTML comment.

Pages do not show it and reviewers may miss it, but models read it.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: html-comment
      Current weather. <!-- from the archive -->
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
      Current weather, from the archive.
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

SEVERITY = Severity.WARNING
HINT = "remove the comment, or write it as visible text"

PATTERN = Pattern(r"<!--(?:(?!-->)[^\x00]){0,200}")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find comments of any content."""
    for hit in strings.search(PATTERN, pieces=("<!--",)):
        yield Finding(hit.place, f"{hit.where} contains the comment {hit.quoted}")
