"""A JSON Schema becomes rows that say everything in words, and never more than a page can hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from registry.publish._pages.fields import fields_table
from registry.publish._pages.schema_rows import MAX_DEPTH, MAX_ROWS, rows

CASES = json.loads((Path(__file__).parent / "schema_rows.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_rows_say_what_the_schema_says(case: dict[str, Any]) -> None:
    shown = [
        [row.depth, row.kind, row.name, row.type, ", ".join((*row.marks, *row.limits))]
        for row in rows(case["schema"], "in")
    ]

    assert shown == case["rows"]


def test_anchors_are_different_and_can_stand_in_an_address() -> None:
    schema: Any = {"properties": {"a b": {}, "a/b": {}, "é": {}, "plain": {}}}
    anchors = [row.anchor for row in rows(schema, "in")]

    assert anchors == ["in-a_b", "in-a_b.2", "in-_", "in-plain"]


def test_the_same_reference_is_followed_once_on_the_way_down() -> None:
    node: Any = {"type": "object", "properties": {"child": {"$ref": "#/$defs/Node"}}}
    found = rows({"$ref": "#/$defs/Node", "$defs": {"Node": node}}, "in")

    assert [(row.kind, row.name) for row in found] == [("field", "child"), ("again", "Node")]


def test_a_schema_that_refers_to_itself_ends() -> None:
    found = rows({"properties": {"self": {"$ref": "#"}}}, "in")

    assert [row.kind for row in found] == ["field", "field", "again"]


def test_deep_nesting_stops() -> None:
    schema: dict[str, Any] = {"type": "string"}
    for _ in range(40):
        schema = {"properties": {"x": schema}}
    found = rows(schema, "in")

    assert found[-1].kind == "more"
    assert len(found) == MAX_DEPTH + 2


def test_many_fields_stop() -> None:
    found = rows({"properties": {f"field{number}": {} for number in range(5_000)}}, "in")

    assert len(found) == MAX_ROWS + 1
    assert found[-1].kind == "more"


def test_references_that_multiply_cost_little() -> None:
    definitions: dict[str, Any] = {
        f"d{level}": {"allOf": [{"$ref": f"#/$defs/d{level + 1}"}] * 20} for level in range(20)
    }
    found = rows({"$ref": "#/$defs/d0", "$defs": definitions}, "in")

    assert len(found) <= MAX_ROWS + 1


@pytest.mark.parametrize(
    "schema",
    [
        {"properties": []},
        {"properties": {"x": True, "y": False, "z": None}},
        {"type": ["string", 3, None]},
        {"items": True, "required": "x", "oneOf": {}, "allOf": [1], "enum": 3},
        {"$ref": "https://example.com/schema"},
        {"$ref": "#/nowhere"},
        {"minimum": "1", "maxLength": [], "pattern": 3, "description": {}},
    ],
)
def test_a_schema_that_is_none_raises_nothing(schema: dict[str, Any]) -> None:
    within = rows({"properties": {"x": schema}}, "in")

    assert rows(schema, "in") is not None
    assert [row.name for row in within][:1] == ["x"]


def test_a_long_name_is_broken_between_its_words() -> None:
    names = ("recipient_search_text", "requesterMemberStateCode", "short_name", "shortName")
    schema: Any = {"properties": {name: {} for name in names}}
    table = fields_table(rows(schema, "in"), "Inputs")

    assert ">recipient_<wbr>search_<wbr>text</a>" in table
    assert ">requester<wbr>Member<wbr>State<wbr>Code</a>" in table
    assert ">short_name</a>" in table
    assert ">shortName</a>" in table


LEFT_OUT: Any = {
    "properties": {
        "code": {"enum": [f"v{number}" for number in range(200)]},
        "list": {"type": "array", "contains": {"const": 1}},
        "deep": {"$ref": "#/$defs/d0"},
    },
    "$defs": {
        f"d{level}": {"properties": {"x": {"$ref": f"#/$defs/d{level + 1}"}}} for level in range(20)
    },
}


def test_what_a_table_leaves_out_is_a_click_away() -> None:
    table = fields_table(rows(LEFT_OUT, "in"), "Inputs", record="../../tool.json")

    assert ' and <a href="../../tool.json">176 more</a>' in table
    assert 'more conditions in the <a href="../../tool.json">raw schema</a>' in table
    assert 'Deeper levels are in the <a href="../../tool.json">raw schema</a>.' in table


def test_a_table_whose_record_is_not_there_links_to_none() -> None:
    table = fields_table(rows(LEFT_OUT, "in"), "Inputs")

    assert " and 176 more" in table
    assert "more conditions in the raw schema" in table
    assert "Deeper levels are in the raw schema." in table
    assert 'href=""' not in table
