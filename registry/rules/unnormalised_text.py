r"""Text is not in Unicode normal form C.

The same word then exists in two spellings that look the same but are not equal, so a search finds
only one of them.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current weather at the cafe\u0301."  # expect: unnormalised-text
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
    description: Current weather at the café.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.WARNING
HINT = "retype the accented letters, or save the file in normal form C (NFC)"


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find strings that normalisation would change."""
    if unicodedata.is_normalized("NFC", strings.whole):
        return
    odd = frozenset(each for each in strings.characters if not each.isascii())
    for hit in strings.having(odd):
        if not unicodedata.is_normalized("NFC", hit.text):
            yield Finding(hit.place, f"{hit.where} is not in normal form C")
