"""A placeholder decides which host is called.

The value of the argument or variable then selects the server that gets the credentials. Such a
call cannot be reviewed, and clients refuse some of them.

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
        region: {type: string}
      required: [region]
    tool_call_template:
      call_template_type: http
      url: https://{region}.example.com/weather  # expect: variable-host
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
from registry.rules import Finding
from registry.rules._addresses import Fault, faulty

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.ERROR
HINT = "write out the host; for several hosts, write a tool or a manual for each"


def check_release(release: Release) -> Iterator[Finding]:
    """Find braces, variables and angle brackets before the path."""
    for address in faulty(release, Fault.VARIABLE_HOST):
        yield Finding(address.place, f"the host of {address.shown} contains a placeholder")
