"""A call template has a key that no client reads.

Clients ignore unknown keys, so a misspelt one is worse than a missing one: with `http_metod: POST`
the tool is called with GET, and `query_params` or `body` never reach the server.

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
      http_metod: POST  # expect: unknown-call-template-key
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
      http_method: POST
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity, nearest
from registry.rules import Finding, Group
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "remove the line: it has no effect"

_KNOWN = (
    *("call_template_type", "url", "http_method", "content_type", "headers", "body_field"),
    *("header_fields", "auth", "commands", "env_vars", "working_dir", "config", "content"),
    *("file_path", "query", "operation_type", "chunk_size", "timeout", "event_type", "reconnect"),
)
_QUERY = (
    "remove it, and give each input the name that the API reads: clients send what has no other "
    "place in the query, under its own name; a key belongs in `auth` (with `location: query`), and "
    "a fixed value in the URL"
)
_BODY = (
    "make what it holds the properties of one input, an object called `body`: clients send that "
    "input as the body"
)
_TEXT_BODY = (
    "make the whole message one input, a string called `body`: clients send that input as the body"
)
_CERTIFICATE = (
    "no client presents a certificate: leave out the calls that need one, or name an MCP server "
    "that presents it"
)
_INSTEAD = {
    **dict.fromkeys(("query_params", "params", "query", "query_fields"), _QUERY),
    **dict.fromkeys(("body", "body_template", "json", "data", "request_body", "payload"), _BODY),
    **dict.fromkeys(("base_url", "endpoint", "uri"), "write the full URL as `url`"),
    "path": "write it at the end of `url`",
    "security": 'write it as `auth: {auth_type: api_key, api_key: "${API_KEY}", var_name: '
    "X-Api-Key, location: header}`",
    **dict.fromkeys(
        ("cert", "certificate", "client_cert", "client_key", "ssl_cert", "ssl_key"), _CERTIFICATE
    ),
    "verify_ssl": "remove it: clients always verify certificates",
}
_OF_TRANSPORT = {
    ("cli", "args"): "write them behind the program in `commands`, each input `name` as "
    "UTCP_ARG_name_UTCP_END",
    ("graphql", "variables"): "remove it: clients send the inputs as the variables",
    ("sse", "http_method"): "remove it: clients send a GET, or a POST if `body_field` names an "
    "input that is given",
}
"""By transport and key, what to do where the same key means something else elsewhere."""

_NAMES = {
    ("", "authentication"): "auth",
    ("", "method"): "http_method",
    ("", "verb"): "http_method",
    ("websocket", "request_data_template"): "message",
    ("cli", "cwd"): "working_dir",
    ("file", "path"): "file_path",
    ("cli", "env"): "env_vars",
}
"""By transport, or "" for all, and key: what people call a key, and its name."""

_OPERATION = (
    "name the tool like the field of the API; if the field has fields of its own, make it a POST "
    "over `http` whose input `body` has the properties `query`, a `const`, and `variables`"
)


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find the keys that the protocol's reader does not know."""
    transport = tool.call.transport
    for pointer in tool.call.unknown_keys:
        *_, key = map(str, pointer)
        yield Finding(
            tool.origin.document.key_place(pointer),
            f"clients ignore the key {key!r} of a call over {transport}",
            _hint(transport, key, mapping(tool.origin.document.get(pointer[:-1]))),
        )
    operation = tool.call.options.get("operation_name", tool.name)
    if transport == "graphql" and "query" not in tool.call.options and operation != tool.name:
        yield Finding(
            tool.at("call", "options", "operation_name").place,
            f"clients ignore 'operation_name' and ask for the field {tool.name!r}, which is the "
            "name of the tool",
            _OPERATION,
        )


def _hint(transport: str, key: str, beside: Mapping[str, Json]) -> str:
    """Return what to do about *key*, with others *beside* it; "" for what the rule says anyway."""
    renamed = _NAMES.get((transport, key)) or _NAMES.get(("", key), "")
    guess = renamed or ("" if key in (*_KNOWN, *_INSTEAD) else nearest(key, _KNOWN))
    if guess and guess in beside:
        return f"remove it: `{guess}` already exists"
    if renamed:
        return f"rename it to `{renamed}`"
    stated = beside.get(key)
    if _INSTEAD.get(key) == _BODY and isinstance(stated, str) and stated.lstrip()[:1] == "<":
        return _TEXT_BODY
    if instead := _OF_TRANSPORT.get((transport, key)) or _INSTEAD.get(key):
        return instead
    return f"did you mean `{guess}`?" if guess else ""
