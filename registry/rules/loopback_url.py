"""A call goes to the caller's own machine.

An address such as `localhost` leads to whatever runs on the machine of each caller. A client that
loads a manual from the web drops all of it because of one such tool. Software that people run
themselves is welcome: mark it as `self_hosted`, and it is kept out of what agents load.

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
      url: http://localhost:8080/weather  # expect: loopback-url
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
      url: http://localhost:8080/weather
x-registry:
  self_hosted: {start: weather-server --port 8080}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._addresses import Fault, addresses, token_addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.ERROR
HINT = (
    "write the public URL; for software that people run themselves, add `self_hosted:` to "
    "`x-registry`, with the command that starts it as `start`"
)


def check_release(release: Release) -> Iterator[Finding]:
    """Find addresses of the caller's own machine, unless people run the server themselves."""
    for address in (*addresses(release), *token_addresses(release)):
        if address.url.fault is Fault.LOOPBACK and not address.is_self_hosted:
            yield Finding(
                address.place,
                f"the URL {address.shown} leads to the caller's own machine",
                address.hint,
            )
