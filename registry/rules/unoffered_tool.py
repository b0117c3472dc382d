"""A tool cannot be offered to every UTCP client.

`/utcp` is the one document for all agents, and a client loads all of it or nothing. A tool that
only some clients can load or call is left out, with the reason on its page. Often a small change is
enough to include the tool.

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

from registry import utcp
from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._schemas import hidden_inputs
from registry.validate import schema_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release, Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "change it if you can; otherwise the tool is still published and found, and its page shows "
    "this reason"
)

_OF_BODY = (
    "write `application/json`, if the API takes it, or make the input a string with the whole "
    "body; otherwise the tool is still published and found, and its page shows this reason"
)

_OF_URL = "its URL "


def check_release(release: Release) -> Iterator[Finding]:
    """Find http tools that are left out, except those that people run themselves."""
    if release.self_hosted:
        return
    for tool in release.tools:
        reasons = utcp.obstacles(tool)
        if reasons and tool.call.transport == utcp.HTTP and not _is_explained(tool):
            # At the URL, an error of another rule about it is all that has to be said.
            at = tool.at("call", "url") if reasons[0].startswith(_OF_URL) else tool.at("call")
            yield Finding(
                at.place,
                f"the tool {tool.name!r} will not be in `/utcp`: {', and '.join(reasons)}",
                _OF_BODY if reasons[0] in utcp.body_obstacles(tool) else "",
            )


def _is_explained(tool: Tool) -> bool:
    """Return whether inputs that are hidden, or a schema that is none, are reported as that."""
    schemas = (each for each in (tool.inputs, tool.outputs) if each is not None)
    return bool(hidden_inputs(tool)) or any(map(schema_problem, schemas))
