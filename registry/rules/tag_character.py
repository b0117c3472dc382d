r"""Text contains invisible Unicode tag characters.

Language models read these characters as letters, while people see nothing. They have no honest use
in a manual but for the flags of England, Scotland and Wales, each a black flag and seven of them;
whole instructions have been hidden in them.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current weather.\U000E0048\U000E0069"  # expect: tag-character
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

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
HINT = "retype the text: editors do not show these characters"

CHARACTERS = frozenset(map(chr, range(0xE0000, 0xE0080)))

_FLAG = re.compile(
    "\U0001f3f4\U000e0067\U000e0062"
    "(?:\U000e0065\U000e006e\U000e0067|\U000e0073\U000e0063\U000e0074|\U000e0077\U000e006c\U000e0073)"
    "\U000e007f"
)
"""The emoji whose names, gbeng, gbsct and gbwls, are in these characters (Unicode Technical
Standard 51, RGI_Emoji)."""


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find the characters U+E0000 to U+E007F."""
    for hit in strings.having(CHARACTERS):
        if not CHARACTERS.isdisjoint(_FLAG.sub("", hit.text)):
            yield Finding(hit.place, f"{hit.where} contains invisible tag characters")
