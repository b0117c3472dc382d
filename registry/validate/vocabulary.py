"""The keywords of JSON Schema by the kind of their value: the one table for walking schemas.

It is the vocabulary of draft 2020-12 (Core, sections 8, 10 and 11; Validation, section 8.5) with
the keywords of older drafts that authors still write. These parts differ from it, and why:

- `protocols.utcp.nulls` goes `among` the keywords for which the Python client has a field: nowhere
  else does its serialiser write a null;
- `protocols.opentool` goes `among` `properties` and `items`: its schemas know nothing else;
- `changes.model_texts` and `review.new_demands` also read below unknown keywords: models read what
  validators skip;
- `authoring.key_order` and the tables of pages follow a value, not a schema, so they go by what
  each keyword says of the value;
- the Gemini API accepts a subset of OpenAPI; everything else is recorded as lost;
- `validate._expanded_size` counts everything in a schema, since engines build all of it;
- `site.client_checks` does not use it, so that it can find mistakes made here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterator, Mapping

    from registry.source import Json, Pointer

Schema: TypeAlias = "dict[str, Json]"
Act: TypeAlias = "Callable[[Pointer, Json], Json]"

DEFINITIONS = ("$defs", "definitions")
"""Keywords that keep schemas for references; they ask for nothing (Core, 8.2.4)."""

REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
"""Keywords that stand for another schema (Core, 8.2.3); the last is that of draft 2019-09."""

IN_MAPPINGS = (*DEFINITIONS, "properties", "patternProperties", "dependentSchemas", "dependencies")
"""Keywords whose value is a mapping of schemas, by names that the author chose.

