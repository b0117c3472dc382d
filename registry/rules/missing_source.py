"""A release does not name the documents that it is based on.

Without sources, readers cannot distinguish facts from guesses, and changes by the provider go
unnoticed. A source is a document of the provider: its OpenAPI document, a page, its code. With an
OpenAPI document, `registry source check` compares every fact, now and on a schedule.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:  # expect: missing-source
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object, properties: {place: {type: string, description: A town.}}}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
x-registry:
  sources:
    - kind: openapi
      repository: https://github.com/example/api
      path: openapi.yaml
      commit: 1a2b3c4d5e
      date: "2026-11-20"
  examples:
    - task: Is it raining at the airport of Oslo right now?
      tool: get_weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.protocols import X_REGISTRY
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "add one to `sources` of `x-registry`: its `kind`, the `date` on which you read it, and its "
    "`url` or, in a repository, `repository`, `path` and `commit`"
)


def check_release(release: Release) -> Iterator[Finding]:
    """Find releases without a source, and tools that none of the sources describes."""
    if not release.read_tools or release.self_hosted:
        # For a server that people run themselves, the software is the source.
        return
    if not release.sources:
        if not release.document.get((X_REGISTRY, "sources")):
            place = release.document.place((X_REGISTRY,))
            yield Finding(place, f"{release.manual_id} names no source")
        return
    for tool in release.read_tools:
        if not any(source.describes(tool.name) for source in release.sources):
            place = release.document.place((X_REGISTRY, "sources"))
            yield Finding(place, f"no source describes the tool {tool.name!r}")
