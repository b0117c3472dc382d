r"""Text stacks combining marks on a letter.

Four or more combining marks in a row do not occur in any language written with Latin, Greek or
Cyrillic letters. They make text overlap the lines around it, and filters cannot read it.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current weather\u0301\u0302\u0303\u0304."  # expect: stacked-marks
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
    description: "Current weather in Ha\u0300 Nội."
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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
HINT = "retype the word"

_MARK = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
)
_STACK = Pattern(f"{_MARK.pattern}{{4,}}")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find four or more combining marks in a row."""
    marks = frozenset(filter(_MARK.match, strings.characters))
    for hit in strings.search(_STACK) if marks else ():
        yield Finding(
            hit.place, f"{hit.where} stacks {len(hit.found)} combining marks on one letter"
        )
