"""Remove the keywords of a converted schema that no longer hold once parts of it allow more.

A schema that allows more never refuses a valid call, with two exceptions: below `not` it allows
less, and a value that fits one branch of `oneOf` may now fit several. So a `not` is kept only if
all in it is, and a `oneOf` becomes `anyOf` if any of its branches says less than it did, or if a
`discriminator`, which is not kept, chose among them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from registry.authoring.importers.openapi._merging import as_text
from registry.source.narrowing import array, mapping
from registry.validate.vocabulary import (
    COMPOSITIONS,
    RESTRICTING,
    is_idle,
    restrictions,
    walk,
)

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from registry.source import Json

ALL_OR_NOTHING = ("oneOf", "not")
"""The keywords whose schemas must be carried over unchanged."""

_SAID = {"description", "deprecated"}
_WITH_OTHERS = (("additionalProperties", "properties"), ("items", "prefixItems"))
"""The keywords that look at another one beside them."""


def says_less(source: dict[str, Json], schema: dict[str, Json]) -> bool:
    """Return whether *schema* lacks a restriction that *source* states.

    The schemas inside of them count as equal; compositions are not looked at.
    """
    return any(
        _is_lost(keyword, value, source, schema)
        for keyword, value in source.items()
        if keyword in RESTRICTING
        and keyword not in (*COMPOSITIONS, "not")
        and not is_idle(keyword, _types(source.get("type")))
    )


def _is_lost(keyword: str, value: Json, source: dict[str, Json], schema: dict[str, Json]) -> bool:
    exclusive = f"exclusive{keyword.title()}"
    match keyword:
        case "type":
            is_lost = _types(value) != _types(schema.get("type"))
        case "required":
            is_lost = not {*map(str, array(value))} <= {*map(str, array(schema.get("required")))}
        case "properties":
            is_lost = mapping(value).keys() != mapping(schema.get("properties")).keys()
        case "items" if isinstance(value, list):
            is_lost = "prefixItems" not in schema or "prefixItems" in source
        case "items" | "prefixItems" | "additionalProperties":
            is_lost = keyword not in schema
        case "minimum" | "maximum" if source.get(exclusive) is True:
            is_lost = schema.get(exclusive) != value
        case "exclusiveMinimum" | "exclusiveMaximum" if isinstance(value, bool):
            is_lost = False
        case "uniqueItems" if value is False:
            is_lost = False
        case _:
            is_lost = keyword not in schema or as_text(schema[keyword]) != as_text(value)
    return is_lost


def _types(value: Json) -> set[str]:
    """Return the names in *value*, the value of `type`. OpenAPI 3.0 states null elsewhere."""
    names = value if isinstance(value, list) else [value]
    return {each for each in names if isinstance(each, str)} - {"null"}


def widened(schema: dict[str, Json], lost: Container[str]) -> dict[str, Json]:
    """Return *schema* without `not` and with `anyOf` for `oneOf`, those of them that are *lost*."""
    result = {
        keyword: value for keyword, value in schema.items() if keyword != "not" or "not" not in lost
    }
    if "oneOf" not in lost or "oneOf" not in result:
        return result
    branches: list[Json] = [*distinct(array(result["oneOf"]))]
    if "anyOf" in result:
        del result["oneOf"]
        return {**result, "allOf": [*array(result.get("allOf")), {"anyOf": branches}]}
    return {
        "anyOf" if keyword == "oneOf" else keyword: branches if keyword == "oneOf" else value
        for keyword, value in result.items()
    }


def are_joinable(schema: dict[str, Json], member: dict[str, Json]) -> bool:
    """Return whether the keywords of both can be merged without changing the meaning."""
    for one, other in ((schema, member), (member, schema)):
        if "$ref" in one:
            return other.keys() <= _SAID
    return not schema.keys() & member.keys() - _SAID


def is_wider_joined(schema: dict[str, Json], member: dict[str, Json]) -> bool:
    """Return whether a keyword of one of them exempts, once joined, what the other describes."""
    return any(
        (reach in schema and beside in member) or (reach in member and beside in schema)
        for reach, beside in _WITH_OTHERS
    )


def distinct(schemas: list[Json]) -> Iterator[Json]:
    """Yield each of *schemas* once."""
    yield from {as_text(schema): schema for schema in schemas}.values()


def are_distinct(schemas: list[dict[str, Json]]) -> bool:
    """Return whether all of *schemas* allow different values, as far as it is plain."""
    return len({as_text(restrictions(schema)) for schema in schemas}) == len(schemas)


def references(value: Json) -> Iterator[str]:
    """Yield the references in *value*, which is a schema or a list of schemas, in order."""
    for schema in value if isinstance(value, list) else [value]:
        for _, inner in walk(mapping(schema)):
            pointer = inner.get("$ref")
            if isinstance(pointer, str):
                yield pointer
