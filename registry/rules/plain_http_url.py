"""A call goes over an unencrypted connection.

Anyone between the agent and the server can read the arguments and the credentials, and can answer
in place of the server. The released clients refuse to call such a tool.

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
      url: http://api.example.com/weather  # expect: plain-http-url
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

from registry.diagnostics import Severity, nearest
from registry.rules import Finding
from registry.rules._addresses import Fault, addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.ERROR
HINT = "offer the tool over https; for a WebSocket, write `call_template_type: websocket`"

_PLAIN = frozenset(("ftp", "http", "ws"))
"""Schemes of connections that anyone between can read."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find URLs with another scheme than the encrypted one of their transport."""
    for address in addresses(release):
        url, secure = address.url, address.secure_scheme
        # A server on the caller's own machine needs no encryption; `loopback-url` judges it.
        # A package in a repository is named `git+https://`.
        kind, plus, scheme = url.scheme.rpartition("+")
        if scheme in ("", secure) or url.fault is Fault.LOOPBACK:
            continue
        # Such as that of a database, of which `credentials-in-url` says what to do.
        if url.fault is Fault.CREDENTIALS and scheme not in _PLAIN:
            continue
        yield Finding(
            address.place,
            f"the URL {address.shown} uses {url.scheme}, which is not "
            + ("encrypted" if scheme in _PLAIN else secure),
            f"write {_encrypted(url.text, f'{kind}{plus}{secure}')}"
            + (", if the server offers it" if scheme in _PLAIN else "")
            if scheme in _PLAIN or nearest(scheme, (secure,))
            else address.hint,
        )


def _encrypted(url: str, scheme: str) -> str:
    """Return *url* with *scheme*, without what other rules object to: a user and the port 80."""
    host, slash, path = url.partition("://")[2].partition("/")
    return f"{scheme}://{host.rpartition('@')[2].removesuffix(':80')}{slash}{path}"
