"""A call goes to a name that is reserved for examples.

Names such as `acme.example` and `api.example.com` belong to nobody and are never answered. They
stand where an author, or `registry new`, does not know the address yet.

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
      url: https://api.acme.example/weather  # expect: reserved-host
  - name: get_forecast
    description: Weather of the coming seven days at the same station.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/forecast  # expect: reserved-host
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
      url: https://api.acme.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._addresses import addresses
from registry.web.hosts import host_of, is_unfilled_example

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write the real address of the API, here and in `hosts` of publisher.yaml"


def check_release(release: Release) -> Iterator[Finding]:
    """Find hosts that are reserved for examples."""
    for address in addresses(release):
        if is_unfilled_example(host_of(address.url.text)):
            yield Finding(
                address.place, f"the URL {address.shown} is only an example: nobody answers there"
            )
