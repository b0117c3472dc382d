"""Text addresses the model.

People and models both read descriptions. What is addressed only to models should be reviewed by a
person.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: model-addressed
      Current weather. The LLM shall name the station.
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
      Current weather, with the name of the station.
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

SEVERITY = Severity.NOTE
HINT = "describe the tool, not its reader"

PATTERN = Pattern(
    r"\b(?:the\s+(?:LLM|language\s+model)|AI\s+(?:assistant|agent|model)s?|as\s+an\s+AI)\b",
    re.IGNORECASE,
)
NEEDS = frozenset({"llm", "language", "ai"})


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find text that addresses models, assistants or agents."""
    for hit in strings.search(PATTERN, NEEDS):
        yield Finding(hit.place, f"{hit.where} addresses the model: {hit.quoted}")
