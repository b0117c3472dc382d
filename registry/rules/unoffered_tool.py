"""A tool cannot be offered to every UTCP client.

`/utcp` is the one document that agents load without a choice, and a client takes it whole or not
at all. What only some clients can load or call stays out of it, with the reason on its page. Often
a small change lets the tool in, so its author should hear of it before anybody misses the tool.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        rain: {type: boolean, description: Whether to measure rain.}
      required: [rain]
    tool_call_template:  # expect: unoffered-tool
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
    inputs:
      type: object
      properties:
        rain: {type: string, enum: ["true", "false"], description: Whether to measure rain.}
      required: [rain]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_tools
from registry.diagnostics import Severity
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "change it if you can, as other findings may tell; a tool that has to be so is found and "
    "described like all others, with this reason"
)


def check_release(release: Release) -> Iterator[Finding]:
    """Find tools over http that stay out, but for those that people run themselves."""
    if release.self_hosted:
        return
    for tool in release.tools:
        reasons = utcp_tools.obstacles(tool)
        if reasons and tool.call.transport == utcp_tools.HTTP:
            yield Finding(
                tool.at("call").place,
                f"the tool {tool.name!r} will not be in `/utcp`: {', and '.join(reasons)}",
            )
