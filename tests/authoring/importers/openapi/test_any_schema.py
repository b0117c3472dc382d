"""Whatever a schema says, the tool takes every value that it allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from registry.authoring.importers.openapi import convert_document
from registry.validate import checker

if TYPE_CHECKING:
    from registry.source import Json

pytestmark = pytest.mark.slow

NAMES = st.sampled_from(["a", "b", "id", ""])
TYPES = st.sampled_from(["string", "integer", "number", "object", "array", "boolean", "null"])
VALUES: list[Any] = [
    *(None, True, False, 0, 1, 2, -1, 1.5, "", "a", "b", "ab", "card-1", [], [1], ["a"], [1, 1]),
    *(["a", 1], {}, {"a": 1}, {"a": "a"}, {"a": 1, "b": "x"}, {"x-1": 1}, {"": 1}, {"b": [1]}),
]
"""The values that are tried, each with every schema."""


def keywords(inner: st.SearchStrategy[Any]) -> dict[str, st.SearchStrategy[Any]]:
    """Return keywords with their values, those that cannot be carried over included."""
    several = st.lists(inner, min_size=1, max_size=3)
    count = st.integers(0, 2)
    return {
        "type": TYPES | st.lists(TYPES, min_size=1, max_size=2, unique=True),
        "enum": st.lists(st.sampled_from(["a", 1, None, True, 0]), min_size=1, max_size=3),
        "const": st.sampled_from(["a", 1, None, {"a": 1}]),
        "pattern": st.sampled_from(["^a", "^(?!a)", "^(?=c)"]),
        "properties": st.dictionaries(NAMES, inner, min_size=1, max_size=2),
        "patternProperties": st.dictionaries(st.just("^x-"), inner, min_size=1),
        "required": st.lists(NAMES, max_size=2, unique=True),
        "dependentRequired": st.just({"a": ["b"]}),
        "uniqueItems": st.booleans(),
        "description": st.just("Words."),
        **dict.fromkeys(("oneOf", "anyOf", "allOf", "prefixItems"), several),
        **dict.fromkeys(("not", "items", "contains", "if", "then", "propertyNames"), inner),
        **dict.fromkeys(("additionalProperties", "unevaluatedProperties"), inner),
        **dict.fromkeys(("minimum", "exclusiveMinimum", "maximum", "maxLength"), count),
        **dict.fromkeys(("minItems", "maxItems", "minProperties", "maxProperties"), count),
    }


def schemas(*names: str) -> st.SearchStrategy[Any]:
    """Return schemas of a few keywords, which may refer to the components *names*."""
    references = [st.just(f"#/components/schemas/{name}") for name in names]

    def larger(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        known = keywords(inner) | ({"$ref": st.one_of(references)} if references else {})
        chosen = st.lists(st.sampled_from(sorted(known)), min_size=1, max_size=3, unique=True)
        return chosen.flatmap(lambda found: st.fixed_dictionaries({n: known[n] for n in found}))

    referring = st.one_of(references).map(lambda pointer: {"$ref": pointer})
    return st.recursive(larger(st.booleans()) | referring, larger, max_leaves=6)


REFERENCE: Json = {"$ref": "#/components/schemas/A"}


@example({"allOf": [REFERENCE], "oneOf": [REFERENCE]}, {"minimum": 0}, {}, 0)
@example({"allOf": [REFERENCE], "anyOf": [{"maximum": 2}, REFERENCE]}, {"minimum": 0}, {}, 400)
@example({"allOf": [REFERENCE], "oneOf": [{"not": REFERENCE}]}, {"items": REFERENCE}, {}, 0)
@given(schemas("A", "B"), schemas("B"), schemas(), st.sampled_from([0, 400]))
@settings(suppress_health_check=[*HealthCheck], max_examples=200)
def test_value_that_the_document_allows_is_allowed(
    body: Json, first: Json, second: Json, size: int
) -> None:
    more: Json = {f"p{number}": {"type": "string"} for number in range(size)}
    schema: Json = {"type": "object", "properties": {"more": {"properties": more}, "value": body}}
    components: Json = {"schemas": {"A": first, "B": second}}
    content: Json = {"application/json": {"schema": schema}}
    add: Json = {"operationId": "add", "requestBody": {"content": content}, "responses": {}}
    document: dict[str, Json] = {
        "openapi": "3.1.0",
        "servers": [{"url": "https://api.example.net"}],
        "paths": {"/things": {"post": add}},
        "components": components,
    }
    (tool,) = convert_document(document).tools
    inputs: Any = tool["inputs"]
    judge = jsonschema.Draft202012Validator({"components": components, "allOf": [schema]})

    allowed = [value for value in VALUES if judge.is_valid({"value": value})]
    refused = [each for each in allowed if checker(inputs)({"body": {"value": each}})]
    assert refused == []
