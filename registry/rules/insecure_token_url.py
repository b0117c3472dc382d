"""A token is requested from a URL that cannot be trusted.

A client sends its id and its secret to the token URL. Over plain http, or to an address inside a
private network, others can get both.

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
        auth_type: oauth2
        token_url: http://auth.example.com/token  # expect: insecure-token-url
        client_id: ${WEATHER_ID}
        client_secret: ${WEATHER_SECRET}
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
        auth_type: oauth2
        token_url: https://auth.example.com/token
        client_id: ${WEATHER_ID}
        client_secret: ${WEATHER_SECRET}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._addresses import Fault, token_addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.ERROR
HINT = "write the public https URL of the token endpoint"


def check_release(release: Release) -> Iterator[Finding]:
    """Find token URLs that are not https, or not on a public host."""
    for address in token_addresses(release):
        if address.url.scheme != "https" or address.url.fault not in (None, Fault.LOOPBACK):
            yield Finding(address.place, f"the token URL {address.shown} is not a public https URL")
