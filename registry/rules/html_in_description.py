"""A description is formatted with HTML.

Models, pages and clients read a description as it is: the markup costs tokens and hides the words.
What explains HTML may contain it, and so may code in backticks. There is one finding for each
manual.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: >-  # expect: html-in-description
      <p>Current weather at a <b>place</b>.</p>
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
    description: Current weather at a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._pattern import Pattern
from registry.rules._quoting import and_more, quoted
from registry.rules._schema_pieces import pieces_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release, Tool
    from registry.source import Origin

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "write plain text: neither models nor the pages of the registry interpret the markup"

_MARKUP = Pattern(
    r"</?(?:a|b|blockquote|code|dd|div|dl|dt|em|h[1-6]|i|li|ol|p|pre|span|strong|table|td|tr|u|ul)"
    r"(?:\s[a-z-]+=[^<>]{1,300})?>"
    r"|<br\s?/?>|&(?:amp|gt|lt|nbsp|quot|[lr][ds]quo|[mn]dash|#39);",
    re.IGNORECASE,
)
_ABOUT_HTML = Pattern(r"\bx?html\b|\bmarkup\b", re.IGNORECASE)
_CODE = Pattern(r"`[^`]{0,300}`")


class _Formatted(NamedTuple):
    """A description with markup: its place, what it is of, for a sentence, and the markup."""

    origin: Origin
    of: str
    markup: str


def check_release(release: Release) -> Iterator[Finding]:
    """Find the first of the descriptions that contain markup."""
    formatted = [each for tool in release.tools for each in _descriptions(tool)]
    if formatted:
        first = formatted[0]
        of = f"{first.of}{and_more(formatted[1:])}"
        yield Finding(
            first.origin.place,
            f"the description of {of} has the HTML markup {quoted(first.markup)}",
        )


def _descriptions(tool: Tool) -> Iterator[_Formatted]:
    """Yield the descriptions of *tool* that have markup."""
    if markup := _markup(tool.description):
        yield _Formatted(tool.at("description"), repr(tool.name), markup)
    for piece in pieces_of(tool):
        text = piece.schema.get("description")
        if isinstance(text, str) and (markup := _markup(text)):
            yield _Formatted(piece.at("description"), piece.name, markup)


def _markup(text: str) -> str:
    """Return the first markup in *text*, "" if it has none or is about HTML."""
    if not ("<" in text or "&" in text) or _ABOUT_HTML.compiled.search(text):
        return ""
    found = _MARKUP.compiled.search(_CODE.compiled.sub("", text))
    return found[0] if found else ""
