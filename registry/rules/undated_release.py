"""A release does not say when it was released.

Lists of what is new, feeds and the pages of tools show the date, and people judge by it whether a
description still fits. `registry new`, `registry import` and `registry bump` write it.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:  # expect: undated-release
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  released: "2026-11-20"
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.protocols import X_REGISTRY
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = 'add `released: "YYYY-MM-DD"`, the day on which you propose it, to `x-registry`'


def check_release(release: Release) -> Iterator[Finding]:
    """Find releases without a date; a date that is none is another problem."""
    if release.read_tools and not release.document.get((X_REGISTRY, "released")):
        yield Finding(
            release.document.place((X_REGISTRY,)),
            f"{release.manual_id} {release.version} does not say when it was released",
        )
