"""A URL has no valid host.

Browsers, HTTP libraries and reviewers read such a URL differently: one sees no host, another takes
part of the path for it. A call must go to one public host, with `https://` and a name of letters,
digits, hyphens and dots.

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
      url: https:///weather  # expect: malformed-host
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

import re
import unicodedata
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._addresses import MAX_PORT, Fault, faulty, host_fault, unwrapped
from registry.rules._pattern import Pattern
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release
    from registry.rules._addresses import Address

SEVERITY = Severity.ERROR
HINT = "write https://, the full name of the host, and the path"

_IN_ASCII = (
    "write the host in ASCII, as it is registered: a part with other letters begins with `xn--`"
)

_BARE = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}/[!-~]{0,100}\Z")
"""A host and a path of which only the scheme is missing."""

_HOST = Pattern(r"(?:[a-z][a-z0-9+.-]*://)?([a-z0-9.-]+)(?::([0-9]+))?(?:/.*)?", re.IGNORECASE)
"""A host with the other parts of a URL."""


_PARTS = Pattern(
    r"(?P<scheme>[a-z][a-z0-9+.-]*://)(?P<host>[a-z0-9.-]+)(?P<rest>(?::(?P<port>[^/?#]*))?[!-~]*)",
    re.IGNORECASE,
)
"""A URL whose host consists of the characters of hosts."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find URLs without a host, or with one that is not a host name."""
    for address in faulty(release, Fault.MALFORMED):
        yield Finding(address.place, *_words(address))


def _words(address: Address) -> tuple[str, str]:
    """Return what is wrong with *address*, and what to do about it."""
    text = address.url.text
    if address.origin.pointer[-1:] == ("host",):
        message = f"`host` is {address.shown}, which is not only the name of a host"
        return message, _only_the_host(text)
    match = _PARTS.compiled.fullmatch(text)
    host = match["host"].lower() if match else ""
    if match and match["port"] is not None and not host_fault(host):
        message = f"the URL {address.shown} has {quoted(match['port'])} in the place of a port"
        return message, f"write a number up to {MAX_PORT}, or remove it with the colon"
    hint = ""
    if text and unicodedata.category(text[0]) in {"Pi", "Pf"}:  # typographic quotes
        hint = "write plain quotes around it"
    elif not text.isascii():
        hint = _IN_ASCII
    elif url := unwrapped(text):
        hint = f"write {url}, with nothing around it"
    elif _BARE.match(text):
        hint = f"write {address.secure_scheme}://{text}"
    elif match and host.endswith(".") and not host_fault(host.rstrip(".")):
        hint = f"write {match['scheme']}{host.rstrip('.')}{match['rest']}"
    return f"the URL {address.shown} does not start with a scheme and a valid host name", hint


def _only_the_host(text: str) -> str:
    """Return how to write the host in *text*, and the port that it has."""
    match = _HOST.compiled.fullmatch(text)
    if not match:
        return "write the full name of the host"
    return f"write {match[1]}" + (f", and the port as `port: {match[2]}`" if match[2] else "")
