"""A host name contains non-ASCII characters.

Many programs show an encoded name such as `xn--pple-43d.com` with the Cyrillic letter that it
encodes. A reviewer cannot tell it from the real name.

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
      url: https://xn--pple-43d.com/weather  # expect: internationalised-host
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

SEVERITY = Severity.WARNING
HINT = "use the server's ASCII name, if it has one"


def check_release(release: Release) -> Iterator[Finding]:
    """Find host names with a label that encodes other characters."""
    for address in addresses(release):
        if any(label.startswith("xn--") for label in address.url.host.split(".")):
            shown = _decoded(address.url.host)
            yield Finding(address.place, f"the host {address.url.host!r} stands for {shown!a}")


def _decoded(host: str) -> str:
    try:
        return host.encode("ascii").decode("idna")
    except UnicodeError:
        return host
