"""A publisher lists a host that stands for those of its customers.

Documentation writes `your-domain.acme.com` or `example.acme.com` where each customer has a name of
its own. There, calls fail, or reach the account of a stranger, who gets the key with them.

Bad:

```yaml title="manuals/example/publisher.yaml"
name: Example
homepage: https://www.example.com/
hosts: [your-domain.acme.com]  # expect: placeholder-host
```

```yaml title="manuals/example/sample/1.0.0.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://your-domain.acme.com/weather
```

Good:

```yaml title="manuals/example/publisher.yaml"
name: Example
homepage: https://www.example.com/
hosts: [api.acme.com]
```

```yaml title="manuals/example/sample/1.0.0.yaml"
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
from registry.web.hosts import is_customer_placeholder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Publisher

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "write the real host, here and in the URLs; if each customer has one, only a registry of your "
    "own (`registry init`) can have the manual, with your host"
)


def check_publisher(publisher: Publisher) -> Iterator[Finding]:
    """Find hosts that begin with a placeholder for a customer."""
    for index, host in enumerate(publisher.hosts):
        if publisher.origin and is_customer_placeholder(host):
            yield Finding(
                publisher.origin.at("hosts", index).place,
                f"the host {host!r} stands for those of many customers",
            )
