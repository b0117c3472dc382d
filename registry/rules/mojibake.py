"""Text was decoded with the wrong encoding.

Characters such as `Ã©` for `é`, or the replacement character, show that the text was damaged.
Agents and people misread it.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the cafÃ©.  # expect: mojibake
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

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.NOTE
GROUP = Group.QUALITY
HINT = "copy the text again from its source, as UTF-8"

_SIGNS = frozenset("\ufffd\u00c2\u00c3\u00e2\u00e3")
_DAMAGE = Pattern("\ufffd|[\u00c2\u00c3][\u0080-\u00bf]|\u00e2\u20ac|\u00e3\u20ac")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find the replacement character and UTF-8 that was read as Latin-1 or Windows-1252."""
    for hit in strings.search(_DAMAGE, characters=_SIGNS):
        yield Finding(hit.place, f"{hit.where} contains {hit.found!r}, a sign of a wrong encoding")
