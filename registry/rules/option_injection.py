"""An argument can act as an option, or as the command itself.

A program takes a value such as `-rf` or `--output=/etc/passwd` for an option wherever an option is
allowed. After `--` or `--name=` it cannot be one.

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
        city: {type: string, description: Name of a town.}
      required: [city]
    tool_call_template:
      call_template_type: cli
      commands:
        - command: weather UTCP_ARG_city_UTCP_END  # expect: option-injection
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
        city: {type: string, description: Name of a town.}
      required: [city]
    tool_call_template:
      call_template_type: cli
      commands:
        - command: weather -- UTCP_ARG_city_UTCP_END
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._programs import programs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GRAVEST = Severity.ERROR
HINT = "write `--` before the placeholder, or `--name=` directly before it"

_ARGUMENT = r"['\"]?UTCP_ARG_\w+?_UTCP_END['\"]?"
_COMMAND = re.compile(rf"^\s*{_ARGUMENT}(?:\s|$)")
# The word after an option such as `-C` is its value, whatever it looks like.
_ALONE = re.compile(rf"(?:^|\s)[^-\s]\S*\s+{_ARGUMENT}(?=\s|$)")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find placeholders that are a separate word, without `--` before them."""
    for program in programs(tool):
        if any(map(_COMMAND.search, program.parts)):
            yield Finding(
                program.place,
                f"an argument is the command itself in {program.shown}",
                "write out the name of the program",
                Severity.ERROR,
            )
        elif any(map(_can_be_an_option, program.parts)):
            yield Finding(program.place, f"an argument can act as an option in {program.shown}")


def _can_be_an_option(line: str) -> bool:
    alone = _ALONE.search(line)
    return alone is not None and " -- " not in line[: alone.end()]
