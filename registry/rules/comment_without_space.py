"""A comment without a space behind its `#` ends a value that has no quotes.

In YAML, a space and `#` begin a comment, also in the middle of a sentence. The author of `table #1`
or `how to fix #12` meant the number; what was published would end before it, and nobody would see.
Real comments have a space behind the `#`.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at station #1 of the airport.  # expect: comment-without-space
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather  #now  # expect: comment-without-space
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: "Current weather at station #1 of the airport."
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather  # now
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Place, Severity
from registry.rules import Finding, Group
from registry.rules._quoting import quoted
from registry.source.comments import comments_behind_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "put quotes around the whole value, or a space behind the `#` of a comment"

_SUSPECT = re.compile(r"#(?<=[ \t]#)[\w{]")
"""Begins with what is rare, which makes the search fast."""

_GLUED = re.compile(r"#[\w{]")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find comments behind values without quotes that begin with `#` and a word."""
    document = strings.document
    if document.path.endswith(".json") or not _SUSPECT.search(document.text):
        return
    for line, column, comment in comments_behind_values(document.text):
        if _GLUED.match(comment):
            yield Finding(
                Place(document.path, line, column),
                f"the value ends before {quoted(comment)}, which is a comment",
            )
