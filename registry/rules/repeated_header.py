"""A request has the same header twice.

The names of headers are the same in upper and lower case, but clients compare them as they are
written: a request with `content-type` from `headers` gets a second `Content-Type` for its body, and
the server reads the one or the other. A password for basic authentication is a header of its own,
and a credential replaces an argument for its header.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_stations
    description: Stations whose name begins with some letters.
    inputs: {type: object, properties: {body: {type: object, description: The letters.}}}
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/stations
      headers:
        content-type: application/x-www-form-urlencoded  # expect: repeated-header
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_stations
    description: Stations whose name begins with some letters.
    inputs: {type: object, properties: {body: {type: object, description: The letters.}}}
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/stations
      content_type: application/x-www-form-urlencoded
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import Where
from registry.rules import Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Auth, Tool

SEVERITY = Severity.ERROR
HINT = "state the header once, and write its name the same everywhere"

_AUTHORIZATION = "Authorization"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find headers of *tool* whose names differ only in case, or that authentication adds."""
    call = tool.call
    yield from _of_arguments(tool)
    added: dict[str, str] = {}
    if call.names(Where.BODY):
        added["content-type"] = "Content-Type"
    for name in (*call.names(Where.HEADER), *_of_auth(call.auth)):
        added.setdefault(name.lower(), name)
    is_basic = call.auth is not None and call.auth.kind == "basic"
    own_headers: dict[str, str] = {}
    for name in call.headers:
        other = added.get(name.lower()) or own_headers.get(name.lower())
        own_headers.setdefault(name.lower(), name)
        is_password = is_basic and name.lower() == _AUTHORIZATION.lower()
        if other is not None and (other != name or is_password):
            yield Finding(
                tool.at("call", "headers", name).place,
                f"the request has the header {name!r} and also {other!r}, which is the same one",
                _hint(name),
            )


def _of_arguments(tool: Tool) -> Iterator[Finding]:
    """Find arguments for the header that authentication adds."""
    added = {name.lower(): name for name in _of_auth(tool.call.auth)}
    for name in tool.call.names(Where.HEADER):
        if other := added.get(name.lower()):
            yield Finding(
                tool.at("inputs", "properties", name).key_place,
                f"the input {name!r} is the header {other!r}, which `auth` sends",
                "remove the input, here and from `header_fields`",
            )


def _of_auth(auth: Auth | None) -> Iterator[str]:
    """Yield the header that *auth* adds."""
    if auth is not None and auth.kind in ("basic", "oauth2"):
        yield _AUTHORIZATION
    elif auth is not None and auth.fields.get("location") == "header":
        yield str(auth.fields.get("var_name"))


def _hint(name: str) -> str:
    match name.lower():
        case "content-type":
            return "write `content_type:` beside `url` instead of the header"
        case "authorization":
            return "remove the header: `auth` adds it"
    return HINT
