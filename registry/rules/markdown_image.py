"""Text contains an image.

A client that shows the text fetches the image, and the URL of the image can send away parts of the
conversation.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: markdown-image
      Current weather. ![map](https://example.com/map.png)
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
    description: >-
      Current weather; a map is at https://example.com/map.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._strings import Strings

SEVERITY = Severity.WARNING
HINT = "link to the image, if it is needed"

PATTERN = Pattern(r"!\[[^\]\n\x00]{0,200}\]\s?[(\[]")


def check_strings(strings: Strings) -> Iterator[Finding]:
    """Find images in Markdown."""
    for hit in strings.search(PATTERN, pieces=("![",)):
        yield Finding(hit.place, f"{hit.where} contains an image: {hit.quoted}")
