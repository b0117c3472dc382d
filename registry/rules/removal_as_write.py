"""A tool is declared as `write`, but its name or an input says that it removes something.

A host that cannot ask its user refuses calls that are `destructive` and makes those that only
write. A POST counts as one of these if nothing is said of it. A tool that changes a file, and takes
`trashed: true` as well, may delete it: for good or not, that is `destructive`. So is one that sends
`mutation { issueDelete … }`, or a `DELETE` of SQL.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: update_file
    description: Rename a file, or put it into the trash.
    inputs:
      type: object
      properties:
        file: {type: string, description: Number of the file.}
        name: {type: string, description: New name.}
        trashed: {type: boolean, description: True to put it into the trash.}
      required: [file]
    tool_call_template:
      call_template_type: http
      http_method: PATCH
      url: https://api.example.com/files/{file}
x-registry:
  effects:
    update_file: write  # expect: removal-as-write
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: update_file
    description: Rename a file, or put it into the trash.
    inputs:
      type: object
      properties:
        file: {type: string, description: Number of the file.}
        name: {type: string, description: New name.}
        trashed: {type: boolean, description: True to put it into the trash.}
      required: [file]
    tool_call_template:
      call_template_type: http
      http_method: PATCH
      url: https://api.example.com/files/{file}
x-registry:
  effects:
    update_file: destructive
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import Effect
from registry.rules import Finding, Group
from registry.rules._effect_words import EffectWords, contradiction, removing_switch
from registry.rules._fixed_request import fixed_parts
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write `destructive` if a call can remove or end something, for good or not"

# Who cancels a removal saves something.
REMOVES = EffectWords(
    first=r"cancel(?!\w*(?:deletion|removal|termination))"
    "|delete|destroy|erase|purge|revoke|terminate|trash|truncate|uninstall|wipe",
    last="delete|destroy|erase|purge|revoke|terminate|trash|wipe",
    told=r"Cancel(?!s? (?:\w+ ){0,3}(?:deletion|removal|termination)\b)"
    "|Delete|Destroy|Erase|Purge|Revoke|Terminate|Truncate|Uninstall|Wipe",
    asked="delete|erase|purge|wipe|destroy(?![_-])",
)

_REMOVED = re.compile(r"(?i:(?:(?:is|in)_?)?(?:deleted?|erased?|purged?|trash(?:ed)?))")
"""The names of booleans by which a call that changes a thing removes it."""

_MUTATION = re.compile(r"(?:^|[}\n])[ \t]{0,40}mutation\b")
_VERBS = "delete|destroy|erase|purge|revoke|wipe"
_FIELD = re.compile(
    rf"(?:\b(?:{_VERBS})(?=[A-Z_]|\b)\w{{0,60}}|(?<=[a-z0-9])(?:{_VERBS.title()})|_(?:{_VERBS}))"
    r"[ \n]{0,9}[({]"
)
"""A field by which a mutation of GraphQL removes: `deleteIssue(…)`, `issueDelete(…)`.

Fields such as `viewerCanDelete`, of what comes back, have neither arguments nor fields.
"""

_SQL = re.compile(
    r"(?:^|[;\n])[ \t]{0,40}(?:delete\s+from\s|drop\s+\w{1,60}\s|truncate\s+\w)", re.IGNORECASE
)


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools that count as writing, and whose name, or a boolean that they take, removes."""
    if tool.effect is not Effect.WRITE:
        return
    if why := REMOVES.said_of(tool) or removing_switch(tool, _REMOVED) or _removing_statement(tool):
        yield contradiction(tool, why)


def _removing_statement(tool: Tool) -> str:
    """Return which statement that removes something each call sends, as the end of a sentence."""
    for each in fixed_parts(tool):
        if _SQL.search(each.text) or (_MUTATION.search(each.text) and _FIELD.search(each.text)):
            return f"{each.where} is {quoted(each.text)}"
    return ""
