"""A schema has a format that is spelt like one of JSON Schema, but not quite.

Formats are compared letter by letter, and readers ignore unknown ones. `datetime` instead of
`date-time` therefore has no effect: nobody checks the value, and clients that choose a type or an
input field by the format do not recognise it. A `pattern` is a regular expression: `YYYY-MM-DD`
only matches these letters, and clients that check arguments refuse every date.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        at: {type: string, format: datetime}  # expect: misspelt-format
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
    description: Weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        at: {type: string, format: date-time}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._schema_pieces import pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write the format as JSON Schema does"

_FORMATS = (
    *("date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname"),
    *("ipv4", "ipv6", "uri", "uri-reference", "iri", "iri-reference", "uuid", "uri-template"),
    *("json-pointer", "relative-json-pointer", "regex"),
)
"""Those of JSON Schema 2020-12 (Validation, 7.3)."""


def _without_spelling(name: str) -> str:
    return re.sub(r"[-_ ]", "", name).casefold()


_BY_FOLD = {
    **{_without_spelling(each): each for each in _FORMATS},
    **dict.fromkeys(("uuid1", "uuid4", "uuid7", "uuidv1", "uuidv4", "uuidv7"), "uuid"),
    "url": "uri",
    "yyyymmdd": "date",
    "rfc3339": "date-time",
}
"""By its letters and digits, the format that is meant, also by a pattern or a standard."""

_MASK = re.compile(r"\^?((?=.*(?:YY|yy))(?=.*(?:MM|mm))[YyMmDdHhSsTZ./: -]{4,30})\$?")
"""Letters that stand for the digits of a date."""
_DIGITS = re.compile(r"(?:Y+|y+|M+|m+|D+|d+|H+|h+|S+|s+)")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find formats that differ from a known one in capitals and hyphens, versions, and `url`.

    Also find patterns that are none, but show how a date is written.
    """
    for piece in pieces_of(tool):
        pattern = piece.schema.get("pattern")
        mask = _MASK.fullmatch(pattern) if isinstance(pattern, str) else None
        if mask:
            yield Finding(
                piece.place("pattern"),
                f"{piece.name} has the pattern {pattern!r}, which only matches these letters",
                "write `format: date` in its place"
                if mask[1].upper() == "YYYY-MM-DD"
                else f"write `pattern: {json.dumps(_digits(mask[1]))}`",
            )
        stated = piece.schema.get("format")
        meant = _BY_FOLD.get(_without_spelling(stated)) if isinstance(stated, str) else None
        if meant and stated != meant:
            yield Finding(
                piece.place("format"),
                f"{piece.name} has the format {stated!r}, which JSON Schema does not define",
                f"write `{meant}`",
            )


def _digits(mask: str) -> str:
    """Return the expression that matches what *mask* shows: `^[0-9]{4}/[0-9]{2}$` for `YYYY/MM`."""
    escaped = mask.replace(".", "[.]")
    return f"^{_DIGITS.sub(lambda found: f'[0-9]{{{len(found[0])}}}', escaped)}$"
