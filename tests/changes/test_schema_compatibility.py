"""A change of a schema is as grave as its worst effect on calls that worked before."""

from __future__ import annotations

import os
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jsonschema_rs
import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from registry.changes._schema_compatibility import schema_differences
from registry.changes._tool_difference import Kind, Side

if TYPE_CHECKING:
    from registry.changes._keyword_strictness import Schema
    from registry.source import Json

CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "schemas.yaml").read_text(encoding="utf-8")
)
EVERY_CASE = pytest.mark.parametrize(
    ("kind", "case"),
    [pytest.param(kind, case, id=case["why"]) for kind, cases in CASES.items() for case in cases],
)


def kind_of(side: Side, old: Schema, new: Schema) -> str:
    found = [each.kind for each in schema_differences(side, old, new)]
    return str(max(found)) if found else "none"


@EVERY_CASE
def test_change_of_inputs_has_its_kind(kind: str, case: dict[str, Any]) -> None:
    assert kind_of(Side.INPUT, case["old"], case["new"]) == kind


@EVERY_CASE
def test_nothing_differs_from_itself(kind: str, case: dict[str, Any]) -> None:
    for side in (Side.INPUT, Side.OUTPUT):
        assert not list(schema_differences(side, case["new"], case["new"]))


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ({"properties": {"a": {}}}, {"properties": {"a": {}, "b": {}}}, "compatible"),
        ({"properties": {"a": {}}}, {"properties": {}}, "breaking"),
        ({"required": ["a"]}, {}, "breaking"),
        ({}, {"required": ["a"]}, "compatible"),
        ({"type": "integer"}, {"type": "number"}, "breaking"),
        ({"type": "number"}, {"type": "integer"}, "compatible"),
        ({"enum": ["x"]}, {"enum": ["x", "y"]}, "breaking"),
        ({"enum": ["x", "y"]}, {"enum": ["x"]}, "compatible"),
        ({"maximum": 1}, {"maximum": 2}, "breaking"),
        ({"anyOf": [{"type": "string"}]}, {"anyOf": [{"type": "string"}, {}]}, "breaking"),
        ({"default": 1}, {"default": 2}, "none"),
        ({"title": "A"}, {"title": "B"}, "cosmetic"),
    ],
)
def test_change_of_outputs_has_its_kind(old: Schema, new: Schema, kind: str) -> None:
    assert kind_of(Side.OUTPUT, old, new) == kind


def test_sentence_names_the_input_in_the_authors_words() -> None:
    old: Schema = {"properties": {"days": {"items": {"properties": {"hour": {"maximum": 24}}}}}}
    new: Schema = {"properties": {"days": {"items": {"properties": {"hour": {"maximum": 23}}}}}}
    (found,) = schema_differences(Side.INPUT, old, new)

    assert found.sentence == "`maximum` of the input 'days[].hour' is 23 instead of 24"
    assert found.pointer[:3] == ("inputs", "properties", "days")


def test_references_that_double_at_each_step_cost_no_time() -> None:
    def doubling(last: Schema) -> Schema:
        inner: Schema = {
            f"d{n}": {"properties": {each: {"$ref": f"#/$defs/d{n + 1}"} for each in "ab"}}
            for n in range(40)
        }
        return {"$ref": "#/$defs/d0", "$defs": {**inner, "d40": last}}

    found = schema_differences(Side.INPUT, doubling({"minimum": 1}), doubling({"minimum": 2}))

    assert [each.kind for each in islice(found, 5)]


def test_schema_that_turns_in_itself_costs_no_time() -> None:
    turning: Schema = {"$ref": "#/$defs/d", "$defs": {}}
    again: Schema = {"$ref": "#/$defs/d"}
    turning["$defs"] = {"d": {"items": again, "additionalProperties": again, "minItems": 1}}

    flat: Schema = {"items": {"items": {}}}

    for one, other in ((turning, {}), ({}, turning), (turning, flat)):
        assert list(schema_differences(Side.INPUT, one, other))


# --- the oracle: what was accepted and is refused now must have been called breaking -------------

