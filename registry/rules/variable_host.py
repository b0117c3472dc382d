"""A placeholder decides which host is called.

The value of the argument or variable then selects the server that gets the credentials. Such a
call cannot be reviewed, and clients refuse some of them.

Where each customer has a host of their own, look for the one that the API has for all, such as
`https://api.acme.com/{customer}/`. If it has none, the manual cannot be in a registry for
everybody; in one of your own (`registry init`), write your host.

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
from registry.rules._addresses import Fault, faulty, unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.ERROR
HINT = (
    "write out the host that is the same for everybody; for several regions, write a tool or a "
    "manual for each; if each customer has a host, only a registry of your own (`registry init`) "
    "can have the manual, with your host"
)


def check_release(release: Release) -> Iterator[Finding]:
    """Find braces, variables and angle brackets before the path."""
    for address in faulty(release, Fault.VARIABLE_HOST):
        url = unwrapped(address.url.text)
        message = f"the host of {address.shown} contains a placeholder"
        yield Finding(address.place, message, f"write {url}, with nothing around it" if url else "")
