"""The command that starts a program contains its arguments.

The command of an MCP server is only a program, and so is `command` in UTCP before 1.0. No program
is called `npx -y weather-mcp@2.1.0`, so nobody can start it: each argument is an entry of `args`.

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
from registry.rules._programs import programs, words_of
from registry.rules._quoting import quoted
from registry.source import Origin
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.diagnostics import Place
    from registry.model import Tool

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "write each argument as an entry of `args`"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find commands with more than one word where only a program is expected."""
    for program in programs(tool):
        # A shell reads scripts in its own way, and may find no end of a quote in one.
        words = () if program.is_script else words_of(program.line)
        written = words[: len(words) - len(program.args)]
        if len(written) > 1:
            yield _finding(program.place, shlex.join(written), words)
    origin = Origin(tool.origin.document, (*tool.call.pointer, "command"))
    template = mapping(tool.origin.document.get(tool.call.pointer))
    if tool.transport == "cli" and isinstance(line := template.get("command"), str):
        words = (*words_of(line), *map(str, array(template.get("args"))))
        if any(each.isspace() for each in line.strip()):
            yield _finding(origin.place, line, words)


def _finding(place: Place, written: str, words: Sequence[str]) -> Finding:
    return Finding(
        place,
        f"no program is called {quoted(written)}: its arguments are `args`",
        f"write `command: {words[0]}` and `args: {json.dumps(words[1:], ensure_ascii=False)}`",
    )