`dependencies` (up to draft 7) may hold lists of names instead.
"""

COMPOSITIONS = ("allOf", "anyOf", "oneOf")
"""Keywords with several schemas for the same value (Core, 10.2.1)."""

IN_LISTS = (*COMPOSITIONS, "prefixItems", "items")
"""Keywords whose value is a list of schemas; `items` was one before draft 2020-12."""

DIRECTLY = (
    *("items", "additionalItems", "unevaluatedItems", "contains"),
    *("additionalProperties", "unevaluatedProperties", "propertyNames"),
    *("not", "if", "then", "else", "contentSchema"),
)
"""Keywords whose value is a schema."""

IN_PLACE = (*COMPOSITIONS, "not", "if", "then", "else", "dependentSchemas")
"""Keywords whose schemas apply to the same value as the whole schema (Core, 10.2)."""

DATA = ("const", "default", "enum", "example", "examples")
"""Keywords with plain values: what looks like a keyword inside them is not one."""

NAMES = ("required", "dependentRequired")
"""Keywords with names of properties."""

ANNOTATIONS = (
    *("title", "description", "examples", "example", "deprecated", "readOnly", "writeOnly"),
    *("$comment", "$schema", "$id"),
)
"""Keywords that do not restrict the value; `default` changes what a call does."""

TYPES = ("string", "number", "integer", "boolean", "object", "array", "null")
"""The types of JSON Schema."""

UNDEMANDING = frozenset((*ANNOTATIONS, *DEFINITIONS))
"""Keywords that do not affect which values are valid."""

IN_LOWER_CASE = " in lower case"
"""The end of the hint for a word that is only in the wrong case, such as the types of Gemini."""

MEANT_TYPES = {
    "bool": "boolean",
    **dict.fromkeys(("int", "long"), "integer"),
    **dict.fromkeys(("decimal", "double", "float", "num"), "number"),
    **dict.fromkeys(("str", "text"), "string"),
    **dict.fromkeys(("dict", "json", "map"), "object"),
    "list": "array",
}
"""What other languages call a type, and what it is in JSON Schema."""

_FORMATS = {
    **{name: name for name in ("date", "date-time", "email", "time", "uri", "uuid")},
    "datetime": "date-time",
    "url": "uri",
}

OTHER_TYPES = {
    **{name: f"write `{kind}`" for name, kind in MEANT_TYPES.items()},
    **{name: f"write `string`, and `format: {form}` beside it" for name, form in _FORMATS.items()},
    **{
        f"{kind}[]": f"write `array`, and `items: {{type: {kind}}}` beside it"
        for kind in ("string", "integer", "number", "boolean", "object")
    },
    **{
        f"{kind}|null": f'write `[{kind}, "null"]`'
        for kind in ("string", "integer", "number", "boolean", "object")
    },
    "string|integer": "write `[string, integer]`",
    "string|number": "write `[string, number]`",
    **dict.fromkeys(("none", "None"), 'write "null", in quotes'),
    "any": "remove `type`: a schema without it allows anything",
    "enum": "write the type of the values, such as `string`; they are listed as `enum` beside it",
    "file": "write `string`: clients send JSON or text, never a file",
    "timestamp": "write `string`, and `format: date-time` beside it; `integer` for seconds",
}
"""What people write as a `type`, and what to do about it."""

LIMITS = {
    **dict.fromkeys(("minLength", "maxLength", "pattern"), ("string",)),
    **dict.fromkeys(("minimum", "maximum", "multipleOf"), ("number", "integer")),
    **dict.fromkeys(("exclusiveMinimum", "exclusiveMaximum"), ("number", "integer")),
    **dict.fromkeys(("minItems", "maxItems", "uniqueItems"), ("array",)),
    **dict.fromkeys(("minProperties", "maxProperties"), ("object",)),
}
"""Keywords that limit a value, with its types: they allow every value of another type."""

KEYWORDS = frozenset(
    {*REFERENCES, *IN_MAPPINGS, *IN_LISTS, *DIRECTLY, *DATA, *NAMES, *ANNOTATIONS, *LIMITS}
    | {"$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary", "id", "type", "format"}
    | {"contentEncoding", "contentMediaType", "minContains", "maxContains"}
)
"""Every keyword of JSON Schema since draft 4, with `example` of OpenAPI."""

RESTRICTING = (
    KEYWORDS
    - {*ANNOTATIONS, *DEFINITIONS, "default", "id"}
    - {"$anchor", "$dynamicAnchor", "$recursiveAnchor", "$vocabulary"}
    - {"contentEncoding", "contentMediaType", "contentSchema"}
)
"""The keywords that restrict the value; those of contents do not (Validation, section 8.1)."""

HOLDING = frozenset((*IN_MAPPINGS, *IN_LISTS, *DIRECTLY))
"""Every keyword whose value contains schemas."""

_KINDS = (dict, bool)
"""What a schema is. Python looks at the types of a tuple four times as fast as at `dict | bool`,
and every schema of every tool is walked a dozen times.
"""


def is_idle(keyword: str, types: Collection[str]) -> bool:
    """Return whether *keyword* limits no value of any of *types*; none means all of them."""
    return bool(types) and keyword in LIMITS and set(types).isdisjoint(LIMITS[keyword])


def subschemas(
    schema: Mapping[str, Json], among: Container[str] = HOLDING
) -> Iterator[tuple[Pointer, Json]]:
    """Yield each schema directly inside *schema*, with the steps that lead to it.

    A schema is a mapping or a boolean. Keywords that are not *among* those given are skipped.
    """
    for keyword, value in schema.items():
        if keyword in among:
            yield from held(keyword, value)


def held(keyword: str, value: Json) -> Iterator[tuple[Pointer, Json]]:
    """Yield the schemas in *value*, the value of *keyword*, as `subschemas` does."""
    if isinstance(value, dict) and keyword in IN_MAPPINGS:
        for name, inner in value.items():
            if isinstance(inner, _KINDS):
                yield (keyword, name), inner
    elif isinstance(value, list) and keyword in IN_LISTS:
        for index, inner in enumerate(value):
            if isinstance(inner, _KINDS):
                yield (keyword, index), inner
    elif isinstance(value, _KINDS) and keyword in DIRECTLY:
        yield (keyword,), value


def walk(schema: Mapping[str, Json], pointer: Pointer = ()) -> list[tuple[Pointer, Schema]]:
    """Return *schema*, which is at *pointer*, and each mapping in it that is a schema.

    The outermost come first.
    """
    found: list[tuple[Pointer, Schema]] = []
    _walk(cast("Schema", schema), pointer, found)
    return found


def _walk(schema: Schema, pointer: Pointer, collected: list[tuple[Pointer, Schema]]) -> None:
    collected.append((pointer, schema))
    if HOLDING.isdisjoint(schema):
        return
    for keyword, value in schema.items():
        if keyword in HOLDING:
            for steps, inner in held(keyword, value):
                if isinstance(inner, dict):
                    _walk(inner, pointer + steps, collected)


def rebuilt(
    schema: Mapping[str, Json],
    act: Act,
    among: frozenset[str] = HOLDING,
) -> Schema:
    """Return *schema* with each schema directly inside it replaced by what *act* returns.

    *act* takes what `subschemas` yields. The keys keep their order.
    """
    if among.isdisjoint(schema):
        return {**schema}
    return {
        keyword: _rebuilt(keyword, value, act) if keyword in among else value
        for keyword, value in schema.items()
    }


def with_inner(
    schema: Mapping[str, Json],
    change: Callable[[Schema], Json],
    among: frozenset[str] = HOLDING,
) -> Schema:
    """Return *schema* with each mapping directly in it that is a schema as *change* returns it."""
    return rebuilt(
        schema, lambda _, inner: change(inner) if isinstance(inner, dict) else inner, among
    )


def _rebuilt(keyword: str, value: Json, act: Act) -> Json:
    if isinstance(value, dict) and keyword in IN_MAPPINGS:
        return {name: _act_on_schema((keyword, name), each, act) for name, each in value.items()}
    if isinstance(value, list) and keyword in IN_LISTS:
        return [_act_on_schema((keyword, index), each, act) for index, each in enumerate(value)]
    return _act_on_schema((keyword,), value, act) if keyword in DIRECTLY else value


def _act_on_schema(steps: Pointer, value: Json, act: Act) -> Json:
    return act(steps, value) if isinstance(value, _KINDS) else value


def restrictions(schema: Mapping[str, Json]) -> Schema:
    """Return *schema* with only the keywords that restrict the value, at every level.

    Two schemas with the same restrictions allow the same values.
    """
    kept = {keyword: value for keyword, value in schema.items() if keyword in RESTRICTING}
    return with_inner(kept, restrictions)


def levels(pointer: Pointer) -> Iterator[Pointer]:
    """Yield the steps from one schema to the next in *pointer*, which leads to a schema.

    Examples are `("properties", "items")`, in which `items` is a name, and `("items",)`.
    """
    remaining = pointer
    while remaining:
        is_listed = len(remaining) > 1 and isinstance(remaining[1], int)
        length = 2 if remaining[0] in IN_MAPPINGS or is_listed else 1
        yield remaining[:length]
        remaining = remaining[length:]
