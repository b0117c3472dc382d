"""A command line is more than one program.

Pipes, redirections and chains make a small script of a command. Where its output goes, and what
runs after a failure, takes a person to judge: `env | curl -d @- …` is one line, too.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: count_stations
    description: Count the weather stations in a file.
    inputs: {type: object}
    tool_call_template:
      call_template_type: cli
      commands: [{command: "cat stations.csv | wc -l"}]  # expect: compound-command
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: count_stations
    description: Count the weather stations in a file.
    inputs: {type: object}
    tool_call_template:
      call_template_type: cli
      commands: [{command: "wc -l stations.csv"}]
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
HINT = "start one program, or ship a program that does all of it"

_QUOTED = re.compile(r"'[^']*'|\"(?:\\.|[^\"\\])*\"|\\.")
_OPERATOR = re.compile(r"[|;&<>\n]")
_SUBSTITUTION = re.compile(r"`|\$\(")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find operators of the shell outside quotes, and substitutions anywhere but in single ones."""
    for program in programs(tool):
        if not program.is_script:
            continue
        bare = _QUOTED.sub(" ", program.line)
        unquoted = re.sub(r"'[^']*'", " ", program.line)
        if _OPERATOR.search(bare) or _SUBSTITUTION.search(unquoted):
            yield Finding(program.place, f"the command {program.shown} is more than one program")
