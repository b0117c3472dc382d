"""The description of a value contradicts its schema.

People and models read the words, validators the schema: a call that follows the one is refused by
the other. The rule compares what both say about the same thing: whether an input is required, its
default, its limits, the spelling of allowed values and of the other inputs, and whether a date has
a time.

Bad:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: list_stations
    description: Stations near a place, the nearest first.
    inputs:
      type: object
      properties:
        place:
          type: string
          description: Required. Name of a town.  # expect: contradictory-description
        limit:
          type: integer
          maximum: 200
          default: 10
          description: Number of stations, at most 100.  # expect: contradictory-description
        order:
          type: string
          enum: [NAME, DISTANCE]
          description: Either `name` or `distance`.  # expect: contradictory-description
        since:
          type: string
          format: date-time
          description: Day of the first report, as YYYY-MM-DD.  # expect: contradictory-description
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/stations
```

Good:

```yaml
utcp_version: "1.0.1"
manual_version: "1.0.0"
tools:
  - name: list_stations
    description: Stations near a place, the nearest first.
    inputs:
      type: object
      properties:
        place: {type: string, description: Required. Name of a town.}
        limit:
          type: integer
          maximum: 100
          default: 10
          description: Number of stations, at most 100. Default 10.
        order:
          type: string
          enum: [NAME, DISTANCE]
          description: Either `NAME` or `DISTANCE`.
        since:
          type: string
          format: date
          description: Day of the first report, as YYYY-MM-DD.
      required: [place]
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/stations
```
"""

from __future__ import annotations

import json
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._restated_schema import (
    date_format,
    defaults,
    folded,
    limits,
    need,
    spelled_otherwise,
)
from registry.rules._schema_pieces import pieces_of
from registry.source.narrowing import array, mapping, string, strings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.rules._schema_pieces import Piece
    from registry.source import Json

SEVERITY = Severity.WARNING
GROUP = Group.QUALITY
HINT = "look up which one is right in the provider's documentation, and change the other"

_LIMITS = {
    "integer": ("minimum", "maximum"),
    "number": ("minimum", "maximum"),
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
}
_ALSO_REQUIRING = frozenset({"anyOf", "oneOf", "allOf", "if", "$ref", "dependentRequired"})
"""Keywords by which an object may require more than `required` lists."""


class _Names(NamedTuple):
    """The names of all inputs and outputs, and those of inputs as `spelled_otherwise` reads."""

    every: frozenset[str]
    inputs: Mapping[str, str]


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find descriptions that say something else than the keywords beside them."""
    named: dict[str | int, list[str]] = {"inputs": [], "outputs": []}
    for piece in pieces_of(tool):
        named[piece.steps[0]] += mapping(piece.schema.get("properties"))
    names = _Names(frozenset(chain(*named.values())), folded(named["inputs"]))
    for piece in pieces_of(tool):
        text = string(piece.schema.get("description"))
        for said in _contradictions(piece, text, names) if text else ():
            yield Finding(piece.place("description"), f"the description of {piece.name} {said}")


def _contradictions(piece: Piece, text: str, names: _Names) -> Iterator[str]:
    yield from _format(piece.schema, text)
    if piece.is_input:
        yield from _need(piece, text)
        yield from _default(piece.schema, text)
        yield from _limits(piece.schema, text)
        yield from _spelling(piece.schema, text, names)


def _need(piece: Piece, text: str) -> Iterator[str]:
    stated = need(text)
    # What a PATCH leaves out stays as it is, also where the whole object requires it.
    is_partial = piece.tool.call.method == "PATCH" and piece.depth > 1
    owner = {} if stated is None or is_partial else piece.owner
    is_required = piece.steps[-1] in array(owner.get("required"))
    if owner and stated and not is_required:
        if "default" not in piece.schema and owner.keys().isdisjoint(_ALSO_REQUIRING):
            yield "calls it required, but `required` does not list it"
    elif is_required and not stated:
        yield "calls it optional, but `required` lists it"


def _default(schema: Mapping[str, Json], text: str) -> Iterator[str]:
    default = schema.get("default")
    if default is None:
        return
    default_text = default if isinstance(default, str) else json.dumps(default)
    described = defaults(text)
    if schema.get("type") in ("integer", "number"):
        described = [each for each in described if _number(each) is not None]
        is_said = default in [_number(each) for each in described]
    else:
        choices = [str(each).casefold() for each in array(schema.get("enum")) or ("true", "false")]
        described = [each for each in described if each.casefold() in choices]
        is_said = default_text.casefold() in map(str.casefold, described)
    if described and not is_said:
        yield f"says that the default is {described[0]}, but `default` is {default_text}"


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None


def _limits(schema: Mapping[str, Json], text: str) -> Iterator[str]:
    kind = string(schema.get("type"))
    keys = _LIMITS.get(kind, ())
    if schema.keys().isdisjoint(keys):
        return
    for stated, key, word in zip(limits(text, kind), keys, ("least", "most"), strict=True):
        limit = schema.get(key)
        if isinstance(limit, int | float) and len(stated) == 1 and limit not in stated:
            yield f"says at {word} {next(iter(stated)):.15g}, but `{key}` is {limit:.15g}"
            return


def _format(schema: Mapping[str, Json], text: str) -> Iterator[str]:
    stated = schema.get("format")
    if stated == "date-time" and date_format(text) == "date":
        yield "speaks of a day, but `format: date-time` also needs a time"
    elif stated == "date" and date_format(text) == "date-time":
        yield "speaks of a time, but `format: date` only allows a day"


def _spelling(schema: Mapping[str, Json], text: str, names: _Names) -> Iterator[str]:
    if "`" not in text:
        return
    choices = strings(schema.get("enum"))
    right = names.every.union(choices)
    for word, choice in spelled_otherwise(text, folded(choices)):
        if word not in right:
            yield f"says `{word}`, but the value is spelled {choice!r}"
            return
    for word, name in spelled_otherwise(text, names.inputs):
        # Words in capitals are values, and those that only differ in case may be plain words.
        if word not in right and word[0].islower() and word.casefold() != name.casefold():
            yield f"says `{word}`, but the input is called {name!r}"
            return
