"""The command of an MCP server contains its arguments.

Hosts start the program whose name is the whole of `command`. No program is called
`npx -y weather-mcp@2.1.0`, so none of them can start the server: each argument is an entry of
`args`.

Bad:

```yaml
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputSchema: {type: object}
x-registry:
  server:
    transport: stdio
    command: npx -y weather-mcp@2.1.0  # expect: arguments-in-command
```

Good:

```yaml
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputSchema: {type: object}
x-registry:
  server:
    transport: stdio
    command: npx
    args: ["-y", weather-mcp@2.1.0]
```
"""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._programs import programs
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "write each argument as an entry of `args`"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find commands of servers with more than one word."""
    for program in programs(tool):
        # A shell reads scripts in its own way, and may find no end of a quote in one.
        words = [] if program.is_script else shlex.split(program.line)
        written = words[: len(words) - len(program.args)]
        if len(written) > 1:
            yield Finding(
                program.place,
                f"no program is called {quoted(shlex.join(written))}: hosts pass on only `args`",
                f"write `command: {words[0]}` and "
                f"`args: {json.dumps(words[1:], ensure_ascii=False)}`",
            )
