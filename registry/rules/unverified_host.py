"""A call goes to a host that its publisher does not list.

`publisher.yaml` lists the hosts that a publisher's tools call. If a call goes to another host,
either the list is incomplete, or the manual sends its users to another company's server. Hosts
below a listed one count as listed, but not below a site where anyone gets a name, such as
`vercel.app`.

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
      url: https://api.acme.com/weather  # expect: unverified-host
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
from registry.web.hosts import is_customer_placeholder, is_listed, is_unfilled_example

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual, Release

SEVERITY = Severity.WARNING
HINT = "add it to `hosts` in publisher.yaml"


def check_manual(manual: Manual) -> Iterator[Finding]:
    """Find hosts that are neither listed by the publisher nor below a listed one."""
    if manual.publisher.origin is None:  # its publisher.yaml is missing or broken
        return
    for release in manual.releases:
        yield from _unlisted_hosts(release, manual.publisher.hosts)


def _unlisted_hosts(release: Release, listed: tuple[str, ...]) -> Iterator[Finding]:
    reported: set[str] = set()
    for address in addresses(release):
        host = address.url.host
        # `reserved-host` reports a host that is only an example.
        is_real = address.url.fault is None and not is_unfilled_example(host)
        # A package may be published anywhere; its exact version says what it is.
        is_called = not address.url.scheme.startswith("git+")
        # One line in publisher.yaml is what all URLs of a host need.
        if is_real and is_called and host not in reported and not is_listed(host, listed):
            reported.add(host)
            yield Finding(
                address.place,
                f"{release.publisher!r} does not list the host {host!r}",
                "write the real host"
                if is_customer_placeholder(host)
                else f"if the host is theirs, add `{host}` to `hosts` in their publisher.yaml",
            )
