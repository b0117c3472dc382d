"""Text contains markers of a template language.

A program that renders the text as a template would execute what is between them. Usually they are
left over from a template that was not filled in.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: template-marker
      Current weather at {{ place }}.
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
      Current weather at a place.
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

SEVERITY = Severity.NOTE
HINT = "replace the marker with the final text, unless the API itself fills it in"

_IN_A_CALL = (
    "write `${API_KEY}` for a key of the caller, and `{name}` in the `url` for the input `name`"
)
_CALLS = frozenset({"tool_call_template", "tool_transport", "tool_provider", "server"})

PATTERN = Pattern(r"\{\{[^{}\x00]{0,100}\}\}|\{%[^%\x00]{0,100}%\}")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find double braces and braces with percent signs."""
    for hit in strings.search(PATTERN, pieces=("{{", "{%")):
        yield Finding(
            hit.place,
            f"{hit.where} contains the template marker {hit.quoted}",
            HINT if _CALLS.isdisjoint(hit.pointer) else _IN_A_CALL,
        )
