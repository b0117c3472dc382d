r"""A word in Latin letters contains an invisible joiner.

Joiners have a meaning in Persian, in Indic scripts and between emoji. Between Latin letters they
only prevent a word from being recognised.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current wea\u200Dther."  # expect: joiner-in-latin
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
    description: "Weather for the whole family 👨\u200D👩\u200D👧."
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
HINT = "retype the word"

CHARACTERS = frozenset("\u200c\u200d")
_NEXT_TO_A_LETTER = Pattern("[A-Za-z][\u200c\u200d]|[\u200c\u200d][A-Za-z]")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find joiners and non-joiners that touch an ASCII letter."""
    for hit in strings.search(_NEXT_TO_A_LETTER, characters=CHARACTERS):
        yield Finding(hit.place, f"{hit.where} contains a joiner in a word of Latin letters")
