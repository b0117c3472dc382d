"""A tool downloads a program in whatever version there is.

Runners such as `npx`, `uvx` or `docker run` fetch the newest version at each call. Whoever takes
over the package then runs code on the machine of every caller, without any change here that could
be reviewed.

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
        - command: npx -y weather-cli --now  # expect: unpinned-download
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
        - command: npx -y weather-cli@2.1.0 --now
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
HINT = "name the version: `package@1.2.3`, `package==1.2.3` or `image:1.2.3`"

_OPTIONS = r"(?:\s+-{1,2}[\w-]+(?:=\S+)?)*"
_RUNNERS = (
    # The package that is fetched, and what a version of it looks like.
    (
        re.compile(rf"\b(?:npx|bunx|pnpx|pnpm\s+dlx|yarn\s+dlx){_OPTIONS}\s+(\S+)"),
        re.compile(r".@v?[0-9]"),
    ),
    (
        re.compile(rf"\b(?:uvx|pipx\s+run|uv\s+tool\s+run){_OPTIONS}\s+(\S+)"),
        re.compile(r"[@=]=?v?[0-9]"),
    ),
    (re.compile(rf"\bpip3?\s+install{_OPTIONS}\s+(\S+)"), re.compile(r"==[0-9]|^[./]")),
    (re.compile(rf"\bgo\s+run{_OPTIONS}\s+([\w.-]+\.\w+/\S+)"), re.compile(r"@v[0-9]")),
    (
        re.compile(r"\b(?:docker|podman)\s+run\b.*?\s([\w./-]+/[\w.-]+\S*)"),
        re.compile(r":v?[0-9]|@sha256:"),
    ),
)


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find packages and images that runners fetch without a version."""
    for program in programs(tool):
        for runner, version in _RUNNERS:
            fetched = runner.search(program.line)
            if fetched and not version.search(fetched.group(1)):
                yield Finding(
                    program.place, f"{fetched.group(1)!r} is fetched in whatever version there is"
                )
