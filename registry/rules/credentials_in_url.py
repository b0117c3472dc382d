"""A URL contains a user name or a password.

The part before `@` is sent as a credential and ends up in logs. It is also an old disguise:
`https://api.good.com@evil.com/` is a call to evil.com.

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
      url: https://reader:4f9d2c71@api.example.com/weather  # expect: credentials-in-url
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
FINDS_SECRETS = True
HINT = "remove the part before @, and describe credentials in `auth`"


def check_release(release: Release) -> Iterator[Finding]:
    """Find URLs with an @ before the path."""
    for address in faulty(release, Fault.CREDENTIALS):
        yield Finding(
            address.place,
            f"the URL {address.shown} has a user name or a password before its host",
            address.hint,
        )
