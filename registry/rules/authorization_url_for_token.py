"""A token is requested at the address where users sign in.

An OAuth server has two addresses: people allow access at the one, mostly called `authorize`, and
programs get their token at the other, mostly called `token`. Clients post their credentials to
`token_url`, and get a web page or an error from the first.

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
        token_url: https://auth.example.com/oauth2/authorize  # expect: authorization-url-for-token
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
        token_url: https://auth.example.com/oauth2/token
        client_id: ${WEATHER_ID}
        client_secret: ${WEATHER_SECRET}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._addresses import token_addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write the URL of the token endpoint, which the provider's documentation of OAuth names"

_SIGN_IN = re.compile(
    r".*/(?:authorize|openid-connect/auth|o/oauth2/(?:v2/)?auth)/?", re.IGNORECASE
)
"""Paths of OAuth 2 in general, of Keycloak and of Google; `auth` in itself may give tokens."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find token URLs whose path is that of an authorization endpoint."""
    for address in token_addresses(release):
        is_for_tokens = address.origin.pointer[-1] == "token_url"
        if is_for_tokens and _SIGN_IN.fullmatch(address.url.path):
            yield Finding(
                address.place, f"users sign in at {address.shown}, and programs get no token there"
            )
