"""The URL of a call contains what looks like the secret of one user.

Some services give each user a URL of their own, with a secret between two slashes: hooks, hosted
MCP servers, older APIs. Anyone who reads it in the manual can use it, and no client can fill in
another one. A random id also names one thing of one user: it belongs in an input.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: run_plan
    description: Run the plan of a project with all its steps.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/s/9e107d9d372bb6826bd81d3542a419d6/plan  # expect: secret-in-path
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: run_plan
    description: Run the plan of a project with all its steps.
    inputs:
      type: object
      properties:
        project: {type: string, description: Id of a project.}
      required: [project]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/s/{project}/plan
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._addresses import addresses
from registry.rules._quoting import quoted
from registry.web.secret_patterns.random_strings import is_random

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.diagnostics import Place
    from registry.model import Release

SEVERITY = Severity.WARNING
FINDS_SECRETS = True
HINT = (
    "if it is a secret, revoke it where it was issued, and write a URL that needs none; if it is "
    "an id, make it an input, such as `{id}`"
)

_STEP = re.compile(r"(?=[\w-]*\d)[\w-]{24,200}", re.ASCII)
"""A part of a path that may be random: shorter ones are rather versions and names."""

_BETWEEN = re.compile("[/:@]")
"""What is between steps, and within one between a name and a token, as in `bot123:token`."""

_SHOWN = 8
"""Characters of the secret that a report shows: too few to use it."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find URLs of calls with random characters in their path."""
    places: set[Place] = set()
    for address in addresses(release):
        steps = _BETWEEN.split(address.url.path)
        step = next((each for each in steps if _STEP.fullmatch(each) and is_random(each)), "")
        if step and address.place not in places:
            places.add(address.place)
            yield Finding(
                address.place,
                f"the path of the URL contains {quoted(step, _SHOWN)}, possibly a secret",
            )
