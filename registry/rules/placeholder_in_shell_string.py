"""An argument is inserted between the quotes of a shell command.

Between quotes or backticks, the value of an argument can close them and continue with a command of
its own. Clients replace the placeholder in the text of the command, before the shell reads it.

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
        - command: weather --place "UTCP_ARG_city_UTCP_END"  # expect: placeholder-in-shell-string
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
        - command: weather --place=UTCP_ARG_city_UTCP_END
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

SEVERITY = Severity.ERROR
HINT = "write the placeholder without quotes around it; the client quotes the value"

_QUOTED = re.compile(r'"[^"]*"|`[^`]*`|\$\([^)]*\)?|' + r"'[^']*'")
_ARGUMENT = re.compile(r"UTCP_ARG_\w+?_UTCP_END")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find placeholders between quotes, backticks and `$(…)`."""
    for program in programs(tool):
        quoted = _QUOTED.findall(program.line) if program.is_script else ()
        if any(_ARGUMENT.search(piece) for piece in quoted):
            yield Finding(program.place, f"an argument is between quotes in {program.shown}")
