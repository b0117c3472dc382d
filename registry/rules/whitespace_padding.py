r"""Text hides its end behind white space.

People see only the beginning of the text in a list or in a review; a model reads all of it. In
this way, an instruction is hidden from people.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Weather.\n\n\n\n\n\n\n\n\n\n\n\nHourly."  # expect: whitespace-padding
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
    description: Weather. Hourly.
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
HINT = "remove the white space; one empty line separates two paragraphs"

_PIECES = (" " * 8, "\t", "\xa0", "\n\n\n", " \n", "\r\n")
"""All padding contains one of these, and searching for them is fast."""

_PADDING = Pattern(r"[ \t\xa0]{80,}|(?:\r?\n[ \t]*){12,}")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find eighty spaces or twelve line breaks in a row inside a string."""
    for hit in strings.search(_PADDING, pieces=_PIECES):
        number = len(hit.found)
        yield Finding(hit.place, f"{hit.where} contains {number} white-space characters in a row")
