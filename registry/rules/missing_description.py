"""A tool has no description.

Agents choose tools by their descriptions, and search finds them by the same words: a tool without
a description is never used.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather  # expect: missing-description
    tags: [weather]
    inputs: {type: object}
    tool_call_template: {call_template_type: http, url: "https://api.example.com/weather"}
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current temperature and wind at the station nearest to the caller, in SI units.
    tags: [weather]
    inputs: {type: object}
    tool_call_template: {call_template_type: http, url: "https://api.example.com/weather"}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "say in one sentence what the tool does and when to use it"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools whose description is empty or white space."""
    if not tool.description.strip():
        yield Finding(tool.at("description").place, f"the tool {tool.name!r} has no description")
