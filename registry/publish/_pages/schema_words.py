"""Say in words what a JSON Schema asks of one value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from registry.source import Json
from registry.source.json_types import type_of
from registry.validate.vocabulary import DEFINITIONS, HOLDING, LIMITS

_NESTED = 3
_ALTERNATIVES = 8
"""How deep and how wide the words for one type go; the rows below it say the rest."""

WITH_ROWS = frozenset(
    {"properties", "patternProperties", "additionalProperties"}
    | {"items", "prefixItems", "oneOf", "anyOf", "allOf"}
)
"""Keywords that hold schemas which have rows of their own."""

CONDITIONS = HOLDING - WITH_ROWS - {*DEFINITIONS, "then", "else"} | {"dependentRequired"}
"""Keywords that ask for what no table of fields can show."""

RAW_SCHEMA = "raw schema"
"""What people call the schema as it is in the record of a tool."""

MORE_CONDITIONS = f"more conditions in the {RAW_SCHEMA}"

_LIMITS = frozenset(LIMITS.keys() - {"pattern"} | {"format", "additionalProperties"} | CONDITIONS)

_FORMATS = {
    "date": "date as YYYY-MM-DD",
    "date-time": "date-time with its zone, as 2026-01-31T12:00:00Z",
    "duration": "duration as PT1H30M",
}
"""What people and models write wrongly without an example (RFC 3339)."""

Object: TypeAlias = Mapping[str, Json]


def type_words(schema: Object, resolve: Callable[[Object], Object]) -> str:
    """Return the type of *schema*: `string`, `array of object`, `integer or null`, `any`."""
    given = schema.get("type")
    if isinstance(given, str) and given != "array":
        return given
    return " or ".join(dict.fromkeys(_types(schema, resolve, 0))) or "any"


def _types(schema: Object, resolve: Callable[[Object], Object], depth: int) -> Iterator[str]:
    schema = resolve(schema)
    stated = schema.get("type")
    names = stated if isinstance(stated, list) else [stated]
    for name in names:
        if name == "array" and isinstance(items := schema.get("items"), dict) and depth < _NESTED:
            inner = list(dict.fromkeys(_types(items, resolve, depth + 1)))
            yield f"array of {' or '.join(inner)}" if inner else "array"
        elif isinstance(name, str):
            yield name
    if stated is None:
        yield from _implied_types(schema, resolve, depth)


def _implied_types(
    schema: Object, resolve: Callable[[Object], Object], depth: int
) -> Iterator[str]:
    """Yield the types of a schema that names none."""
    for key in ("oneOf", "anyOf"):
        members = schema.get(key)
        if isinstance(members, list) and depth < _NESTED:
            for member in members[:_ALTERNATIVES]:
                if isinstance(member, dict):
                    yield from _types(member, resolve, depth + 1)
            return
    if "properties" in schema:
        yield "object"
    elif "items" in schema:
        yield "array"
    elif "const" in schema:
        yield type_of(schema["const"])
    elif isinstance(values := schema.get("enum"), list):
        yield from (type_of(value) for value in values)


def constraint_phrases(schema: Object) -> tuple[str, ...]:
    """Return what *schema* asks beside the type, each in a few words."""
    if _LIMITS.isdisjoint(schema):
        return ()
    phrases = (
        _span(schema, "minLength", "maxLength", "character"),
        _span(schema, "minItems", "maxItems", "item"),
        _span(schema, "minProperties", "maxProperties", "field"),
        _range(schema),
        _phrase(schema, "multipleOf", "a multiple of {}"),
        _FORMATS.get(str(schema.get("format")), _phrase(schema, "format", "{}")),
        "no two alike" if schema.get("uniqueItems") is True else "",
        "no other fields" if _is_closed(schema) else "",
        "" if CONDITIONS.isdisjoint(schema) else MORE_CONDITIONS,
    )
    return tuple(filter(None, phrases))


def _is_closed(schema: Object) -> bool:
    return schema.get("additionalProperties") is False and bool(schema.get("properties"))


def _phrase(schema: Object, key: str, words: str) -> str:
    value = schema.get(key)
    return words.format(value) if isinstance(value, str | int | float) else ""


def _span(schema: Object, least: str, most: str, noun: str) -> str:
    low, high = _number(schema, least), _number(schema, most)
    last = high if high is not None else low
    nouns = noun if last == 1 else f"{noun}s"
    if low is not None and low == high:
        return f"exactly {low} {nouns}"
    if low and high is not None:
        return f"{low} to {high} {nouns}"
    if high is not None:
        return f"at most {high} {nouns}"
    return f"at least {low} {nouns}" if low else ""


def _range(schema: Object) -> str:
    low, high = _number(schema, "minimum"), _number(schema, "maximum")
    above, below = _number(schema, "exclusiveMinimum"), _number(schema, "exclusiveMaximum")
    if low is not None and high is not None:
        return f"{low} to {high}"
    words = (
        "" if low is None else f"at least {low}",
        "" if above is None else f"more than {above}",
        "" if high is None else f"at most {high}",
        "" if below is None else f"less than {below}",
    )
    return ", ".join(filter(None, words))


def _number(schema: Object, key: str) -> int | float | None:
    value = schema.get(key)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None
