"""A tool downloads a program without a fixed version.

Runners such as `npx`, `uvx` or `docker run` download the newest version at each call. Anyone who
takes over the package then runs code on the machine of every caller, without any change here that
could be reviewed. A tag such as `latest` and a range such as `^1.2.0` are no versions.

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

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._downloads import downloads
from registry.rules._programs import commands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.ERROR
HINT = (
    "name the exact version: `package@1.2.3` (npm), `package==1.2.3` (Python), `image:1.2.3`, or "
    "behind the address of a repository `@` and a version or commit"
)

_SEVERAL = (
    "write each of its words as an argument of its own, and behind the name of the package its "
    "exact version"
)


def check_release(release: Release) -> Iterator[Finding]:
    """Find packages and images that runners download without a version."""
    for program in commands(release):
        for download in downloads(program.line):
            if not download.is_pinned:
                yield Finding(
                    program.place_of(download.name),
                    f"{download.name!r} is downloaded without a fixed version",
                    _SEVERAL if " " in download.name else "",
                )
