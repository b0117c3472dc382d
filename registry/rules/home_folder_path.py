"""A command names a file in the home folder of a person.

`/home/me/server.py` is on the machine of the person who wrote the manual. On every other one the
command fails, or starts a program that happens to be there.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: mcp
      config:
        mcpServers:
          weather:
            command: python
            args: [/home/me/server.py]  # expect: home-folder-path
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
      call_template_type: mcp
      config:
        mcpServers:
          weather:
            command: uvx
            args: [acme-weather==1.2.0]
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._programs import commands, words_of
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
HINT = (
    "name a published package with its version, as in `uvx acme-weather==1.2.0`, or a program on "
    "the PATH; for data, write a path below the folder where it is started, such as `.`"
)

_PATH = re.compile(
    r"(?<![\w./~-])(?:/home/[\w.-]+|/Users/[\w.-]+|[A-Za-z]:[\\/]Users[\\/][\w.-]+)[\\/][^\s'\":]*"
)

_IN_CONTAINERS = frozenset({"docker", "podman", "nerdctl"})
"""Programs behind whose names a path may be one inside an image, where it is the same for all."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find paths below the folders in which systems keep those of people."""
    for program in commands(release):
        if _IN_CONTAINERS.intersection(words_of(program.line)):
            continue
        for path in dict.fromkeys(_PATH.findall(program.line)):
            yield Finding(
                program.place_of(path),
                f"{quoted(path)} is a file on the machine of one person",
            )
