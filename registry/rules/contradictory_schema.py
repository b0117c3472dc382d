"""A schema contradicts itself.

No argument can be valid, or a value that the schema itself offers is not: limits cross, `not`
excludes every value, two branches of `oneOf` are equal, so that no value fits exactly one. An agent
tries it, and fails. A limit for values of another type, such as `minimum` of a string, has no
effect, and a default such as `None` is sent as that word.

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
        days: {type: integer, minimum: 16, maximum: 1}  # expect: contradictory-schema
        units: {enum: [metric, imperial], default: kelvin}  # expect: contradictory-schema
        place:
          oneOf:
            - {type: string, description: Name of a town.}
            - {type: string, description: A postcode.}  # expect: contradictory-schema
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
        days: {type: integer, minimum: 1, maximum: 16}
        units: {type: string, enum: [metric, imperial], default: metric}
        place:
          anyOf:
            - {type: string, description: Name of a town.}
            - {type: string, description: A postcode.}
    tool_call_template:
      call_template_type: http
      url: https://api.example.com/weather
```
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from registry.diagnostics import Severity
from registry.rules import Finding, Group
from registry.rules._missing_quotes import quotes_hint
from registry.rules._quoting import and_more
from registry.rules._schema_pieces import pieces_of
from registry.source.json_types import has_type
from registry.source.narrowing import array, mapping
from registry.validate import checker
from registry.validate.vocabulary import LIMITS, is_idle, levels, restrictions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from registry.model import Tool
    from registry.rules._schema_pieces import Piece
    from registry.source import Json

SEVERITY = Severity.ERROR
GROUP = Group.QUALITY
HINT = "decide which one is right, and change the other"

_LIMITS = (
    ("minimum", "maximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
)
_LOW = frozenset(low for low, _ in _LIMITS)
_SAMPLES = ("default", "example")
_NOTHING = frozenset({"None", "null", "Null", "NULL", "nil", "undefined"})
_JUDGED = frozenset(
    {"required", "additionalProperties", "not", "oneOf", "enum", "const", "examples"}
    | {*LIMITS, *_SAMPLES}
)
"""Keywords of which each contradiction has one; most pieces have none."""

_PLAINLY = frozenset({"properties", "items", "prefixItems", "allOf", "$defs", "definitions"})
"""Keywords under which a schema applies without a condition."""


def check_tool(tool: Tool) -> Iterator[Finding]:
    """Find what excludes every value or a required name, and samples that are not valid."""
    for piece in pieces_of(tool):
        if _JUDGED.isdisjoint(piece.schema):
            continue
        yield from _crossed_limits(piece)
        yield from _forbidden_names(piece)
        yield from _excluded_values(piece)
        yield from _doubled_branches(piece)
        yield from _unfit_samples(piece)
        yield from _impossible_values(piece)
        yield from _idle_limits(piece)


def _crossed_limits(piece: Piece) -> Iterator[Finding]:
    if _LOW.isdisjoint(piece.schema):
        return
    for low, high in _LIMITS:
        least, most = piece.schema.get(low), piece.schema.get(high)
        if isinstance(least, int | float) and isinstance(most, int | float) and least > most:
            yield Finding(piece.place(low), f"`{low}` is {least}, above the `{high}` of {most}")


def _forbidden_names(piece: Piece) -> Iterator[Finding]:
    if piece.schema.get("additionalProperties") is not False:
        return
    properties = mapping(piece.schema.get("properties"))
    if piece.schema.keys() & {"patternProperties", "allOf", "$ref"}:
        return
    for name in array(piece.schema.get("required")):
        if isinstance(name, str) and name not in properties:
            yield Finding(
                piece.place("required"), f"{name!r} is required, but no such property is allowed"
            )


def _excluded_values(piece: Piece) -> Iterator[Finding]:
    """Find a `not` of everything, and required properties for which nothing is allowed.

    In a branch or a condition both are a way to forbid a property, and so they are where it is
    optional; an input that nobody can give is nevertheless of no use.
    """
    properties = mapping(piece.schema.get("properties"))
    for name in array(piece.schema.get("required")):
        if isinstance(name, str) and properties.get(name) is False and _holds_always(piece):
            yield Finding(
                piece.place("properties", name), f"{name!r} is required, but no value is allowed"
            )
    if not _allows_all(piece.schema.get("not")) or not _holds_always(piece):
        return
    last = [each[0] for each in levels(piece.steps[1:])][-1:]
    if last in ([], ["properties"], ["allOf"]):
        is_optional = last == ["properties"] and piece.steps[-1] not in array(
            piece.owner.get("required")
        )
        yield Finding(
            piece.place("not"),
            f"{piece.name} fits no value, because `not` excludes all of them",
            severity=Severity.WARNING if is_optional else Severity.ERROR,
            hint="say what is not allowed, or remove `not`",
        )


def _holds_always(piece: Piece) -> bool:
    return all(each[0] in _PLAINLY for each in levels(piece.steps[1:]))


def _allows_all(schema: Json) -> bool:
    return schema is True or (isinstance(schema, dict) and not restrictions(schema))


def _doubled_branches(piece: Piece) -> Iterator[Finding]:
    """Find branches of `oneOf` that are equal but for what they say to people."""
    first: dict[str, int] = {}
    for index, branch in enumerate(array(piece.schema.get("oneOf"))):
        bare: Json = restrictions(branch) if isinstance(branch, dict) else branch
        earlier = first.setdefault(json.dumps(bare, sort_keys=True), index)
        if earlier != index:
            yield Finding(
                piece.place("oneOf", index),
                f"branches {earlier + 1} and {index + 1} of `oneOf` are equal, and a value that"
                " fits both is not valid",
                hint="rename `oneOf` to `anyOf`, or say what distinguishes the two",
            )


def _unfit_samples(piece: Piece) -> Iterator[Finding]:
    """Find samples that their own schema does not allow; they mislead, but break nothing."""
    if piece.schema.keys().isdisjoint((*_SAMPLES, "examples")):
        return
    samples: list[tuple[tuple[str | int, ...], Json]] = [
        ((name,), piece.schema[name]) for name in _SAMPLES if name in piece.schema
    ]
    samples += (
        (("examples", index), value)
        for index, value in enumerate(array(piece.schema.get("examples")))
    )
    problems_of = checker({key: value for key, value in piece.schema.items() if key in _PLAIN})
    for steps, value in samples:
        if steps == ("default",) and _is_no_default(piece, value):
            yield Finding(
                piece.place(*steps),
                f"`default` of {piece.name} is the word {str(value)!r}, which clients send",
                severity=Severity.WARNING,
                hint="remove it: an input without a default is left out",
            )
        # A default of null means that there is no default.
        elif value is not None and problems_of(value):
            sample = json.dumps(value, ensure_ascii=False)
            yield Finding(
                piece.place(*steps),
                f"`{steps[0]}` of {piece.name} is {sample[:60]}, which the schema does not allow",
                severity=Severity.WARNING,
                hint=quotes_hint(lambda other: not problems_of(other), piece.at(*steps)),
            )


def _is_no_default(piece: Piece, value: Json) -> bool:
    """Return whether *value* is a word by which other languages say that there is none."""
    is_word = isinstance(value, str) and value in _NOTHING
    return is_word and piece.is_input and piece.schema.keys().isdisjoint(("enum", "const"))


def _impossible_values(piece: Piece) -> Iterator[Finding]:
    """Find allowed values of another type than the schema requires."""
    kind = piece.schema.get("type")
    if piece.schema.keys().isdisjoint(("enum", "const")) or not isinstance(kind, str):
        return
    choices: list[tuple[tuple[str | int, ...], Json]] = [
        (("enum", index), value) for index, value in enumerate(array(piece.schema.get("enum")))
    ]
    # OpenAPI's `nullable` keeps the type and adds null to the allowed values.
    unfit = [each for each in choices if each[1] is not None and not has_type(each[1], kind)]
    if unfit:
        yield _unfit_values(piece, kind, unfit)
    const = piece.schema.get("const")
    if const is not None and not has_type(const, kind):
        finding = _unfit_values(piece, kind, [(("const",), const)])
        if isinstance(const, list):
            finding = finding._replace(hint="rename `const`, which has one value, to `enum`")
        yield finding


def _unfit_values(
    piece: Piece, kind: str, unfit: list[tuple[tuple[str | int, ...], Json]]
) -> Finding:
    """Return the finding of values that are not of the type *kind*, each with its place."""
    first = json.dumps(unfit[0][1], ensure_ascii=False)
    values = f"{first[:60]}{and_more(unfit[1:])}"
    hint = quotes_hint(
        lambda other: has_type(other, kind), *(piece.at(*steps) for steps, _ in unfit)
    )
    if isinstance(unfit[0][1], dict):
        hint = "list only the values, and say in the description what each of them means"
    return Finding(
        piece.place(*unfit[0][0]),
        f"{piece.name} must be of type {kind}, but its value {values} is not",
        severity=Severity.WARNING,
        hint=hint,
    )


def _idle_limits(piece: Piece) -> Iterator[Finding]:
    """Find limits that no value of the stated type can break."""
    kind = piece.schema.get("type")
    kinds = [each for each in (kind if isinstance(kind, list) else [kind]) if isinstance(each, str)]
    idle = [each for each in piece.schema if is_idle(each, kinds)]
    if idle:
        yield Finding(
            piece.key_place(idle[0]),
            f"`{idle[0]}` limits values of type {LIMITS[idle[0]][0]}, but {piece.name} is of type "
            f"{' or '.join(kinds)}",
            severity=Severity.WARNING,
            hint=f"remove {' and '.join(f'`{each}`' for each in idle)}, or change the type",
        )


_PLAIN = frozenset({"type", "enum", "const", "minimum", "maximum", "minLength", "maxLength"})
"""Keywords that only need the value itself; the others may refer to another schema."""
