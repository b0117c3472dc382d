"""A file contains a private key or a signed token.

A private key identifies its owner until it is revoked, and a JSON Web Token until it expires.
Neither belongs in a public file, not even in a comment.

Bad:

```yaml
# -----BEGIN EC PRIVATE KEY-----  # expect: key-material
# MHcCAQEEIAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
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

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather. A key begins with `-----BEGIN EC PRIVATE KEY-----`.
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
from registry.rules._pattern import Pattern
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
FINDS_SECRETS = True
HINT = (
    "revoke it, then remove it from the file, or write a variable such as ${API_TOKEN} in its place"
)

# Many documents that explain keys contain the header, but not a key.
_KEY = r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(?=.{0,100}?[A-Za-z0-9+/]{60})"
_PRIVATE_KEY = Pattern(_KEY, re.DOTALL)
_COMMENTED = Pattern(rf"#[^\n#]*?{_KEY}", re.DOTALL)
# Not behind a hyphen, or the rest of a long word would be read again from each `-eyJ` in it.
_SIGNED = r"(?<![\w-])eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"
_TOKEN = Pattern(_SIGNED, re.ASCII)
_COMMENTED_TOKEN = Pattern(rf"#[^\n#]*?{_SIGNED}", re.ASCII)


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find private keys anywhere, and tokens that are not marked as examples."""
    for hit in strings.search(_PRIVATE_KEY, pieces=("PRIVATE KEY",)):
        severity = Severity.WARNING if hit.is_sample else None
        yield Finding(hit.place, f"{hit.quoted} begins a private key", severity=severity)
    for place, _ in strings.search_source(_COMMENTED, "PRIVATE KEY"):
        yield Finding(place, "a comment contains a private key")
    for place, _ in strings.search_source(_COMMENTED_TOKEN, "eyJ"):
        yield Finding(place, "a comment contains a signed token")
    for hit in strings.search(_TOKEN, pieces=("eyJ",)):
        if not hit.is_sample:
            yield Finding(
                hit.place, f"{hit.where} contains the signed token {quoted(hit.found, 12)}"
            )
