"""Schemas are walked by one vocabulary, which takes no name for a keyword and no value for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]

from registry.validate.vocabulary import (
    DIRECTLY,
    HOLDING,
    IN_LISTS,
    IN_MAPPINGS,
    KEYWORDS,
    levels,
    rebuilt,
    subschemas,
    walk,
)

if TYPE_CHECKING:
    from registry.source import Json, Pointer

INNER: Json = {"type": "string"}

NESTED: dict[str, Json] = {
    "properties": {"properties": {"items": {"title": "x"}}, "items": {"anyOf": [{}, True]}},
    "default": {"properties": {"a": {}}},
    "x-own": {"items": {}},
}


@pytest.mark.parametrize(
    ("keyword", "value", "steps"),
    [
        *((each, {"name": INNER}, (each, "name")) for each in IN_MAPPINGS),
        *((each, [INNER], (each, 0)) for each in IN_LISTS),
        *((each, INNER, (each,)) for each in DIRECTLY),
    ],
)
def test_schema_is_found_where_its_keyword_holds_it(
    keyword: str, value: Json, steps: Pointer
) -> None:
    assert [*subschemas({keyword: value})] == [(steps, INNER)]


def test_every_keyword_of_the_draft_is_known() -> None:
    draft = "https://json-schema.org/draft/2020-12"
    parts = [part["$ref"] for part in REGISTRY.contents(f"{draft}/schema")["allOf"]]
    known = {key for part in parts for key in REGISTRY.contents(f"{draft}/{part}")["properties"]}

    assert {"$ref", "dependentSchemas", "contentSchema"} <= known <= KEYWORDS


@pytest.mark.parametrize("keyword", sorted(HOLDING))
@pytest.mark.parametrize("value", [None, "text", 1, ["text", None], {"name": None}])
def test_what_is_no_schema_is_passed_over(keyword: str, value: Json) -> None:
    held = [inner for _, inner in subschemas({keyword: value})]

    assert all(isinstance(inner, dict) for inner in held)
    assert rebuilt({keyword: value}, lambda _, inner: inner) == {keyword: value}


def test_walk_takes_names_for_names_and_values_for_values() -> None:
    assert [pointer for pointer, _ in walk(NESTED)] == [
        (),
        ("properties", "properties"),
        ("properties", "properties", "items"),
        ("properties", "items"),
        ("properties", "items", "anyOf", 0),
    ]


@pytest.mark.parametrize(
    ("pointer", "found"),
    [
        ((), []),
        (("properties", "properties", "items"), [("properties", "properties"), ("items",)]),
        (("items", 0, "not"), [("items", 0), ("not",)]),
        (("items", "items"), [("items",), ("items",)]),
        (("anyOf", 1, "$defs", "anyOf"), [("anyOf", 1), ("$defs", "anyOf")]),
    ],
)
def test_pointer_is_taken_apart_into_levels(pointer: Pointer, found: list[Pointer]) -> None:
    assert [*levels(pointer)] == found


def test_rebuilding_goes_among_the_keywords_that_are_asked_for() -> None:
    schema: dict[str, Json] = {"not": {"type": "string"}, "items": {"type": "string"}}

    assert rebuilt(schema, lambda *_: True, frozenset(["items"])) == {
        "not": {"type": "string"},
        "items": True,
    }
