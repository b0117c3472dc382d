r"""Text contains zero-width characters.

They get in when text is copied from a web page. A search does not find words that contain them,
and filters do not recognise them.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current wea\u200Bther."  # expect: zero-width-character
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
    description: Current weather.
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.WARNING
HINT = "retype the word, or paste it as plain text"

CHARACTERS = frozenset("\u034f\u200b\u180e\ufeff\u2060\u2061\u2062\u2063\u2064")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find zero-width spaces, joiners of words and graphemes, and invisible operators."""
    for hit in strings.having(CHARACTERS):
        yield Finding(
            hit.place, f"{hit.where} contains the invisible character U+{ord(hit.found):04X}"
        )
