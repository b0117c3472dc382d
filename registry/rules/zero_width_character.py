r"""A text holds characters of no width.

They come along when text is copied from a web page. Words with them are not found by a search, and
are not recognised by whoever filters for them.

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

    from registry.rules._texts import Texts

SEVERITY = Severity.WARNING
HINT = "retype the word, or paste it as plain text"

CHARACTERS = frozenset("\u200b\u180e\ufeff\u2060\u2061\u2062\u2063\u2064")


def check_texts(texts: Texts) -> Iterator[Finding]:
    """Find zero-width spaces, word joiners and invisible operators."""
    for hit in texts.having(CHARACTERS):
        yield Finding(
            hit.place, f"{hit.where} holds the invisible character U+{ord(hit.found):04X}"
        )