NAMES = st.sampled_from("abc")
SCALARS = st.sampled_from([None, True, False, 0, 1, 2, 6, 1.5, -1, "", "a", "ab", "abcdefg"])
NUMBERS = st.sampled_from([0, 1, 2, 3])
TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")
REFERENCES = st.sampled_from(["#/$defs/one", "#/$defs/two", "#/properties/a"]).map(
    lambda ref: {"$ref": ref}
)


@st.composite
def few_of(draw: st.DrawFn, values: dict[str, st.SearchStrategy[Any]]) -> dict[str, Any]:
    """Draw a mapping with up to four of the keys."""
    keys = draw(st.lists(st.sampled_from(sorted(values)), max_size=4, unique=True))
    return {key: draw(values[key]) for key in keys}


def described(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Return schemas of a few keywords whose subschemas are *inner*."""
    return few_of(
        {
            "type": st.one_of(
                st.sampled_from(TYPES),
                st.lists(st.sampled_from(TYPES), min_size=1, max_size=3, unique=True),
            ),
            "enum": st.lists(SCALARS, min_size=1, max_size=3),
            "const": SCALARS,
            "minimum": NUMBERS,
            "exclusiveMaximum": NUMBERS,
            "maxLength": NUMBERS,
            "minItems": NUMBERS,
            "multipleOf": st.sampled_from([1, 2, 3, 6]),
            "pattern": st.sampled_from(["^a", "b"]),
            "uniqueItems": st.booleans(),
            "required": st.lists(NAMES, max_size=2, unique=True),
            "properties": st.dictionaries(NAMES, inner, max_size=3),
            "additionalProperties": inner,
            "patternProperties": st.dictionaries(st.just("^b"), inner, max_size=1),
            "unevaluatedProperties": st.booleans(),
            "items": inner,
            "prefixItems": st.lists(inner, min_size=1, max_size=2),
            "contains": inner,
            "minContains": NUMBERS,
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "anyOf": st.lists(inner, min_size=1, max_size=3),
            "oneOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
            "if": inner,
            "then": inner,
            "dependentRequired": st.dictionaries(NAMES, st.lists(NAMES, max_size=1), max_size=1),
        },
    )


SMALL = st.one_of(st.booleans(), REFERENCES, described(st.booleans()))
LARGER = described(SMALL)
PARTS = st.one_of(SMALL, LARGER)
PROPERTIES = st.dictionaries(NAMES, PARTS, max_size=3)


@st.composite
def whole(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a schema of inputs: an object with a few properties and definitions."""
    definitions = {name: draw(PARTS) for name in ("one", "two")}
    properties = draw(PROPERTIES)
    extra = draw(LARGER)
    return {**extra, "properties": properties, "$defs": definitions}


@st.composite
def edited(draw: st.DrawFn, schema: Any) -> Any:  # noqa: ANN401 - Hypothesis is not told
    """Draw a schema that differs from *schema* in a place or two."""
    if not isinstance(schema, dict) or not schema or draw(st.integers(0, 3)) == 0:
        return draw(PARTS)
    key = draw(st.sampled_from(sorted(schema)))
    value = schema[key]
    if draw(st.integers(0, 4)) == 0:
        return {name: each for name, each in schema.items() if name != key}
    if key in ("properties", "$defs", "patternProperties"):
        names = sorted(value) or ["a"]
        name = draw(st.sampled_from(names))
        return {**schema, key: {**value, name: draw(edited(value.get(name, {})))}}
    if isinstance(value, dict):
        return {**schema, key: draw(edited(value))}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return {**schema, key: [draw(edited(value[0])), *value[1:]]}
    return {**schema, **draw(LARGER)}


VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=3)),
    max_leaves=6,
)


SEVERAL = st.lists(VALUES, min_size=10, max_size=10)


def judge(schema: Schema) -> jsonschema_rs.Draft202012Validator | None:
    """Return what decides about values; None for references that lead nowhere or in circles."""
    try:
        return jsonschema_rs.Draft202012Validator(schema)
    except (ValueError, jsonschema_rs.ReferencingError):
        return None


