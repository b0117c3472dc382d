"""A description is too long.

It goes into every prompt that offers the tool. Of 125,200 real operations, one in a thousand has
more than 4,234 characters.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: long-description
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
      Current weather at the station nearest to a place, as measured there in the last ten minutes.
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

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GRAVEST = Severity.ERROR
GROUP = Group.QUALITY
HINT = "say what the tool does in a few sentences, and link to the rest as `docs` in manual.yaml"

_LONG = 4096
_FAR_TOO_LONG = 16_384


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find descriptions of more than 4,096 characters; more than 16,384 are not published."""
    length = len(tool.description)
    if length > _LONG:
        yield Finding(
            tool.at("description").place,
            f"the description of {tool.name!r} has {length:,} characters",
            severity=Severity.ERROR if length > _FAR_TOO_LONG else None,
        )
