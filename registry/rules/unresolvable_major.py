"""A request for a major version finds nothing.

OTC and OXP clients that request version `2` get exactly 2.0.0. If the first release is 2.1.0, they
get an error.

Bad:

```yaml title="manuals/example/sample/2.1.0.yaml"
$schema: otc://1.0  # expect: unresolvable-major
tools:
  - id: Geo.Find@2.1.0
    name: Find
    description: Find a town by its name.
    version: "2.1.0"
    input_schema: {parameters: {type: object, properties: {name: {type: string}}}}
    output_schema: {type: object}
x-registry:
  base_url: https://api.example.com
  auth: {kind: none}
```

Good:

```yaml title="manuals/example/sample/2.0.0.yaml"
$schema: otc://1.0
tools:
  - id: Geo.Find@2.0.0
    name: Find
    description: Find a town by its name.
    version: "2.0.0"
    input_schema: {parameters: {type: object, properties: {name: {type: string}}}}
    output_schema: {type: object}
x-registry:
  base_url: https://api.example.com
  auth: {kind: none}
```

```yaml title="manuals/example/sample/2.1.0.yaml"
$schema: otc://1.0
tools:
  - id: Geo.Find@2.1.0
    name: Find
    description: Find a town by its name.
    version: "2.1.0"
    input_schema: {parameters: {type: object, properties: {name: {type: string}}}}
    output_schema: {type: object}
x-registry:
  base_url: https://api.example.com
  auth: {kind: none}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Place, Severity
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Manual

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "start a major version with x.0.0"


def check_manual(manual: Manual) -> Iterator[Finding]:
    """Find an OTC or OXP manual with a release x.y.z, but none x.0.0."""
    versions = {release.version for release in manual.releases}
    majors: set[str] = set()
    for release in manual.releases:
        major = release.version.partition(".")[0]
        if release.protocol != "otc" or major in majors or release.version in manual.yanked:
            continue
        majors.add(major)
        if f"{major}.0.0" not in versions:
            yield Finding(
                Place(release.document.path),
                f"clients that request version {major!r} of {manual.id} get nothing",
                f"publish {major}.0.0",
            )
