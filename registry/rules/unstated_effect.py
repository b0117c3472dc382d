"""A manual does not say whether a tool changes anything.

A POST may be a search or a payment. Without a statement, the registry must assume that it writes,
and agents ask before they call it. This is a note, one for each manual.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: POST  # expect: unstated-effect
      url: https://api.example.com/weather
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/weather
x-registry:
  effects: read
```
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.protocols import X_REGISTRY
from registry.rules import Finding, Group
from registry.rules._quoting import the_first

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Release, Tool

SEVERITY = Severity.NOTE
GROUP = Group.QUALITY
_LISTED = 6
"""Tools that a hint lists, whose names may be long: reports cut what is longer."""

HINT = "say it in `effects` of `x-registry`: read, write or destructive"


def check_release(release: Release) -> Iterator[Finding]:
    """Find the tools called with POST whose effect is only a guess; an invalid one is reported."""
    tools = [each for each in release.tools if _is_guessed(each)]
    if tools:
        names = the_first([each.name for each in tools])
        yield Finding(
            tools[0].at("call", "method").place,
            f"the manual does not say whether a call of {names} changes anything",
            f"add {_entries(tools[:_LISTED])}; `read` if it changes nothing, `destructive` if it "
            "removes something",
        )


def _entries(tools: Sequence[Tool]) -> str:
    """Return what to add for *tools*, and where: `effects` may exist for other tools."""
    entries = [f"{json.dumps(each.name)}: write" for each in tools]
    if tools[0].origin.document.get((X_REGISTRY, "effects")):
        return f"{', '.join(f'`{each}`' for each in entries)} to `effects` of `x-registry`"
    return f"`effects: {{{', '.join(entries)}}}` to `x-registry`"


def _is_guessed(tool: Tool) -> bool:
    return tool.call.method == "POST" and not tool.effect_is_stated and not _is_attempted(tool)


def _is_attempted(tool: Tool) -> bool:
    stated = tool.origin.document.get((X_REGISTRY, "effects"))
    return isinstance(stated, str) or (isinstance(stated, dict) and tool.name in stated)
