"""A tool cannot be offered to every UTCP client.

`/utcp` is the one document for all agents, and a client loads all of it or nothing. A tool that
only some clients can load or call is left out, with the reason on its page. Often a small change is
enough to include the tool.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs:
      type: object
      properties:
        rain:  # expect: unoffered-tool
          {type: boolean, description: Whether to measure rain.}
      required: [rain]
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
    inputs:
      type: object
      properties:
        rain: {type: string, enum: ["true", "false"], description: Whether to measure rain.}
      required: [rain]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.model import Where
from registry.model.naming import TOOL_NAME
from registry.model.request import WITH_BODY
from registry.rules import Finding, Group
from registry.rules._schema_pieces import hidden_inputs
from registry.validate import schema_problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Release, Tool
    from registry.source import Origin

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
_STILL = "otherwise the tool is still published and found, and its page shows this reason"
HINT = f"change it if you can; {_STILL}"


_OF_INPUT = {
    "boolean": 'make it `type: string` with `enum: ["true", "false"]`',
    "object": "make each part that the API reads an input of its own",
    "array": "make it a string, written as the API reads it",
}
"""By type of an input, what clients send in its place."""

_IF_JSON = "write `content_type: application/json`, if the API takes it"
_OF_BODY = f"{_IF_JSON}, or make the input a string with the whole body; {_STILL}"
_OF_REASON = {
    "as cookies": "write `location: header`, if the API also takes the key in a header",
    "client_id": 'write a variable, such as `client_id: "${CLIENT_ID}"`',
    "multipart/form-data": _IF_JSON,
}
"""By words of a reason, what to do about it."""

_IF_BODY = (
    "make it a property of one input, an object called `body`, if the API reads it there; or "
)
_OF_URL = "its URL "


def check_release(release: Release) -> Iterator[Finding]:
    """Find http tools that are left out, except those that people run themselves."""
    if release.self_hosted:
        return
    for tool in release.tools:
        is_http = tool.call.transport == utcp_export.HTTP
        reasons = utcp_export.obstacles(tool) if is_http else utcp_export.load_obstacles(tool)
        if reasons and not _is_explained(tool):
            where = "`/utcp`" if is_http else "a document for UTCP clients"
            yield Finding(
                _cause(tool, reasons[0]).place,
                f"the tool {tool.name!r} will not be in {where}: {', and '.join(reasons)}",
                _hint(tool, reasons[0]),
            )


def _cause(tool: Tool, reason: str) -> Origin:
    """Return what in *tool* gives the *reason* to leave it out.

    At the URL, an error of another rule about it is all that has to be said.
    """
    for each in utcp_export.unsendable_inputs(tool):
        if each.sentence == reason:
            return tool.at("inputs", "properties", each.name)
    return tool.at("call", "url") if reason.startswith(_OF_URL) else tool.at("call")


def _hint(tool: Tool, reason: str) -> str:
    """Return what to do about *reason*; "" for the usual."""
    for each in utcp_export.unsendable_inputs(tool):
        if each.sentence == reason:
            hints = [hint for kind, hint in _OF_INPUT.items() if kind in each.kinds]
            return _in_body(tool) + "; ".join([*hints[:1], _STILL])
    if reason in utcp_export.body_obstacles(tool):
        return _OF_BODY
    hints = [hint for words, hint in _OF_REASON.items() if words in reason]
    return f"{hints[0]}; {_STILL}" if hints else ""


def _in_body(tool: Tool) -> str:
    """Return where JSON belongs that *tool* sends in the query, though its method has a body."""
    is_meant = tool.call.method in WITH_BODY and not tool.call.names(Where.BODY)
    return _IF_BODY if is_meant else ""


def _is_explained(tool: Tool) -> bool:
    """Return whether its name, hidden inputs, or a schema that is none are reported as that."""
    if not TOOL_NAME.fullmatch(tool.name):
        return True
    schemas = (each for each in (tool.inputs, tool.outputs) if each is not None)
    return bool(hidden_inputs(tool)) or any(map(schema_problem, schemas))
