"""A new release runs a program on the caller's machine.

Such a tool can do everything that its user can do. That may be fine, but no rule can distinguish a
useful command from a harmful one, so a maintainer reads every command before it is merged. Such
tools are never in `/utcp`; clients load them from a separate file (`registry check --base`).

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

    from registry.changes.proposal import Proposal

SEVERITY = Severity.NOTE
HINT = "you need not do anything: a maintainer will review the command"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find the programs that new releases start."""
    for _, release in proposal.new_releases:
        for tool in release.tools:
            for program in programs(tool):
                yield Finding(
                    program.place,
                    f"{tool.name!r} runs {program.shown} on the caller's machine",
                )
