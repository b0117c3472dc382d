"""A request has the same query parameter twice.

Clients send a credential in the query under its name, and forget an argument of that name. An
input beside a constant of its name in the URL is sent as a second parameter, of which the server
reads the one, the other, or both.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_stations
    description: Stations whose name begins with some letters.
    inputs:
      type: object
      properties:
        key: {type: string, description: The key of a station.}  # expect: repeated-query-parameter
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/stations
      auth: {auth_type: api_key, api_key: "${KEY}", var_name: key, location: query}
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: search_stations
    description: Stations whose name begins with some letters.
    inputs:
      type: object
      properties:
        station: {type: string, description: The key of a station.}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/stations
      auth: {auth_type: api_key, api_key: "${KEY}", var_name: key, location: query}
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote_plus

from registry.diagnostics import Severity
from registry.model import Where
from registry.rules import Finding
from registry.rules._query_places import query_places
from registry.rules._quoting import quoted
from registry.rules._variables import query_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
HINT = "remove the input: `auth` sends the parameter"


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find query parameters of *tool* that are an input, a constant or a credential at once."""
    call = tool.call
    fields = call.auth_fields
    of_auth = fields.get("var_name") if fields.get("location") == "query" else None
    places = {place.written for place in query_places(tool)}
    pairs = {name: f"{name}={value}" for name, value in query_parameters(call.url) if name}
    constants = {unquote_plus(name): pair for name, pair in pairs.items() if pair not in places}
    for name in call.names(Where.QUERY):
        if name == of_auth:
            yield Finding(
                tool.at("inputs", "properties", name).key_place,
                f"clients send the credential as the query parameter {name!r}, and drop the input "
                "of this name",
            )
        elif name in constants:
            yield Finding(
                tool.at("inputs", "properties", name).key_place,
                f"the request has {quoted(constants[name])} and also the input {name!r}, which is "
                "the same query parameter",
                "remove the constant or the input, unless the API reads both",
                Severity.WARNING,
            )
    if of_auth in constants:
        yield Finding(
            tool.at("call", "url").place,
            f"the URL has the query parameter {of_auth!r}, which `auth` adds",
            "remove it from the URL",
        )
