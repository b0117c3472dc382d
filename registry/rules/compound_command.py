"""A command line runs more than one program.

Pipes, redirections and chains turn a command into a small script. A person must judge where its
output goes and what runs after a failure: `env | curl -d @- …` is also just one line.

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
from registry.rules._programs import OPERATOR, QUOTED, programs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
HINT = "run one program, or publish a program that does all of it"

_REDIRECTION = re.compile(r"[<>]")
_SUBSTITUTION = re.compile(r"`|\$\(")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find operators of shells outside quotes, and substitutions outside single quotes."""
    for program in programs(tool):
        if not program.is_script:
            continue
        bare = QUOTED.sub(" ", program.line)
        unquoted = re.sub(r"'[^']*'", " ", program.line)
        if OPERATOR.search(bare) or _SUBSTITUTION.search(unquoted):
            yield Finding(program.place, f"the command {program.shown} runs more than one program")
        elif _REDIRECTION.search(bare):
            yield Finding(
                program.place,
                f"the command {program.shown} redirects its input or output",
                "let the program read and write by its own options, or publish one that does",
            )
