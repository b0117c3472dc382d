"""An input that is named after a secret comes with one.

What an input called `token` has as its `const` or `default`, clients send for everybody, and what
an example gives it, agents copy, also inside of other values. Anyone who reads the registry can use
it, and it stays in the history when the line is removed.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: send_warning
    description: Send a warning of bad weather to a phone.
    inputs:
      type: object
      properties:
        body:
          type: object
          description: The warning.
          properties:
            app_token:
              type: string
              default: azGDORePK8gMaC0QOYAMyEEuzJnyUi  # expect: sent-secret
            text: {type: string, description: What it says.}
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/warnings
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: send_warning
    description: Send a warning of bad weather to a phone.
    inputs:
      type: object
      properties:
        body:
          type: object
          description: The warning.
          properties:
            text: {type: string, description: What it says.}
    tool_call_template:
      call_template_type: http
      http_method: POST
      url: https://api.example.com/warnings
      auth: {auth_type: api_key, api_key: "${APP_TOKEN}", var_name: X-Token, location: header}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding
from registry.rules._quoting import quoted
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import array, mapping
from registry.source.strings import placed_strings
from registry.validate.vocabulary import DATA
from registry.web.secret_patterns.names import NO_SECRET_NAME, SECRET_NAME
from registry.web.secret_patterns.random_strings import is_random

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.source import Json, Pointer

SEVERITY = Severity.WARNING
FINDS_SECRETS = True
HINT = (
    "if it is a secret, revoke it where it was issued, and remove it: a credential of the caller "
    "belongs in `auth`, as a variable; if it is none, describe the value instead of showing it"
)

_TEXT = re.compile(r"[A-Za-z0-9+/_.-]{20,200}")

_NO_SECRET = 8
"""Characters of a value that a report shows: too few to use it."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find random characters that a call sends in an input named after a secret."""
    for piece in pieces_of(tool):
        properties = mapping(piece.schema.get("properties")) if piece.is_input else {}
        for name, schema in properties.items():
            for steps, key, value in _sent_values(mapping(schema), name):
                if _is_secret(key, value):
                    place = piece.place("properties", name, *steps)
                    yield Finding(place, _sentence_on(f"`{steps[0]}` of the input", key, value))
    for example in tool.examples:
        at = tool.at_example(example, "arguments")
        for steps, key, value in _values(dict(example.arguments), "", ()):
            if _is_secret(key, value):
                yield Finding(at.at(*steps).place, _sentence_on("the argument", key, value))


def _sent_values(schema: Mapping[str, Json], name: str) -> Iterator[tuple[Pointer, str, str]]:
    """Yield what `_values` does of all that *schema* says of the value of the input *name*."""
    for keyword in (each for each in DATA if each in schema):
        # Of several values, a caller has one.
        if keyword != "enum" or len(array(schema["enum"])) == 1:
            yield from _values(schema[keyword], name, (keyword,))


def _values(value: Json, key: str, steps: Pointer) -> Iterator[tuple[Pointer, str, str]]:
    """Yield each string in *value*, which has the *key*: its steps, its own key, and itself."""
    for inside, text in placed_strings(value):
        *_, own_key = (key, *(each for each in inside if isinstance(each, str)))
        yield (*steps, *inside), own_key, text


def _is_secret(name: str, value: str) -> bool:
    is_credential = SECRET_NAME.search(name) and not NO_SECRET_NAME.search(name)
    return bool(is_credential and _TEXT.fullmatch(value)) and is_random(value)


def _sentence_on(what: str, name: str, value: str) -> str:
    return f"{what} {name!r} is {quoted(value, _NO_SECRET)}, which looks like a secret"
