"""A text holds an HTML comment.

It is not shown on a page, but a model reads it, and a reviewer may not see it.

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

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._texts import Texts

SEVERITY = Severity.WARNING
HINT = "remove the comment, or say it in the text"

PATTERN = re.compile(r"<!--(?:(?!-->)[^\x00]){0,200}")


def check_texts(texts: Texts) -> Iterator[Finding]:
    """Find comments, whatever they say."""
    for hit in texts.search(PATTERN, pieces=("<!--",)):
        yield Finding(hit.place, f"{hit.where} holds the comment {hit.quoted}")
