"""Text contains what looks like a secret.

Random characters next to the word "token" or "password" are rarely made up. A published secret is
used within minutes, and stays in the history when the line is removed.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: For tests the token is 9fQ2xLw7Tz0KpYv3RmB8. # expect: high-entropy-value
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
    description: A token for tests is sent to everybody who asks for one.
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
from registry.rules._pattern import Pattern
from registry.rules._quoting import quoted
from registry.web.secret_patterns.random_strings import is_random

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.WARNING
FINDS_SECRETS = True
HINT = (
    "if it is a secret, revoke it where it was issued, and write ${API_KEY} in its place; if not, "
    "describe the value instead of showing it"
)

_KEYWORDS = frozenset(
    {"secret", "token", "password", "passwd", "credential", "bearer", "key", "apikey", "accesskey"}
)
_KEYWORD = r"(?i:secret|token|passw(?:or)?d|(?:api|access)[ _-]?key|credential|bearer)\b"
_SECRET = rf"{_KEYWORD}[^\x00\n]{{0,30}}?(?<![\w+/-])([A-Za-z0-9+/_-]{{20,200}})(?![\w+/-])"
_SAID = Pattern(_SECRET)
_COMMENT = Pattern(rf"#[^\n#]{{0,200}}?{_SECRET}")

_NO_SECRET = 8
"""Characters of a value that a report shows: too few to use it."""


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find random characters shortly after a word for secrets, in strings and in comments."""
    values: set[str] = set()
    for hit in strings.search(_SAID, _KEYWORDS):
        value = _SAID.compiled.sub(r"\1", hit.found)
        values.add(value)
        if is_random(value) and not hit.is_sample:
            yield Finding(
                hit.place, f"{hit.where} contains {quoted(value, _NO_SECRET)}, possibly a secret"
            )
    for place, comment in strings.search_source(_COMMENT, "#"):
        value = _COMMENT.compiled.sub(r"\1", comment)
        if value not in values and is_random(value):
            shown = quoted(value, _NO_SECRET)
            yield Finding(place, f"a comment contains {shown}, which looks like a secret")
