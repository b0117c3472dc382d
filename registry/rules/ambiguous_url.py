"""Clients disagree on what a URL means.

Browsers, HTTP libraries and people interpret a backslash, a space, a control character, a percent
sign in the host, a non-ASCII character or a path with `..` differently. Such a URL can be reviewed
as one address and called as another.

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
      url: https://api.example.com/public/../admin/weather  # expect: ambiguous-url
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
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._addresses import Fault, faulty, unwrapped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.ERROR
HINT = "write the URL as it is sent: percent-encoded, without `..`, spaces or backslashes"

_WITH_METHOD = re.compile(r"[A-Z]{3,7} +(?:https?:|/)")
_BEHIND_COMMAND = re.compile(r"(?:curl|http|https|wget)(?: [^\n]*?)? [\"']?(https://[^\s\"']+)")
_WITH_SPACES = re.compile(r"https://[^\s/\\]+/[^\s\\]*(?: [^\s\\]+)+")


def check_release(release: Release) -> Iterator[Finding]:
    """Find URLs that libraries parse differently."""
    for address in faulty(release, Fault.AMBIGUOUS):
        message = f"different clients read the URL {address.shown} differently"
        yield Finding(address.place, message, _hint(address.url.text))


def _hint(text: str) -> str:
    """Return what to do about the URL *text*; "" for what the rule says."""
    if _WITH_METHOD.match(text):
        return "write only the URL: the method is `http_method` beside it"
    if command := _BEHIND_COMMAND.match(text):
        return (
            f"write only the URL, {command[1]}: the method and the headers have keys of their own"
        )
    if url := unwrapped(text):
        return f"write {url} behind the key, on the same line and without spaces"
    if _WITH_SPACES.fullmatch(text) and ".." not in text:
        return f"write {text.replace(' ', '%20')}, or remove what does not belong to the URL"
    return ""
