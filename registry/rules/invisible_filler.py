r"""Text contains invisible or meaningless characters.

Rows of variation selectors or zero-width characters can carry whole messages that models decode
and people do not see.
Fillers, private-use characters and noncharacters are invisible, or look different in each program.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current weather.\U000E0154\U000E0155"  # expect: invisible-filler
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
    description: "Current weather ☀\uFE0F at the station."
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
HINT = "remove the characters, or write what they are meant to say"

_RANGES = (
    (0xE0080, 0xE0FFF),  # variation selectors 17 to 256, and what no program shows around them
    (0xE000, 0xF8FF),  # private use, here and in planes 15 and 16
    (0xF0000, 0x10FFFF),
    (0xFDD0, 0xFDEF),  # noncharacters
    (0xFFF0, 0xFFFB),  # interlinear annotation, and what no program shows before it
    (0x2065, 0x2065),
    (0x206A, 0x206F),  # deprecated format characters
    (0x1BCA0, 0x1BCA3),  # shorthand and musical format characters
    (0x1D173, 0x1D17A),
)
_FILLERS = "\u2800\u3164\u115f\u1160\uffa0\u17b4\u17b5"
_NONCHARACTERS = "".join(
    chr(plane << 16 | last) for plane in range(17) for last in (0xFFFE, 0xFFFF)
)
_ONE = re.compile(
    "["
    + "".join(f"{chr(first)}-{chr(last)}" for first, last in _RANGES)
    + _FILLERS
    + _NONCHARACTERS
    + "]"
)
_SELECTORS = frozenset(map(chr, (*range(0xFE00, 0xFE10), 0x180B, 0x180C, 0x180D, 0x180F)))
_ZERO_WIDTH = frozenset(
    "\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\u2061\u2062\u2063\u2064\ufeff"
)
_ROWS = (
    ("variation selectors", _SELECTORS, Pattern("[\ufe00-\ufe0f\u180b-\u180d\u180f]{3,}")),
    (
        "zero-width characters",  # a byte is eight of them, and a word copied from a page has two
        _ZERO_WIDTH,
        Pattern("[\u00ad\u034f\u061c\u180e\u200b-\u200f\u2060-\u2064\ufeff]{8,}"),
    ),
)


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find fillers, private use, noncharacters, and rows of what is invisible."""
    odd = frozenset(filter(_ONE.match, strings.characters))
    for hit in strings.having(odd):
        yield Finding(
            hit.place, f"{hit.where} contains the meaningless character U+{ord(hit.found):04X}"
        )
    for name, characters, row in _ROWS:
        for hit in strings.search(row, characters=characters):
            yield Finding(hit.place, f"{hit.where} contains a row of {name}")
