"""A secret is in a header that clients carry along to another host.

Where a server redirects to another host, the released clients leave out their credentials: those of
`auth`, and headers whose names say that they are one. They send all other headers again, whatever
is in them, and so the secret of one host reaches another.

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
      headers:
        X-Customer: ${CUSTOMER}  # expect: carried-secret
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
        auth_type: api_key
        api_key: ${CUSTOMER}
        var_name: X-Customer
        location: header
```
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import VARIABLE
from registry.model.request import OVER_HTTP
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
HINT = (
    "clients protect only what is in `auth`: if this is the secret, exchange the two; if it is "
    "none, leave it to the review of the pull request"
)

_DROPPED_WORDS = frozenset(
    (
        *("auth", "authn", "authz", "token", "key", "secret", "bearer", "session", "sid", "jwt"),
        *("csrf", "xsrf", "authorization", "cookie"),
    )
)
_DROPPED_PARTS = ("apikey", "apitoken", "authtoken", "accesstoken", "bearertoken", "sessionid")
_SAYS_WHICH = frozenset({"version", "project", "region", "language", "locale"})
"""Last words of names of what is no secret: which part of an API is meant."""

_CLIENT_ID = ["client", "id"]
"""Last words of names of what says which program calls, and is no secret either (RFC 6749, 2.2)."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find headers with a variable whose name does not say that it is a credential."""
    if tool.call.transport not in OVER_HTTP:
        return
    carried = [
        (name, text, match)
        for name, text in tool.call.headers.items()
        if (match := VARIABLE.search(text))
        and not (_is_dropped(name) or _says_which(name, match[0]))
    ]
    for name, text, variable in carried:
        yield Finding(
            tool.at("call", "headers", name).place,
            f"if the server redirects to another host, clients send it {variable[0]} in the "
            f"header {name!r}",
            HINT if tool.call.auth_fields else _hint(name, text, is_only=len(carried) == 1),
        )


def _hint(name: str, text: str, *, is_only: bool) -> str:
    """Return how to send *text*, the value of the header *name*, as the one credential."""
    key = json.dumps(text, ensure_ascii=False)
    auth = f"auth_type: api_key, api_key: {key}, var_name: {name}, location: header"
    act = f"remove the header, and write `auth: {{{auth}}}` beside `url`"
    if is_only:
        return act
    return (
        f"if this is the secret, {act}; if it is none, leave it to the review of the pull request"
    )


def _is_dropped(name: str) -> bool:
    """Return whether clients know by its *name* that a header is a credential."""
    lower = name.lower()
    return not _DROPPED_WORDS.isdisjoint(re.split("[-_]", lower)) or any(
        part in lower for part in _DROPPED_PARTS
    )


def _says_which(*names: str) -> bool:
    """Return whether all *names*, of a header and what it holds, end in what is no secret."""
    words = (re.findall("[a-z]+", each.lower()) or [""] for each in names)
    return all(each[-1] in _SAYS_WHICH or each[-2:] == _CLIENT_ID for each in words)
