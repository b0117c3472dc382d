"""A schema has a keyword that JSON Schema does not know.

Readers ignore such keywords. A misspelt one, such as `requierd`, therefore says nothing, and nobody
notices.

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
        place: {type: string}
      requierd: [place]  # expect: unknown-schema-keyword
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
        place: {type: string}
      required: [place]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.validate import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.rules._schemas import Schemas

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "remove it, or begin its name with `x-` if it is for your own use"

_OF_JSON_SCHEMA = (
    "$anchor $comment $defs $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref "
    "$schema $vocabulary additionalItems additionalProperties allOf anyOf const contains "
    "contentEncoding contentMediaType contentSchema default definitions dependencies "
    "dependentRequired dependentSchemas deprecated description else enum examples "
    "exclusiveMaximum exclusiveMinimum format id if items maxContains maxItems maxLength "
    "maxProperties maximum minContains minItems minLength minProperties minimum multipleOf not "
    "oneOf pattern patternProperties prefixItems properties propertyNames readOnly required then "
    "title type unevaluatedItems unevaluatedProperties uniqueItems writeOnly"
)
_OF_OPENAPI = "discriminator example externalDocs nullable xml"
_KNOWN = (*_OF_JSON_SCHEMA.split(), *_OF_OPENAPI.split())
_IS_KNOWN = frozenset(_KNOWN)


def check_schemas(schemas: Schemas) -> Iterator[Finding]:
    """Find unknown keywords; those that resemble a known one are errors."""
    for piece in schemas.pieces:
        for keyword in piece.schema.keys() - _IS_KNOWN:
            if keyword.startswith(("x-", "X-")):
                continue
            guess = nearest(keyword, _KNOWN)
            yield Finding(
                piece.key_place(keyword),
                f"{piece.name} has the keyword {keyword!r}, which JSON Schema does not know",
                f"did you mean `{guess}`?" if guess else "",
                Severity.ERROR if guess else None,
            )
