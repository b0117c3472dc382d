"""The task of an example contradicts its arguments.

People and agents learn from it what to send, and learn it wrong. The rule compares dates, names
that contain digits, and numbers of results: "yesterday" with a date years ago, one identifier in
the task and another one of the same format in the arguments, "ten" and a limit of five.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place: {type: string, description: A town.}
        day: {type: string, description: A day as YYYY-MM-DD.}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: How warm was it in Oslo on 3 July 2026?
      tool: get_weather
      arguments: {place: Oslo, day: "2026-07-13"}  # expect: contradictory-example
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        place: {type: string, description: A town.}
        day: {type: string, description: A day as YYYY-MM-DD.}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  examples:
    - task: How warm was it in Oslo on 3 July 2026?
      tool: get_weather
      arguments: {place: Oslo, day: "2026-07-03"}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._example_claims import counts, days, identifiers, moments

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Example, Release, Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "change the task or the arguments, so that the call does what the task asks for"


def check_release(release: Release) -> Iterator[Finding]:
    """Find contradictions between the task of an example and its arguments, if beyond doubt."""
    for tool in release.read_tools:
        for example in tool.examples:
            for stated, sent in _contradictions(tool, example, release.released):
                yield Finding(
                    tool.at_example(example, "arguments").place,
                    f"the task says {stated!r}, but the arguments say {sent!r}",
                )


def _contradictions(tool: Tool, example: Example, released: str) -> Iterator[tuple[str, str]]:
    found = [*days(tool, example), *moments(tool, example, released)]
    yield from found or identifiers(example)
    yield from counts(example)
