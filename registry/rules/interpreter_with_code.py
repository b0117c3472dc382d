"""A tool starts an interpreter with code on the command line.

Such a command can do anything and cannot be reviewed: with `sh -c`, `python -c` or `eval`, even
its arguments become programs.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: cli
      commands:
        - command: python3 -c "import weather; weather.main()"  # expect: interpreter-with-code
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: cli
      commands:
        - command: weather --now
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._pattern import Pattern
from registry.rules._programs import commands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release
    from registry.rules._programs import Program

SEVERITY = Severity.ERROR
HINT = "publish the program, and start it by its name"

_INTERPRETER = Pattern(
    r"""
    (?:^|[\s;&|(/'"])
    (?:(?:ba|z|da|k|c)?sh|cmd|powershell|pwsh|python[0-9.]*|node|deno|bun|perl|ruby|php|osascript)
    (?:\.exe)?['"]?
    (?:\s+-{1,2}[\w-]+)*?
    \s+(?:-[a-z]*[cer]|--eval|--print|-Command|-EncodedCommand|/c|eval)\b
  | (?:^|[\s;&|(])(?:eval|xargs|sudo|doas|su)\s
    """,
    re.VERBOSE | re.IGNORECASE,
)


_LAUNCHER = re.compile(r"cmd(?:\.exe)? /c (?P<program>[\w.-]+)", re.IGNORECASE)
"""What the documentation of many MCP servers says for Windows, whose hosts find `npx` by it."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find shells and interpreters that get code, and commands that raise privileges."""
    for program in commands(release):
        if _INTERPRETER.compiled.search(program.line):
            message = f"the command {program.shown} runs code from its arguments"
            yield Finding(program.place, message, _hint(program))


def _hint(program: Program) -> str:
    """Return what to do about *program*, "" for what the rule says."""
    launcher = _LAUNCHER.match(program.line)
    if program.is_script or not launcher:
        return ""
    name = launcher["program"]
    return f"write `command: {name}`, and begin `args` with what follows `{name}` in it"
