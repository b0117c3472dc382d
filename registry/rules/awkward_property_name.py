"""The name of an input is awkward for programs.

Names become variables, function parameters and database keys. Non-ASCII letters, spaces and
sentences do not survive that, and `__proto__` is dangerous in JavaScript.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        "name of the place": {type: string}  # expect: awkward-property-name
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
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place: {type: string}
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
from registry.rules._quoting import quoted
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
SEVERITY = Severity.WARNING
HINT = "use a short name of ASCII letters, digits, `_`, `-` and `.`"

_PLAIN = re.compile(r"[A-Za-z_$@][\w.$@:\[\]-]{0,63}", re.ASCII)
_OF_OBJECTS = "choose another name: in many languages, every object has something of this name"
_TRAPS = frozenset({"__proto__", "constructor", "prototype", "__class__", "__init__"})


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find inputs with long, non-ASCII or sentence-like names."""
    for piece in pieces_of(tool):
        for name in mapping(piece.schema.get("properties")) if piece.is_input else ():
            if not _PLAIN.fullmatch(name) or name in _TRAPS:
                yield Finding(
                    piece.key_place("properties", name),
                    f"some clients and models cannot handle the input name {quoted(name)}",
                    _OF_OBJECTS if name in _TRAPS else "",
                )
