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
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._programs import servers, words_of
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "write each argument as an entry of `args`"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find commands of servers with more than one word."""
    for name, server in servers(tool).items():
        command, args = server.get("command"), server.get("args")
        words = words_of(command) if isinstance(command, str) else []
        if len(words) > 1:
            rest = [*words[1:], *(args if isinstance(args, list) else ())]
            yield Finding(
                tool.at("call", "options", "config", "mcpServers", name, "command").place,
                f"no program is called {quoted(str(command))}: hosts pass on only `args`",
                f"write `command: {words[0]}` and `args: {json.dumps(rest, ensure_ascii=False)}`",
            )
