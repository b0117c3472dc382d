"""A schema has a keyword that JSON Schema does not define.

Readers ignore unknown keywords. A misspelt one, such as `requierd`, therefore has no effect, and
the mistake goes unnoticed.

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

from registry.diagnostics import Severity, nearest
from registry.model import Where
from registry.rules import Finding, Group
from registry.rules._lost_properties import example_finding, is_example, lost_properties_finding
from registry.rules._schema_pieces import pieces_of
from registry.validate.vocabulary import DIRECTLY, KEYWORDS, TYPES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.rules._schema_pieces import Piece
    from registry.source import Json

SEVERITY = Severity.WARNING
GRAVEST = Severity.ERROR
GROUP = Group.QUALITY
HINT = "remove it, or start its name with `x-` if it is for your own use"

_OF_OPENAPI = ("discriminator", "externalDocs", "nullable", "xml")
_IS_KNOWN = KEYWORDS.union(_OF_OPENAPI)
_KNOWN = tuple(sorted(_IS_KNOWN))

_LIMITS = {"string": "Length", "array": "Items", "object": "Properties"}
"""By type, how the keywords end that limit its size; those of numbers end in "imum"."""

_INSTEAD = {
    "choices": "enum",
    "desc": "description",
    "fields": "properties",
    "options": "enum",
    "props": "properties",
    "regex": "pattern",
    "values": "enum",
}
"""What people call a keyword, and its name."""


_HINTS = {
    "schema": "move what it contains one level up, and remove this line",
    "optional": "remove it: an input is optional unless `required` lists it",
}
"""What has no other name in JSON Schema, and what to do about it."""

_PLACES = {
    "query": "remove it: clients send what has no other place in the query",
    "path": "remove it, and write `{{{}}}` where the URL has the value",
    "header": "remove it, and write `header_fields: [{}]` in the call, under the header's name",
    "body": "remove it, and make the input a property of one input, an object called `body`",
}
"""By what OpenAPI calls the place of a parameter, how a call says it."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find unknown keywords.

    Those that resemble a known one are errors, and inputs in the place of `properties`: the tool
    would be published without them.
    """
    for piece in pieces_of(tool):
        if piece.schema.get("nullable") is True and tool.protocol == "utcp":
            yield Finding(
                piece.key_place("nullable"),
                f"{piece.name} has `nullable: true`, which only OpenAPI defines",
                _nullable(piece),
            )
        unknown = [each for each in piece.schema if _is_unknown(each)]
        if is_example(piece, unknown) or _is_only_input(piece, unknown):
            yield example_finding(piece, unknown)
            continue
        lost = [each for each in unknown if _is_lost_input(piece, each)]
        if len(lost) > 1:
            yield lost_properties_finding(piece, lost)
            unknown = [each for each in unknown if each not in lost]
        for keyword in unknown:
            guess = _meant_keyword(keyword, piece.schema)
            yield Finding(
                piece.key_place(keyword),
                f"{piece.name} has the keyword {keyword!r}, which JSON Schema does not define",
                _hint_instead_of(guess, piece.schema)
                if guess
                else _HINTS.get(keyword, "")
                or _place(piece, keyword)
                or _elsewhere(piece.schema[keyword]),
                Severity.ERROR if guess or keyword in lost else None,
            )


def _is_unknown(keyword: str) -> bool:
    return keyword not in _IS_KNOWN and not keyword.startswith(("x-", "X-"))


def _is_only_input(piece: Piece, unknown: list[str]) -> bool:
    """Return whether *unknown* is the one input of a tool, with only a description of it."""
    if piece.steps != ("inputs",) or len(unknown) != 1 or piece.schema.get("properties"):
        return False
    value = piece.schema[unknown[0]]
    is_text = isinstance(value, str) and value not in TYPES
    return is_text and not _meant_keyword(unknown[0], piece.schema)


def _is_lost_input(piece: Piece, keyword: str) -> bool:
    """Return whether the unknown *keyword* is an input where no other is declared."""
    value = piece.schema[keyword]
    is_lost = _is_schema(value) or value in TYPES
    is_known = keyword in _HINTS or bool(_meant_keyword(keyword, piece.schema))
    return is_lost and not is_known and piece.is_input and not piece.schema.get("properties")


def _is_schema(value: Json) -> bool:
    return isinstance(value, dict) and (isinstance(value.get("type"), str) or "$ref" in value)


def _nullable(piece: Piece) -> str:
    """Return what to do about `nullable: true` in *piece*: only a body can contain null."""
    match piece.steps:
        case ("inputs", "properties", name) if name not in piece.tool.call.names(Where.BODY):
            return "remove it: clients leave out what is not given"
    kind = piece.schema.get("type")
    stated = kind if isinstance(kind, str) else "string"
    return f'remove it, or, if the API distinguishes null, write `type: [{stated}, "null"]`'


def _hint_instead_of(guess: str, schema: Mapping[str, Json]) -> str:
    """Return what to do about a keyword that stands for *guess*."""
    # The inputs of a tool always have `properties`: an empty mapping, unless the author wrote them.
    is_there = schema.get(guess, {}) != {}
    return f"remove it: `{guess}` already exists" if is_there else f"did you mean `{guess}`?"


def _place(piece: Piece, keyword: str) -> str:
    """Return how a call of UTCP says what *keyword* says of the place of an input, or ""."""
    match piece.steps:
        case ("inputs", "properties", name) if keyword in ("in", "location"):
            is_called = piece.tool.protocol == "utcp"
            return _PLACES.get(str(piece.schema[keyword]), "").format(name) if is_called else ""
    return ""


def _elsewhere(value: Json) -> str:
    """Return what to do about a keyword with *value* that resembles none; "" for the usual."""
    moved = "move it below `properties`"
    if value in TYPES:
        moved += f" with `{{type: {value}}}` for {str(value)!r}"
    is_schema = isinstance(value, dict) or value in TYPES
    return f"if it is a property, {moved}; otherwise {HINT}" if is_schema else ""


def _meant_keyword(keyword: str, schema: Mapping[str, Json]) -> str:
    """Return the keyword that *keyword* in *schema* probably stands for, or ""."""
    value = schema[keyword]
    if keyword in _HINTS:
        return ""
    if _is_schema(value):
        # An input called `length` or `options` is not the keyword for a number or a list.
        return nearest(keyword, DIRECTLY)
    if keyword in ("min", "max"):
        return keyword + _LIMITS.get(str(schema.get("type")), "imum")
    return _INSTEAD.get(keyword) or nearest(keyword, _KNOWN)