def sends_what_is_described(value: Json, schema: dict[str, Any]) -> bool:
    """Return whether a caller would send *value*: only inputs that *schema* names, where it can."""
    return not isinstance(value, dict) or value.keys() <= schema.get("properties", {}).keys()


def has_new_inner_property(old: Schema, new: Schema) -> bool:
    """Return whether something is new below the top, which nobody can have sent before."""
    found = schema_differences(Side.INPUT, old, new)
    return any(each.sentence.endswith("is new") and len(each.pointer) > 3 for each in found)


@pytest.mark.slow
@settings(
    max_examples=int(os.environ.get("ORACLE_EXAMPLES", "100")),
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
@given(st.data())
def test_what_worked_works_unless_the_change_is_breaking(data: st.DataObject) -> None:
    """Callers write to the old inputs and are read by the new ones; for outputs, vice versa."""
    old = data.draw(whole())
    new = data.draw(edited(old))
    assume(isinstance(new, dict))
    assert isinstance(new, dict)
    assume(not has_new_inner_property(old, new))
    sides = [side for side in Side if kind_of(side, old, new) != "breaking"]
    before, after = judge(old), judge(new)
    assume(sides and before and after)
    assert before
    assert after
    for value in data.draw(SEVERAL):
        for side in sides:
            written, read = (before, after) if side is Side.INPUT else (after, before)
            if sends_what_is_described(value, old) and written.is_valid(value):
                assert read.is_valid(value), (side, value)


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ({"format": "date"}, {}, "`format` of the input 'a' is gone, which was 'date'"),
        ({}, {"default": 5}, "the default of the input 'a' is new: 5"),
        ({"default": 5}, {"default": 6}, "the default of the input 'a' is 6 instead of 5"),
        ({}, {"default": None}, "the default of the input 'a' has changed"),
        (
            {"default": f"{'7' * 99}1"},
            {"default": f"{'7' * 99}2"},
            f"the default of the input 'a' is …{'7' * 20}2' instead of …{'7' * 20}1'",
        ),
        (
            {"default": f"a{'s' * 90}"},
            {"default": f"b{'s' * 90}"},
            f"the default of the input 'a' is 'b{'s' * 77}… instead of 'a{'s' * 77}…",
        ),
    ],
)
def test_what_comes_goes_or_changes_is_said_so(old: Schema, new: Schema, sentence: str) -> None:
    found = schema_differences(Side.INPUT, {"properties": {"a": old}}, {"properties": {"a": new}})

    assert [each.sentence for each in found] == [sentence]


def test_what_has_another_type_is_not_compared_further() -> None:
    old: Schema = {
        "type": "array",
        "items": {"type": "object", "properties": {"a": {"type": "string"}}},
    }
    new: Schema = {"type": "object", "properties": {"a": {"type": "string", "enum": ["x"]}}}

    assert [each.sentence for each in schema_differences(Side.OUTPUT, old, new)] == [
        "the output can no longer be array",
        "the output can now be object",
    ]


@given(whole())
def test_any_schema_is_no_different_from_itself(schema: dict[str, Any]) -> None:
    for side in (Side.INPUT, Side.OUTPUT):
        assert not list(schema_differences(side, schema, schema))


def test_definitions_that_all_refer_to_each_other_are_compared_in_time() -> None:
    """Every definition meets every other one, so 160 of them are 25,600 pairs of 40 properties."""

    def turned(by: int) -> Schema:
        definitions: dict[str, Json] = {
            f"d{number}": {
                "properties": {
                    f"p{each}": {"$ref": f"#/$defs/d{(number * each + by) % 160}"}
                    for each in range(40)
                },
                "description": str(by),
            }
            for number in range(160)
        }
        return {"$ref": "#/$defs/d1", "$defs": definitions}

    found = [*schema_differences(Side.INPUT, turned(0), turned(1))]

    assert len(found) < 100_000
    assert max(each.kind for each in found) is Kind.BREAKING
