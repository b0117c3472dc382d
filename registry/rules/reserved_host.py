"""A call goes to a name that only stands for another.

Names such as `acme.example` and `api.example.com` are reserved for examples and never answer. They
stand where an author, or `registry new`, does not know the address yet. Others, such as
`your-domain.acme.com`, stand for the names that the customers of a provider have: there, each
customer needs a manual, or the provider an address for all.

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
from registry.web.hosts import host_of, is_for_examples, is_stand_in

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write the real address of the API, here and in `hosts` of publisher.yaml"


def check_release(release: Release) -> Iterator[Finding]:
    """Find hosts that are reserved for examples, or stand for those of customers."""
    for address in addresses(release):
        host = host_of(address.url.text)
        if is_for_examples(host):
            yield Finding(
                address.place, f"the URL {address.shown} is only an example: nobody answers there"
            )
        elif is_stand_in(host):
            yield Finding(
                address.place,
                f"the host {host!r} stands for the hosts of many customers",
                "write the host of one, in a manual for it, here and in `hosts` of publisher.yaml",
            )
