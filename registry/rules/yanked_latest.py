"""A manual has no release left for clients.

The manual silently disappears from the catalogue. To retire it, set `status`, which keeps its page;
otherwise, add a release that replaces the withdrawn one.

Bad:

```yaml title="manuals/example/sample/1.0.0.yaml"
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

```yaml title="manuals/example/sample/manual.yaml"
yanked:
  "1.0.0": It called the wrong host.  # expect: yanked-latest
```

Good:

```yaml title="manuals/example/sample/1.0.0.yaml"
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

```yaml title="manuals/example/sample/1.0.1.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.1"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/manual.yaml"
yanked:
  "1.0.0": It called the wrong host.
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import State
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "add a release, or write `status:` with `state: archived` and a `reason`"


def check_manual(manual: Manual) -> Iterator[Finding]:
    """Find an active manual all of whose releases are yanked or prereleases."""
    ended = manual.status.state in (State.ARCHIVED, State.QUARANTINED)
    if manual.origin and manual.yanked and not manual.latest and not ended:
        version = list(manual.yanked)[-1]
        yield Finding(
            manual.origin.at("yanked", version).place,
            f"{manual.id} has no release left",
        )
