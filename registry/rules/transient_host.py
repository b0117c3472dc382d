"""A call goes to a host that can belong to someone else tomorrow.

Tunnels, request catchers, paste sites and link shorteners give the same name to the next customer,
or redirect the call to a place that was not reviewed.

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
      url: https://a1b2c3.ngrok-free.app/weather  # expect: transient-host
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
HINT = "write the URL of the service itself"

_SITES = frozenset(
    {"ngrok.io", "ngrok.app", "ngrok.dev", "ngrok-free.app", "ngrok-free.dev", "trycloudflare.com"}
    | {"loca.lt", "localtunnel.me", "serveo.net", "localhost.run", "lhr.life", "pinggy.link"}
    | {"webhook.site", "requestbin.com", "requestbin.net", "pipedream.net", "beeceptor.com"}
    | {"requestcatcher.com", "hookbin.com", "interact.sh", "oast.fun", "oast.pro", "oast.site"}
    | {"burpcollaborator.net", "pastebin.com", "paste.ee", "dpaste.com", "hastebin.com"}
    | {"transfer.sh", "file.io", "0x0.st"}
)
_SHORTENERS = frozenset(
    {"bit.ly", "tinyurl.com", "t.co", "is.gd", "goo.gl", "cutt.ly", "rebrand.ly", "ow.ly"}
)


def check_release(release: Release) -> Iterator[Finding]:
    """Find hosts below the domains of tunnels, request catchers and link shorteners."""
    for address in addresses(release):
        host = address.url.host
        site = ".".join(host.split(".")[-2:])
        if site in _SITES:
            yield Finding(address.place, f"{host} belongs to changing customers")
        elif site in _SHORTENERS:
            yield Finding(
                address.place,
                f"{host} redirects to whatever its customers name",
                "write the URL that it leads to; where this is the API of the shortener itself, "
                "a maintainer can exempt the manual in rules.yaml, with that reason",
            )
