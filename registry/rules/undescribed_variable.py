"""A tool needs a credential, but the manual does not say where to get it.

People can only use the tool if they know what the variable is. The page of the manual shows its
description.

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
      auth:
        auth_type: api_key
        api_key: ${WEATHER_KEY}  # expect: undescribed-variable
        var_name: X-Api-Key
        location: header
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
      auth:
        auth_type: api_key
        api_key: ${WEATHER_KEY}
        var_name: X-Api-Key
        location: header
x-registry:
  variables:
    WEATHER_KEY:
      description: A free key for 1,000 calls a day.
      obtain: https://www.example.com/keys
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.protocols import X_REGISTRY
from registry.rules import Finding, Group
from registry.rules._variables import uses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
_HINT = (
    "add `{}:` to `variables` of `x-registry`, with its `description` and, as `obtain`, the https "
    "URL where people get one"
)
HINT = _HINT.format("NAME")


def check_release(release: Release) -> Iterator[Finding]:
    """Find variables of credentials that `x-registry` does not describe, each once."""
    described = _described_names(release)
    for tool in release.read_tools:
        for use in uses(tool):
            if use.is_credential and use.name not in described:
                described.add(use.name)
                yield Finding(
                    use.place,
                    f"the manual does not say what {use.name!r} is and where to get it",
                    _HINT.format(use.name),
                )


def _described_names(release: Release) -> set[str]:
    """Return the names that the file describes, also where its `x-registry` has another error."""
    stated = release.document.get((X_REGISTRY, "variables"))
    return (
        {str(name).strip("${}") for name in stated} if isinstance(stated, (dict, list)) else set()
    )
