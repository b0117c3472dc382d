"""Each part of a schema says what it is about, and the whole accepts what it accepted before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jsonschema
import pytest

from registry.model.read_definition import tool_of
from registry.utcp_export import explicit, explicit_inputs, portable

if TYPE_CHECKING:
    from registry.source import Json

ANYTHING: Json = {"type": "object", "additionalProperties": True}
SCALARS: list[Json] = [None, "", "abc", 1, 99, 2.5, True]
LISTS: list[Json] = [[], ["a"], [1], ["a", "b", "c"]]
OBJECTS: list[Json] = [{}, {"a": "b"}, {"a": 1}, {"c": []}, {"a": "b", "c": 1}]
VALUES = [*SCALARS, *LISTS, *OBJECTS]


@pytest.mark.parametrize(
    ("schema", "made"),
    [
        (
            {"type": ["object", "null"], "properties": {"a": {"type": "string"}}},
            {
                "anyOf": [
                    {"type": "object", "properties": {"a": {"type": "string"}}},
                    {"type": "null"},
                ]
            },
        ),
        (
            {"type": ["string", "array"], "maxLength": 2, "items": {"type": "string"}},
            {
                "anyOf": [
                    {"type": "string", "maxLength": 2},
                    {"type": "array", "items": {"type": "string"}},
                ]
            },
        ),
        (
            {"type": ["integer", "string"], "format": "date", "minimum": 2, "title": "-"},
            {
                "title": "-",
                "anyOf": [{"type": "integer", "minimum": 2}, {"type": "string", "format": "date"}],
            },
        ),
        (
            {"type": ["integer", "null"], "format": "int64"},
            {"anyOf": [{"type": "integer", "format": "int64"}, {"type": "null"}]},
        ),
        (
            {"type": ["object", "null"], "required": ["a"], "additionalProperties": False},
            {
                "anyOf": [
                    {"type": "object", "required": ["a"], "additionalProperties": False},
                    {"type": "null"},
                ]
            },
        ),
        (
            {"type": ["array", "null"], "contains": {"type": "string"}, "minContains": 2},
            {
                "anyOf": [
                    {
                        "type": "array",
                        "contains": {"type": "string"},
                        "minContains": 2,
                        "items": {},
                    },
                    {"type": "null"},
                ]
            },
        ),
        (
            {"type": "array", "items": {"type": "array"}},
            {"type": "array", "items": {"type": "array", "items": {}}},
        ),
        (
            {"type": "array", "items": {"type": "object", "description": "-"}},
            {
                "type": "array",
                "items": {"type": "object", "description": "-", "additionalProperties": True},
            },
        ),
        ({"type": ["object", "null"]}, {"anyOf": [ANYTHING, {"type": "null"}]}),
        (
            {"unevaluatedProperties": False, "properties": {"a": {"type": "array"}}},
            {
                "unevaluatedProperties": {"not": {}},
                "properties": {"a": {"type": "array", "items": {}}},
            },
        ),
    ],
)
def test_part_says_what_it_is_about(schema: dict[str, Json], made: Json) -> None:
    found = explicit(portable(schema))

    assert found == made
    before, after = map(jsonschema.Draft202012Validator, (schema, found))
    assert [after.is_valid(each) for each in VALUES] == [before.is_valid(each) for each in VALUES]


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {}},
        {"type": "object", "allOf": [{"properties": {"a": {}}}]},
        {"type": "object", "$ref": "#/$defs/a"},
        {"type": "string", "default": {"type": "array"}},
        {"anyOf": [{"type": "array", "items": {}}, {"type": "null"}], "maxItems": 2},
        {"unevaluatedProperties": False, "anyOf": [{"type": "object"}, {"required": ["a"]}]},
        {"unevaluatedItems": False, "allOf": [{"type": "array"}]},
        {
            "properties": {"a": {"$ref": "#/$defs/a", "unevaluatedProperties": False}},
            "$defs": {"a": {"type": "object"}},
        },
    ],
)
def test_what_says_so_already_or_would_change_its_meaning_stays(schema: dict[str, Json]) -> None:
    assert explicit(schema) == schema


def test_inputs_of_which_no_others_are_allowed_stay() -> None:
    either: Json = [
        {"type": "object", "required": ["a"]},
        {"type": "object", "required": ["b"]},
    ]
    known: Json = {"a": {"type": "array"}, "b": {}}
    schema: dict[str, Json] = {"properties": known, "anyOf": either, "unevaluatedProperties": False}
    tool = tool_of(
        "acme/lab/get", {"inputs": schema, "effect": "read", "call": {"transport": "http"}}
    )

    found = explicit_inputs(tool)

    assert not jsonschema.Draft202012Validator(found).is_valid({"a": [], "c": 1})
