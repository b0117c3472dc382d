"""Two tools of a manual have the same name.

Clients keep the last of two tools with the same name and silently drop the other. They also fold
names: some ignore case, and most turn `-` into `_`, so `get-weather` and `Get_Weather` are the
same name. A listing of OTC or OXP may have a tool in several versions, but a release has one of
each.

Bad:

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
  - name: Get-Weather  # expect: duplicate-tool-name
    description: Weather of the past seven days at the same station.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/history
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
  - name: get_weather_history
    description: Weather of the past seven days at the same station.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/history
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import fold_name
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release, Tool

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "rename one of the two tools; if they are versions of one tool, remove the older one"


def check_release(release: Release) -> Iterator[Finding]:
    """Find tools with the same folded name as an earlier tool of the release."""
    first: dict[str, Tool] = {}
    for tool in release.read_tools:
        earlier = first.setdefault(fold_name(tool.name), tool)
        if earlier is not tool:
            line = earlier.at("name").place.line
            yield Finding(
                tool.at("name").place,
                f"clients take {tool.name!r} for the tool {earlier.name!r} on line {line}",
            )
