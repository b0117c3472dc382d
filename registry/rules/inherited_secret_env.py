"""A program inherits secrets from the environment of the caller.

`inherit_env_vars` passes variables on without asking. A key in one of them reaches a program that
it was never meant for.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: get_weather
    description: Current weather at the station nearest to a place.
    inputs: {type: object}
    tool_call_template:
      call_template_type: cli
      commands:
        - command: weather --now
      inherit_env_vars: [AWS_SECRET_ACCESS_KEY]  # expect: inherited-secret-env
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
      call_template_type: cli
      commands:
        - command: weather --now
      env_vars: {WEATHER_KEY: "${WEATHER_KEY}"}
```
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.model.naming import as_variable
from registry.rules import Finding
from registry.source.narrowing import array

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool

SEVERITY = Severity.ERROR
HINT = "remove it here, and ask for a variable of your own in `env_vars`"

_SECRET = re.compile(
    r"KEY|TOKEN|SECRET|PASSW|CRED|AUTH|PRIVATE|SESSION|COOKIE|^(?:AWS|AZURE|GOOGLE|GH|GITHUB|SSH)_",
    re.IGNORECASE,
)


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find inherited variables with names of secrets."""
    prefix = as_variable(tool.publisher)
    for index, name in enumerate(array(tool.call.options.get("inherit_env_vars"))):
        if isinstance(name, str) and _SECRET.search(name):
            yield Finding(
                tool.at("call", "options", "inherit_env_vars", index).place,
                f"the program inherits {name!r} from its caller",
                f'remove it here, and write `env_vars: {{{name}: "${{{prefix}_{name}}}"}}`: then '
                "the caller decides",
            )
