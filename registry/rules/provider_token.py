"""A file contains a real token of a well-known service.

The tokens of such services have a recognisable format, so they are found anywhere in a file, also
in comments. Once pushed, a token is public: removing the line is not enough, it must be revoked.

Bad:

```yaml
# The key for tests is AKIAABCDEFGHIJKLMNOP.  # expect: provider-token
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
# For tests, make a key of your own.
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
from registry.rules._pattern import Pattern
from registry.rules._quoting import quoted
from registry.web.secret_patterns.tokens import TOKEN_FORMS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Place
    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
FINDS_SECRETS = True
HINT = (
    "revoke the token where it was issued, then remove it from the file, or write a variable such "
    "as ${API_KEY} in its place"
)

_SAMPLE = "EXAMPLE"
"""Part of the keys that AWS prints in its own documentation."""


def _whole_token(start: str, body: str) -> Pattern:
    """Return the pattern of a token by itself.

    What may not precede it is looked at behind the prefix, as a search for a literal is fast.
    """
    begun = re.escape(start)
    return Pattern(rf"{begun}(?<![A-Za-z0-9_]{begun}){body}(?![A-Za-z0-9_-])")


_WHOLE = {start: _whole_token(start, rest) for start, rest in TOKEN_FORMS.items()}


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find tokens in the file as written, and in its strings without escapes."""
    source = strings.document.text
    for start, pattern in _WHOLE.items():
        # Searching for the prefix first is many times faster than searching for the format.
        for place, token in strings.search_source(pattern, start):
            if _SAMPLE not in token:
                yield _finding(place, token)
        for hit in strings.search(pattern, pieces=(start,)) if "\\" in source else ():
            if hit.found not in source and _SAMPLE not in hit.found:
                yield _finding(hit.place, hit.found)


def _finding(place: Place, token: str) -> Finding:
    return Finding(place, f"{quoted(token, 8)} has the format of a real token")
