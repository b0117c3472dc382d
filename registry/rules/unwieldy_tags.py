"""A tool has too many tags, or a tag that is not a word.

Every tag has a page in the catalogue. Too many tags do not help people to find anything, and the
Python client ranks tools only by their tags.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    tags: ["", weather]  # expect: unwieldy-tags
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    tags: [weather, temperature]
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "give the tool a few short words that people search for"

_MOST = 30
_LONGEST = 60


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools with too many tags, and tags without a letter or as long as a sentence."""
    if len(tool.tags) > _MOST:
        yield Finding(tool.at("tags").place, f"the tool {tool.name!r} has {len(tool.tags)} tags")
        return
    for index, tag in enumerate(tool.tags):
        if len(tag) > _LONGEST or not any(map(str.isalnum, tag)):
            yield Finding(
                tool.at("tags", index).place,
                f"{tag[:_LONGEST]!r} is not a tag that people would search for",
            )
