"""A tool is declared as read-only, but its HTTP method or its name changes something.

Agents call read-only tools without asking. `effects: read` on a DELETE removes the confirmation
that would have saved the data. So it does on a POST whose tool is called `delete_station`, and on
a GET of `/stations/{id}/delete` or with `mutation { … }` in its query; since those are only words,
that is a warning. A GET of which nothing is said counts as read-only, too. What the annotations of
an MCP server say of its own tool counts as much as a method.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: remove_station
    description: Remove a weather station and all that it has measured.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: DELETE
      url: https://api.example.com/station
x-registry:
  effects: read  # expect: understated-effect
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: remove_station
    description: Remove a weather station and all that it has measured.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      http_method: DELETE
      url: https://api.example.com/station
x-registry:
  effects: destructive
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import Effect
from registry.rules._effect_words import A_THING, EffectWords, contradiction, removing_switch
from registry.rules._fixed_request import fixed_parts
from registry.rules._quoting import quoted
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.rules import Finding

SEVERITY = Severity.ERROR
HINT = "write what the call does: `destructive` if it removes something, otherwise `write`"

_CHANGING = ("DELETE", "PUT", "PATCH")
# At the end of a name, `refund` may be a noun, and what is sent may be a question.
CHANGES = EffectWords(
    first="approve|cancel|deactivate|delete|destroy|disable|erase|mute|pay|publish|purge|reboot"
    "|refund|reset|restart|revoke|send|suspend|terminate|trash|uninstall|unsubscribe|wipe"
    "|(?:move|transfer|wire|withdraw)_?(?:cash|coins|funds|money)",
    last="delete|destroy|erase|purge|revoke|terminate|wipe",
    told="Cancel|Delete|Destroy|Erase|Pay|Purge|Refund|Revoke|Terminate|Transfer|Wipe",
    # Longer names with the last three are of lists: `cancel_fees`, `destroy_with_…`.
    asked="delete|erase|purge|remove|revoke|wipe|(?:cancel|destroy|terminate)(?![_-])",
)
_STATEMENT = re.compile(
    # Counted, or a long run of spaces would be read again from each of them.
    r"(?:^|[;}\n])[ \t]{0,40}(?:mutation\b[^{]{0,500}\{|delete\s+from\s|drop\s+\w+\s"
    r"|insert\s+into\s|truncate\s+\w|update\s+\S{1,200}\s+set\s|alter\s+\w+\s)",
    re.IGNORECASE,
)
"""A request of GraphQL or SQL that changes data."""

_TOLD_OF_GET = re.compile(
    r"(?:\A(?:add|approve|archive|assign|block|book|buy|charge|clear|close|create|deactivate"
    "|disable|drop|email|empty|flush|insert|install|invite|lock|merge|move|mute|pause|place|post"
    "|publish|reboot|register|reject|remove|rename|replace|reset|restart|restore|send|set|start"
    "|stop|submit|subscribe|suspend|truncate|uninstall|unlock|unsubscribe|update|upload)s?"
    rf"|\b(?:and|then) (?:delete|destroy|erase|purge|remove|wipe)) {A_THING}",
    re.IGNORECASE,
)
"""What the description of a GET says that changes something. A POST may only make a picture."""

_REMOVES = re.compile(r"(?i:delete|destroy|erase|purge|wipe)(?:_?[Aa]fter\w*)?")
"""The names of booleans by which a call removes something: `deleted` is what it may list."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find tools that count as read-only, and whose method, name or request changes something."""
    if tool.effect is not Effect.READ:
        return
    if tool.call.method in _CHANGING:
        yield contradiction(tool, f"is called with {tool.call.method}")
    elif hint := _server_hint(tool):
        yield contradiction(tool, f"has `{hint}` in the annotations of its server")
    elif tool.call.options.get("operation_type") == "mutation":
        yield contradiction(tool, "is a mutation of GraphQL")
    elif why := _said_to_change(tool):
        yield contradiction(tool, why)._replace(severity=Severity.WARNING)


def _server_hint(tool: Tool) -> str:
    """Return what the MCP server of *tool* says against its being read-only, or ""."""
    hints = mapping(tool.native.get("annotations")) if tool.protocol == "mcp" else {}
    if hints.get("readOnlyHint") is True:
        return ""
    if hints.get("destructiveHint") is True:
        return "destructiveHint: true"
    return "readOnlyHint: false" if hints.get("readOnlyHint") is False else ""


def _said_to_change(tool: Tool) -> str:
    """Return what says that *tool* changes something, as the end of a sentence, else ""."""
    if why := CHANGES.said_of(tool) or removing_switch(tool, _REMOVES) or _changing_statement(tool):
        return why
    told = told_to_change(tool.call.method, tool.description)
    return f"its description says {quoted(told)}" if told else ""


def told_to_change(method: str, description: str) -> str:
    """Return the words of *description* that say of a call by *method* that it changes, or ""."""
    told = _TOLD_OF_GET.search(description) if method != "POST" else None
    return told[0] if told else ""


def _changing_statement(tool: Tool) -> str:
    """Return which statement that changes data each call sends, as the end of a sentence."""
    found = (each for each in fixed_parts(tool) if _STATEMENT.search(each.text))
    return next((f"{each.where} is {quoted(each.text)}" for each in found), "")
