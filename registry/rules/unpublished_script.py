"""A command starts a script that only its author has.

`python server.py` works in the folder of the person who wrote the manual. Everybody else needs the
file first, and no client gets it. The same is true of a path such as `/path/to/server`, which
stands for another one on each machine: clients pass it on as it is.

Bad:

```yaml
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputSchema: {type: object}
x-registry:
  server:
    transport: stdio
    command: python
    args: [server.py]  # expect: unpublished-script
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
    command: uvx
    args: [acme-weather==1.2.0]
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._programs import programs, words_of
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Tool

SEVERITY = Severity.WARNING
HINT = (
    "name a published package with its version, as in `npx -y acme-weather@1.2.0` or "
    "`uvx acme-weather==1.2.0`, or the address of a server that runs"
)

_INTERPRETERS = frozenset(
    {"bash", "bun", "deno", "dotnet", "fastmcp", "java", "mcp", "node", "perl", "php", "py"}
    | {"python", "python3", "ruby", "sh", "ts-node", "tsx", "uv", "zsh"}
)
"""Programs that start the file that is one of their arguments."""

_SCRIPT = re.compile(r"(?:[A-Za-z]:)?[^\s:=]+\.(?:py|[cm]?js|[cm]?ts|jar|dll|rb|php|pl|sh)")
"""A relative or absolute path, but no URL; and no value of an option."""

_OF_A_PERSON = re.compile(r"(?:[A-Za-z]:)?[\\/](?:home|Users)[\\/]")
"""Another rule, home-folder-path, says so."""

_STANDS_FOR_A_PATH = re.compile(r"\bpath[\\/]to[\\/]", re.IGNORECASE)


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find scripts behind the name of an interpreter, and paths that stand for others."""
    for program in programs(tool):
        for words in map(words_of, program.parts):
            if (name := _script(words)) and not _OF_A_PERSON.match(name):
                yield Finding(program.place_of(name), f"only its author has {quoted(name)}")
            elif path := next(filter(_STANDS_FOR_A_PATH.search, words), ""):
                message = f"{quoted(path)} stands for a path that differs on each machine"
                yield Finding(program.place_of(path), message)


def _script(words: Sequence[str]) -> str:
    """Return the script that *words* start, themselves or by an interpreter, or ""."""
    first = words[0] if words else ""
    if first.startswith(("./", "../")):
        return first
    program = re.split(r"[\\/]", first)[-1].removesuffix(".exe")
    if program not in _INTERPRETERS or "-m" in words:
        return ""
    return next(filter(_SCRIPT.fullmatch, words[1:]), "")
