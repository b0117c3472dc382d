"""A new release runs a program on the machine of whoever calls it.

Such a tool can do what its user can do. Nothing is wrong with that, but no rule can tell a useful
command from a harmful one: a maintainer reads every command before it is merged. It never stands in
`/utcp`, and clients load it from a file of its own (`registry check --base`).

Bad:

```yaml title="manuals/example/publisher.yaml (merged)"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
```

```yaml title="manuals/example/sample/1.0.0.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: list_branches
    description: The branches of the repository in this folder.
    inputs: {type: object}
    tool_call_template:
      call_template_type: cli
      commands:
        - command: git branch --list # expect: local-execution
```

Good:

```yaml title="manuals/example/publisher.yaml (merged)"
name: Example
homepage: https://www.example.com/
hosts: [api.example.com]
```

```yaml title="manuals/example/sample/1.0.0.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: list_branches
    description: The branches of a public repository.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/branches
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._programs import programs

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.proposal import Proposal

SEVERITY = Severity.NOTE
HINT = "nothing to do for you: a maintainer reads the command"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find the programs that new releases start."""
    added = {(each.manual_id, each.version) for each in proposal.added.values()}
    for manual in proposal.catalogue.manuals:
        for release in manual.releases:
            if (manual.id, release.version) not in added:
                continue
            for tool in release.tools:
                for program in programs(tool):
                    yield Finding(
                        program.place,
                        f"{tool.name!r} runs {program.shown} on the machine of its caller",
                    )
