r"""A word mixes letters of two scripts that look alike.

A Cyrillic letter in a Latin word looks right but makes a different word: it imitates a name, or
evades a filter. Mathematical and full-width letters do the same.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current we\u0430ther."  # expect: mixed-script-word
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
    description: Текущая погода, current weather, μg/m³.
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
HINT = "retype the word in one script"

_LATIN = "A-Za-z\u00c0-\u024f"
# Greek letters for units and quantities are left out: μg, Δt, Ωm.
_GREEK = "\u0370-\u0393\u0395-\u03a8\u03aa-\u03bb\u03bd-\u03bf\u03c1-\u03ff"
_OTHER = _GREEK + "\u0400-\u052f\u0531-\u058f\u13a0-\u13ff"
_IMITATED = "\U0001d400-\U0001d7ff\uff21-\uff3a\uff41-\uff5a"
_SUSPECT = re.compile(f"[{_OTHER}{_IMITATED}]")
_MIXED = Pattern(f"[{_LATIN}][{_OTHER}]|[{_OTHER}][{_LATIN}]|[{_IMITATED}]")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find Latin letters next to letters of other scripts that look like them."""
    suspects = frozenset(filter(_SUSPECT.match, strings.characters))
    for hit in strings.search(_MIXED) if suspects else ():
        yield Finding(hit.place, f"{hit.where} mixes two scripts in one word: {hit.found!a}")
