"""A value is made up for a schema, always the same one, and only if the schema accepts it."""

from __future__ import annotations

from typing import Any

import pytest

from registry.publish._pages.samples import Samples

STREET = {"type": "object", "required": ["street"], "properties": {"street": {"type": "string"}}}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"examples": ["b"], "default": "a"}, "b"),
        ({"const": 3}, 3),
        ({"default": None}, None),
        ({"enum": ["x", "y"]}, "x"),
        ({"enum": ["x", "y"], "default": "y"}, "y"),
        ({"type": "integer", "minimum": 5, "maximum": 9}, 5),
        ({"type": "integer", "minimum": 5, "multipleOf": 4}, 8),
        ({"type": "number", "exclusiveMinimum": 1}, 2),
        ({"type": "integer", "maximum": -3}, -3),
        ({"type": "string", "minLength": 6, "maxLength": 6}, "textxx"),
        ({"type": "string", "format": "date"}, "2026-01-31"),
        ({"type": "array", "items": {"type": "boolean"}, "minItems": 2}, [True, True]),
        ({"type": ["null", "string"]}, "text"),
        ({"oneOf": [STREET, {"type": "null"}]}, {"street": "text"}),
        ({"allOf": [STREET, {"properties": {"no": {"const": 7}}, "required": ["no"]}]},
         {"street": "text", "no": 7}),
        ({"$ref": "#/$defs/S", "$defs": {"S": STREET}}, {"street": "text"}),
    ],
)  # fmt: skip
def test_the_value_fits_the_schema(schema: dict[str, Any], value: object) -> None:
    assert Samples(schema).value() == value
    assert Samples(schema).fits(value)


def test_only_required_fields_are_filled_unless_all_are_wanted() -> None:
    schema: Any = {
        "type": "object",
        "required": ["a"],
        "properties": {"a": {"type": "string"}, "b": {"type": "integer"}},
    }

    assert Samples(schema).value() == {"a": "text"}
    assert Samples(schema).value(full=True) == {"a": "text", "b": 1}


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "string", "pattern": "^[A-Z]{3}$"},
        {"type": "integer", "minimum": 5, "maximum": 3},
        {"not": {}},
        {"type": "object", "required": ["x"], "properties": {"x": {"not": {}}}},
        {"type": "object", "properties": {"x": {"$ref": "https://example.com/x"}}},
        {"type": "string", "pattern": "("},
    ],
)
def test_what_cannot_be_made_up_is_left_out(schema: dict[str, Any]) -> None:
    assert Samples(schema).value() is None


def test_a_recursive_schema_ends() -> None:
    node: dict[str, Any] = {
        "type": "object",
        "required": ["child"],
        "properties": {"child": {"$ref": "#"}},
    }

    assert Samples(node).value() is None
