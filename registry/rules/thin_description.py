"""A description says almost nothing.

An agent chooses among hundreds of tools by their descriptions. A single word, a repetition of the
name, the sentence that `registry new` proposes, or that of another tool of the manual, makes it
guess.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Weather  # expect: thin-description
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
  - name: get_forecast
    description: Get forecast.  # expect: thin-description
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
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import islice
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._quoting import quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release, Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "say in a sentence what the tool returns, and when to use it"

PROPOSED = "Look something up in {} by words or by a name."
"""What `registry new` writes, with the title of the manual, for an author who says nothing."""

_SHORTEST = 10
_MOST = 4
"""Tools in a message."""

_PROPOSED = re.compile(re.escape(PROPOSED).replace(r"\{\}", r".{1,120}"))
_REQUEST = re.compile(r"(?:GET|POST|PUT|PATCH|DELETE) /\S*(?: of [^.]{1,80})?\.?")
"""A description that is only the request, as imports write it where a document has none."""

_LEFT_OPEN = re.compile(
    r"(?:TODO|FIXME|TBD)\s*(?:[:.(…-].*)?|<[^<>]{1,80}>|\[[^\[\]]{1,80}\]", re.DOTALL
)
"""A description that someone still has to write: what begins with TODO may be about to-do lists."""


def check_release(release: Release) -> Iterator[Finding]:
    """Find descriptions that say nothing, are to be written, or are those of another tool."""
    for tool in release.read_tools:
        yield from _says_nothing(tool)
    yield from _says_the_same(release)


def _says_nothing(tool: Tool) -> Iterator[Finding]:
    """Find a description that has less than ten characters, repeats the name or is to be written.

    Also find one that nobody has written: `registry new` proposed it.
    """
    text = tool.description.strip()
    may_repeat = len(text) <= 2 * len(tool.name)
    is_name = may_repeat and _letters(text) == _letters(tool.name)
    is_none = _REQUEST.fullmatch(text) or _LEFT_OPEN.fullmatch(text)
    if text and (len(text) < _SHORTEST or is_name or is_none):
        yield Finding(
            tool.at("description").place,
            f"the description of {tool.name!r} is only {quoted(text, 80)}",
        )
    elif _PROPOSED.fullmatch(text):
        yield Finding(
            tool.at("description").place,
            f"the description of {tool.name!r} is the one that `registry new` proposes",
        )


def _says_the_same(release: Release) -> Iterator[Finding]:
    alike: dict[str, dict[str, Tool]] = defaultdict(dict)
    for tool in release.read_tools:
        alike[_letters(tool.description)].setdefault(tool.name, tool)
    for text, tools in alike.items():
        if len(tools) > 1 and len(text) >= _SHORTEST:
            second = list(tools.values())[1]
            yield Finding(
                second.at("description").place,
                f"tools have the same description: {', '.join(map(repr, islice(tools, _MOST)))}",
                "say what distinguishes them",
            )


def _letters(text: str) -> str:
    return re.sub(r"[\W_]", "", text.lower())
