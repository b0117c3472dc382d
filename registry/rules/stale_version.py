"""A new version is not greater than the released ones.

Clients that request the latest release would go back to older content, or never see the new one.
Versions are compared within a major version: 1.4.1 may follow 1.4.0 after 2.0.0 was released, but
1.3.9 may not.

Bad:

```yaml title="manuals/example/sample/1.1.0.yaml (merged)"
utcp_version: "1.0.1"
manual_version: "1.1.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/1.0.1.yaml"
utcp_version: "1.0.1"  # expect: stale-version
manual_version: "1.0.1"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

Good:

```yaml title="manuals/example/sample/1.1.0.yaml (merged)"
utcp_version: "1.0.1"
manual_version: "1.1.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/1.1.1.yaml"
utcp_version: "1.0.1"
manual_version: "1.1.1"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import versions
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes.proposal import Proposal

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "rename the file to the next version, and state that version inside"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find new releases that are not greater than the merged ones of the same major version."""
    for path, added in proposal.added.items():
        merged = proposal.merged_versions(added.manual_id)
        line = versions.line_of(added.version)
        rivals = [each for each in merged if versions.line_of(each) == line] or merged
        if not rivals or versions.sorted_versions([added.version, rivals[-1]])[-1] != rivals[-1]:
            continue
        wanted = added.named(versions.next_after(rivals[-1], "patch"))
        files = (shlex.quote(f"{proposal.folder}/{each}") for each in (path, wanted))
        yield Finding(
            proposal.place(path),
            f"{added.version} is not greater than {rivals[-1]}, a released version of "
            f"{added.manual_id}",
            f"rename it: `mv {' '.join(files)}`, and state that version inside",
        )
