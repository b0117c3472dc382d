"""A manual contains a credential.

Anyone who reads the registry can use it, and it stays in the history when the line is removed.
Write every credential as one variable that each caller fills in; only the name of the scheme may
precede it, with `token=` where the scheme names its parameter.

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
      headers: {X-Api-Key: "4f9d2c71b0"}  # expect: literal-credential
  - name: get_forecast
    description: Weather of the coming seven days at the same station.
    inputs: {type: object}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/forecast?token=4f9d2c71b0  # expect: literal-credential
      auth:
        auth_type: api_key
        api_key: YOUR_API_KEY  # expect: literal-credential
        var_name: X-Api-Key
        location: header
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

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model import VARIABLE
from registry.protocols import X_REGISTRY
from registry.rules import Finding
from registry.rules._credential_fields import AS_HEADER, credentials, secret_arguments
from registry.rules._pattern import Pattern
from registry.rules._quoting import quoted
from registry.source.narrowing import mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
FINDS_SECRETS = True
_HINT = (
    "write a variable instead, such as `{}`, and say in `variables` of `x-registry` where to get it"
)
HINT = _HINT.format('"${API_KEY}"')

_SCHEME = Pattern(
    r"(?:Authorization: ?)?(?:(?P<word>Basic|Bearer|Token|[A-Z-]{0,40}Key)(?: |: ?|(?=\$\{))"
    r"(?P<parameter>token=)?|(?P<pair>(?:api_?key|key|session|sid|token)=))",
    re.IGNORECASE,
)
"""What is no secret at the start of a value, also as people misspell it: `Bearer: ${TOKEN}`."""

_PLACEHOLDER = re.compile(
    r"(?:[A-Za-z]+(?:-[A-Za-z]+)* (?:token=)?|[A-Za-z_]+=)?\$\{[A-Za-z][A-Za-z0-9_]{0,63}\}",
)
"""One variable, with or without a scheme or a name before it.

Such as `Bearer ${TOKEN}`, `DeepL-Auth-Key ${KEY}`, `Token token=${KEY}` or `session=${KEY}`.
"""

_OTHER_SIGNS = Pattern(
    r"(?:[<{%$]|\b(?:env|secrets)\.|environ\[['\"]) ?(?:YOUR_)?"
    r"([A-Z][A-Z0-9]{0,20}(?:_[A-Z0-9]{1,20}){1,3})\b"
)
"""The name of a variable, as other programs write one: `{{MY_KEY}}`, `<YOUR_MY_KEY>`."""

_BASIC = re.compile(r"(?:Authorization: ?)?Basic\b", re.IGNORECASE)
_NAME_AND_PASSWORD = 2
_AS_BASIC = (
    'write `auth: {{auth_type: basic, username: "${{{}}}", password: "${{{}}}"}}` instead: clients '
    "encode the two"
)

_AS_ENVIRONMENT = (
    "let everyone write their own: remove it from `args`, and add a variable to `env`, under the "
    'name that the program reads, such as `env: {API_KEY: "${API_KEY}"}`'
)

_OWN_NAMES = ("headers", "env", "env_vars")
_NO_NAMES = ("AUTHORIZATION", "PROXY_AUTHORIZATION", "COOKIE")
_NAME = re.compile(r"[A-Z][A-Z0-9_]{0,63}")

_NO_SECRET = 8
"""Characters of a value that a report shows: too few to use it."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find literals in credential fields, headers, query parameters and environment variables."""
    for steps, name, value in credentials(tool):
        # Some APIs take a key as the user name, with an empty password.
        if isinstance(value, str) and value and not _is_filled_in(tool, value):
            yield Finding(tool.at(*steps).place, *_words(tool, steps, name, value))

    for argument, name, value in secret_arguments(tool):
        said = f"{name!r} is {quoted(value, _NO_SECRET)}, which everyone would start it with"
        yield Finding(tool.at(*argument).place, said, _AS_ENVIRONMENT)


def _is_filled_in(tool: Tool, value: str) -> bool:
    """Return whether the caller's variable is all that *value* has beside a scheme."""
    return bool(_PLACEHOLDER.fullmatch(value)) and _without_name(tool, value) == value


def _without_name(tool: Tool, value: str) -> str:
    """Return *value* without the name of the parameter or header, which clients write before it."""
    name, sign, rest = value.partition("=" if "=" in value else ":")
    own = str(tool.call.auth_fields.get("var_name", "")).casefold()
    return rest.strip() if sign and name.strip().casefold() == own else value


def _words(tool: Tool, steps: tuple[str, ...], name: str, value: str) -> tuple[str, str]:
    """Return what is wrong with the *value* of the field *name* at *steps*, and what to write."""
    origin = tool.at(*steps)
    stated = origin.document.get(origin.pointer)
    if "auth" in steps and isinstance(stated, str):
        # Older dialects have other keys, and a token without its scheme.
        name, value = str(origin.pointer[-1]), stated
    problem = f"{name!r} is {quoted(value, _NO_SECRET)}, not a variable that the caller fills in"
    if "mcpServers" in steps:
        variable = _variable(tool, steps, value)
        return problem, AS_HEADER.format(variable) if steps[-1] == "url" else _hint_for(
            value, variable
        )
    names = VARIABLE.findall(value)
    if len(names) == _NAME_AND_PASSWORD and _BASIC.match(value):
        return problem, _AS_BASIC.format(*names)
    return problem, _hint_for(_without_name(tool, value), _variable(tool, steps, value))


def _variable(tool: Tool, steps: tuple[str, ...], value: str) -> str:
    """Return the name of the variable that *value* at *steps* is, means or should be."""
    document = tool.at("call").document
    declared = mapping(document.get((X_REGISTRY, "variables")))
    named = VARIABLE.search(value) or _OTHER_SIGNS.compiled.search(value)
    return next(
        (each for each in declared if each in value), named[1] if named else _variable_name(steps)
    )


def _variable_name(steps: tuple[str, ...]) -> str:
    """Return a name for the variable at *steps*: another one for each header and each `env`."""
    name = steps[-1].upper().replace("-", "_").removeprefix("X_")
    is_named = steps[-2] in _OWN_NAMES and _NAME.fullmatch(name) and name not in _NO_NAMES
    return name if is_named else "API_KEY"


def _hint_for(value: str, variable: str) -> str:
    """Return the hint to write *variable* for *value*, behind the scheme that *value* has."""
    scheme_match = _SCHEME.compiled.match(value)
    scheme = ""
    if scheme_match:
        word, parameter, pair = scheme_match.group("word", "parameter", "pair")
        scheme = pair or f"{word} {parameter or ''}"
    return _HINT.format(f'"{scheme}${{{variable}}}"')
