"""A description says next to nothing.

An agent chooses among hundreds of tools by what they say about themselves. A word, or the name once
more, makes it guess.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Weather  # expect: thin-description
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
  - name: get_forecast
    description: Get forecast.  # expect: thin-description
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
    description: Current weather at the station nearest to a place.
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
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "say in a sentence what comes back, and when the tool is the right one"

_SHORTEST = 10


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find descriptions of less than ten characters, or that repeat the name."""
    text = tool.description.strip()
    may_repeat = len(text) <= 2 * len(tool.name)
    if text and (len(text) < _SHORTEST or (may_repeat and _letters(text) == _letters(tool.name))):
        yield Finding(
            tool.at("description").place, f"the description of {tool.name!r} is only {text!r}"
        )


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())
