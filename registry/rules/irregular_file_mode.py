"""A file is not a plain file in git.

A symbolic link can lead anywhere on the machine that reads it, a submodule adds a repository that
was not reviewed, and nothing here is meant to be executed. Every file must have the mode 100644.

Bad:

```yaml title="manuals/example/sample/1.0.0.yaml (executable)"
utcp_version: "1.0.1"  # expect: irregular-file-mode
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/manual.yaml (merged)"
title: Sample
```

Good:

```yaml title="manuals/example/sample/1.0.0.yaml"
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

```yaml title="manuals/example/sample/manual.yaml (merged)"
title: Sample
```
"""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.changes.proposal import Proposal

SEVERITY = Severity.ERROR
HINT = "commit the file itself, with the mode 100644"


def check_proposal(proposal: Proposal) -> Iterator[Finding]:
    """Find new or changed files below `manuals/` with another mode than 100644."""
    from registry.changes import tree_difference as modes  # noqa: PLC0415 - only needed with git

    kinds = {
        modes.EXECUTABLE: (
            "an executable file",
            "`chmod a-x {path}`; on Windows `git update-index --chmod=-x {path}`",
        ),
        modes.LINK: ("a symbolic link", "commit the file itself instead of a link to it"),
        modes.SUBMODULE: ("a submodule", "`git rm --cached {path}`, and add the files themselves"),
    }
    for change in proposal.difference.inside:
        if change.after and change.after.mode != modes.PLAIN:
            mode = change.after.mode
            kind, hint = kinds.get(mode, ("of an unknown type", HINT))
            yield Finding(
                proposal.place(change.path),
                f"{change.path.rpartition('/')[2]!r} is {kind} (mode {mode})",
                hint.format(path=shlex.quote(proposal.place(change.path).path)),
            )
