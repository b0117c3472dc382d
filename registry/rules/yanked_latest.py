"""A manual has no release left that clients would get.

The manual disappears from the catalogue without a word. If it is to end, `status` says so and keeps
its page; if not, a release has to replace the one that was withdrawn.

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

    from registry.model import Catalogue

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "add a release, or write `status: {state: archived, reason: …}`"


def check_catalogue(catalogue: Catalogue) -> Iterator[Finding]:
    """Find active manuals all of whose releases are yanked or prereleases."""
    for manual in catalogue.manuals:
        ended = manual.status.state in (State.ARCHIVED, State.QUARANTINED)
        if manual.origin and manual.yanked and not manual.latest and not ended:
            version = list(manual.yanked)[-1]
            yield Finding(
                manual.origin.at("yanked", version).place,
                f"after this, no release of {manual.id} is left",
            )
