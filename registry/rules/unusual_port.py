"""A call goes to an unusual port.

Public APIs answer on port 443. Other ports lead to databases, mail servers or admin interfaces, and
many networks block them.

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
      url: https://api.example.com:22/weather  # expect: unusual-port
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
from registry.rules._addresses import addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.ERROR
HINT = "remove the port, if the server also answers on 443"

_IF_NEEDED = f"{HINT}; if it does not, say in the pull request why the port is needed"
_HTTPS = 443
_HTTP = 80
_REGISTERED = 1024
"""From here on, ports are not reserved: unusual, but sometimes right."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find URLs with a port other than 443; below 1024 no other is acceptable."""
    for address in addresses(release):
        port = int(address.url.port or _HTTPS)
        is_plain = (address.url.scheme, port) == ("http", _HTTP)  # which plain-http-url reports
        if port != _HTTPS and not is_plain and address.url.fault is None:
            message = f"the URL {address.shown} uses port {port}"
            if port < _REGISTERED:
                yield Finding(address.place, message)
            else:
                yield Finding(address.place, message, _IF_NEEDED, Severity.WARNING)
