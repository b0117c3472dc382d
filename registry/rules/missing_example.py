"""A manual has no example of a task that its tools solve.

Examples show people and search what the tools are for. Each is checked against the inputs, so it
keeps working.

Bad:

```yaml
utcp_version: "1.0.1"  # expect: missing-example
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
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
x-registry:
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Place, Severity
from registry.protocols import X_REGISTRY
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.NOTE
GROUP = Group.QUALITY
HINT = (
    "add two or three to `examples` of `x-registry`, each with a `task` in plain words, the `tool` "
    "that solves it and its `arguments`"
)


def check_release(release: Release) -> Iterator[Finding]:
    """Find releases without any example."""
    # Examples that are not valid also count: they are reported as such.
    has_some = release.document.get((X_REGISTRY, "examples"))
    tools = release.read_tools
    if tools and not has_some and not any(tool.examples for tool in tools):
        place = Place(release.document.path)
        yield Finding(place, f"no example shows what {release.manual_id} is for")
