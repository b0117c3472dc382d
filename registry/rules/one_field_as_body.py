"""The body of a call is one plain value, without its name.

`body_field` names the input that is the whole body, and clients send every other input in the
query. APIs that read JSON read an object: where `body_field` names a field of it, they get one
string in its place, and nothing of the rest. Hardly any API reads a bare string, number or boolean
as JSON: of 8,327 operations of public APIs with a query and a body of JSON, 18 do. A PUT may set
one value at its path. An input that is called `body` is taken at its word, unless a call needs the
others, too: then it is a field, such as the text of a post. A form is made from an object, and has
names: of one string, clients send no name.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: send_report
    description: Add what you see to the weather reports of a station.
    inputs:
      type: object
      properties:
        sky: {type: string, description: What the sky looks like.}
        wind: {type: number, description: Speed of the wind in metres a second.}
      required: [sky]
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/reports
      body_field: sky  # expect: one-field-as-body
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: send_report
    description: Add what you see to the weather reports of a station.
    inputs:
      type: object
      properties:
        report:
          type: object
          description: The report.
          properties:
            sky: {type: string, description: What the sky looks like.}
            wind: {type: number, description: Speed of the wind in metres a second.}
          required: [sky]
      required: [report]
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/reports
      body_field: report
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry import utcp_export
from registry.diagnostics import Severity
from registry.model import Where
from registry.rules import Finding, Group
from registry.rules._quoting import the_first
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "make all that the API reads in the body the properties of one object, and name that in "
    "`body_field`; if the body is this value and no JSON, state its `content_type`"
)

_FORM = "x-www-form-urlencoded"
_OF_FORM = (
    "make {!r} a property of one object, beside all other fields of the form, and name that object "
    "in `body_field`"
)

_PLAIN = ("string", "number", "integer", "boolean")


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find a body in JSON, and a form, that is one plain value and probably a field of it."""
    bodies, others = tool.call.names(Where.BODY), tool.call.names(Where.QUERY)
    if tool.call.transport != utcp_export.HTTP or len(bodies) != 1:
        return
    (name,) = bodies
    type_ = mapping(tool.properties.get(name)).get("type")
    kind = tool.call.body_type or "json"
    if type_ not in _PLAIN:
        return
    if "json" in kind and others and not _is_meant(tool, name, others):
        yield Finding(
            tool.at("call", "body_field").place,
            f"the whole body is the {type_} {name!r}, and clients send the other inputs in the "
            f"query ({the_first(others)})",
        )
    elif "json" in kind and not others and name != utcp_export.BODY and _is_whole_post(tool):
        yield Finding(
            tool.at("call", "body_field").place,
            f"the whole body is the {type_} {name!r} as it is: clients do not send the name",
        )
    elif _FORM in kind and name != utcp_export.BODY:
        yield Finding(
            tool.at("call", "body_field").place,
            f"the whole form is the {type_} {name!r} as it is: clients do not send the name",
            _OF_FORM.format(name),
        )


def _is_whole_post(tool: Tool) -> bool:
    """Return whether the call is a POST that states its whole body, which is in no envelope."""
    stated = mapping(tool.origin.document.get(tool.call.pointer))
    return tool.call.method == "POST" and "body_field" in stated


def _is_meant(tool: Tool, name: str, others: Sequence[str]) -> bool:
    """Return whether *name* says that it is the body, and each call can do without the *others*."""
    required = array(tool.inputs.get("required"))
    return name == utcp_export.BODY and not any(each in required for each in others)
