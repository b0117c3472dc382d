"""Text chains shell commands.

Sentences do not contain `&&` or `$(…)`; commands do, and an agent with a terminal may run them.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: shell-operator-in-prose
      Current weather. Use cd /tmp && ls to prepare.
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
      Current weather. Nothing needs to be prepared.
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

SEVERITY = Severity.WARNING
HINT = "describe it in words; examples of calls belong in `examples` of `x-registry`"

_CALLS = frozenset({"commands", "command", "args", "start"})
"""Keys whose values are commands."""
PATTERN = Pattern(
    r"\s&&\s+[a-z]{2,}|\|\|\s*(?:echo|true|exit|rm|curl|wget)\b|>>\s*[/~.]\w|\$\([a-z]{2,}"
    r"|;\s*(?:rm|curl|wget|bash|sh|nc|python3?|chmod)\s"
)


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find shell operators between words."""
    for hit in strings.search(PATTERN, pieces=("&&", "||", ">>", "$(", ";")):
        if _CALLS.isdisjoint(hit.pointer):
            yield Finding(hit.place, f"{hit.where} chains commands: {hit.quoted}")
