"""Text demands that a tool is called before, after or instead of others.

The agent decides the order of calls, based on what its user wants. If one call needs the result of
another, say which result, and the order follows from that.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: forced-order
      Current weather. This tool must be called first.
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
    description: >-
      Current weather of a station; find its number with `find_stations`.
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

SEVERITY = Severity.WARNING
HINT = "say which input comes from which tool of this manual"

PATTERN = Pattern(
    r"\b(?:before|after)\s+(?:using|calling|invoking|running)\s+(?:any|this|other|all"
    r"|every)\s+(?:\w+\s+)?(?:tools?|functions?)\b"
    r"|\balways\s+(?:use|call|invoke|run)\s+this\s+(?:tool|function)\b"
    r"|\bthis\s+(?:tool|function)\s+must\s+(?:always\s+)?be\s+(?:called|used|run"
    r"|invoked)\s+(?:first|before|instead|prior)\b"
    r"|\bmust\s+(?:first|then|also|next|always)\s+(?:call|use|run|invoke)\s+(?:this"
    r"|the)\s+(?:\w+\s+)?(?:tool|function)\b",
    re.IGNORECASE,
)
NEEDS = frozenset({"tool", "tools", "function", "functions"})
AND = frozenset({"before", "after", "always", "must"})


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find demands about when this or other tools are called."""
    for hit in strings.search(PATTERN, NEEDS, AND):
        yield Finding(hit.place, f"{hit.where} demands an order of calls: {hit.quoted}")
