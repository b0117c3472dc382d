"""A bearer token is sent where no server looks for one.

`Bearer` belongs in the header `Authorization` (RFC 6750). Without `var_name`, clients send the
key of an `api_key` in the header `X-Api-Key`, with the word before it: every call is then refused.
With `var_name: Bearer`, they send a header of that name, which no server reads.

Bad:

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
      auth:
        auth_type: api_key
        api_key: Bearer ${WEATHER_TOKEN}  # expect: bearer-outside-authorization
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
      auth:
        auth_type: api_key
        api_key: Bearer ${WEATHER_TOKEN}
        var_name: Authorization
        location: header
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = (
    "write `var_name: Authorization` and `location: header`; if the API takes the key as it is, "
    "write it without `Bearer`"
)


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find keys that begin with `Bearer` and are not in `Authorization`, and headers `Bearer`."""
    fields = tool.call.auth_fields
    name, place = str(fields.get("var_name", "")), str(fields.get("location", ""))
    key = str(fields.get("api_key", ""))
    if key.casefold().startswith("bearer "):
        if place != "header" or "authorization" not in name.casefold():
            yield Finding(
                tool.at("call", "auth", "fields", "api_key").place,
                f"clients send this bearer token in the {place} as {name!r}",
            )
    elif place == "header" and name.casefold() == "bearer":
        yield Finding(
            tool.at("call", "auth", "fields", "var_name").place,
            f"clients send the key in a header called {name!r}",
            f'write `api_key: "Bearer {key}"` and `var_name: Authorization`',
        )
