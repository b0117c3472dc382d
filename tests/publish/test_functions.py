"""Function definitions are what each LLM interface accepts, and say what they could not carry."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import jsonschema
import jsonschema_rs
import pytest
from publishing import published
from seen import some

from registry.client.functions import FLAVOURS
from registry.client.functions.input_names import own_names
from registry.client.functions.losses import Losses
from registry.model import Effect, Example
from registry.protocols import matches

if TYPE_CHECKING:
    from publishing import Published

    from registry.model import Tool
    from registry.source import Json


GEMINI: dict[str, Any] = {
    "$ref": "#/$defs/schema",
    "$defs": {
        "schema": {
            "type": "object",
            "additionalProperties": False,
            "properties": {
                "type": {"enum": ["string", "number", "integer", "boolean", "array", "object"]},
                "format": {"enum": ["float", "double", "int32", "int64", "date-time"]},
                "title": {"type": "string"},
                "description": {"type": "string"},
                "default": {},
                "nullable": {"type": "boolean"},
                "enum": {"type": "array", "items": {"type": "string"}},
                "pattern": {"type": "string"},
                "required": {"type": "array", "items": {"type": "string"}},
                "properties": {"additionalProperties": {"$ref": "#/$defs/schema"}},
                "items": {"$ref": "#/$defs/schema"},
                "anyOf": {"type": "array", "items": {"$ref": "#/$defs/schema"}},
                "minimum": {"type": "number"},
                "maximum": {"type": "number"},
                **{
                    f"{bound}{what}": {"type": "integer"}
                    for bound in ("min", "max")
                    for what in ("Items", "Length", "Properties")
                },
            },
            "oneOf": [{"required": ["type"]}, {"required": ["anyOf"]}],
            "dependentRequired": {"properties": ["type"], "items": ["type"]},
            "dependentSchemas": {"anyOf": {"maxProperties": 1}},
        }
    },
}
"""What the Gemini API, here or on Vertex AI, knows of schemas: it answers all else with 400."""

STRING: dict[str, Json] = {"type": "string"}


@cache
def tool() -> Tool:
    """Return a tool with one input, `port`."""
    return next(tool for tool in published().catalogue.tools if tool.id == "acme/tides/next-tide")


def files_of(site: Published, flavour: str = "") -> list[str]:
    return sorted(
        path
        for path in site.files
        if path.startswith("v1/functions/") and path.endswith(f"{flavour}.json")
    )


def define(flavour: str, tool: Tool) -> tuple[Any, list[str]]:
    losses = Losses()
    definition: Any = FLAVOURS[flavour].definition(tool, "name", losses)
    return definition, [*losses.found]


def taking(**properties: Json) -> Tool:
    return replace(tool(), inputs={"type": "object", "properties": properties})


def functions_of(document: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - any JSON
    """Return the definitions in a published file, unpacked."""
    request = document["request"]
    match document["flavour"]:
        case "gemini":
            return list(request[0]["functionDeclarations"])
        case "mcp":
            return list(request["tools"])
        case "openai":
            return [each["function"] for each in request]
        case _:
            return list(request)


def test_every_manual_has_a_file_for_every_flavour(samples: Published) -> None:
    manuals = [manual.id for manual in samples.catalogue.listed]

    assert sorted(
        f"v1/functions/{manual}.{flavour}.json" for manual in manuals for flavour in FLAVOURS
    ) == files_of(samples)


def test_names_are_fit_for_every_interface_and_lead_back_to_the_tools(
    samples: Published, subtests: pytest.Subtests
) -> None:
    for path in some(files_of(samples)):
        with subtests.test(path=path):
            document = samples.json(path)
            names = [each["name"] for each in functions_of(document)]

            assert names == list(document["tools"])
            assert len(names) == len(set(names))
            assert all(re.fullmatch("[A-Za-z_][A-Za-z0-9_]{0,63}", name) for name in names)
            assert set(document["tools"].values()) <= {tool.id for tool in samples.catalogue.tools}
            assert set(document["lost"]) <= set(names)


def test_names_are_unique_across_manuals(samples: Published) -> None:
    files = files_of(samples, ".openai")
    names = [name for path in files for name in samples.json(path)["tools"]]

    assert len(names) == len(set(names)) == len(samples.catalogue.tools)


def test_openai_gets_functions_with_the_tools_own_inputs() -> None:
    definition, losses = define("openai", tool())
    function = definition["function"]

    assert definition["type"] == "function"
    assert function["name"] == "name"
    assert function["parameters"]["required"] == ["port"]
    assert not losses


@pytest.mark.parametrize("flavour", ["openai", "openai-responses", "anthropic", "mcp"])
def test_each_input_says_what_it_may_hold(flavour: str) -> None:
    """Interfaces and frameworks refuse a list without items, or take an object for an empty one."""
    definition, _ = define(
        flavour,
        taking(
            a={"type": "array"},
            b={"items": {"type": "array"}},
            c={"type": ["array", "null"], "items": STRING},
            d={"type": "object"},
        ),
    )
    function = definition.get("function", definition)
    schemas = [function.get(each) for each in ("parameters", "input_schema", "inputSchema")]
    properties = next(filter(None, schemas))["properties"]

    assert properties["a"]["items"] == {}
    assert properties["b"]["items"]["items"] == {}
    assert properties["c"] == {"anyOf": [{"type": "array", "items": STRING}, {"type": "null"}]}
    assert properties["d"]["additionalProperties"] is True


def test_openai_gets_values_as_they_are() -> None:
    value: Json = {"type": "array"}
    definition, _ = define("openai", taking(a={"default": value, "examples": [value]}))

    assert definition["function"]["parameters"]["properties"]["a"] == {
        "default": value,
        "examples": [value],
    }


def test_openai_gets_a_description_that_it_accepts() -> None:
    definition, losses = define("openai", replace(tool(), description="word " * 500))

    assert len(definition["function"]["description"]) == 1024
    assert losses == ["the description after 1,023 characters"]


@pytest.mark.parametrize("flavour", ["openai", "anthropic", "gemini"])
def test_conditions_on_all_inputs_together_are_lost_and_told(flavour: str) -> None:
    inputs: dict[str, Json] = {**tool().inputs, "oneOf": [{"required": ["days"]}]}
    definition, losses = define(flavour, replace(tool(), inputs=inputs))

    assert "oneOf" not in str(definition)
    assert losses[0] == "the condition `oneOf` on all inputs together"


@pytest.mark.parametrize("flavour", ["openai", "anthropic", "gemini"])
def test_inputs_that_the_whole_schema_refers_to_are_there(flavour: str) -> None:
    inputs: dict[str, Json] = {
        "type": "object",
        "$ref": "#/definitions/Inputs",
        "definitions": {"Inputs": taking(a=STRING).inputs},
    }
    definition, losses = define(flavour, replace(tool(), inputs=inputs, examples=()))
    schema = next(
        value
        for each in (definition, definition.get("function", {}))
        for key, value in each.items()
        if key in ("parameters", "input_schema")
    )

    assert schema["properties"] == {"a": STRING}
    assert not losses


@pytest.mark.parametrize("flavour", ["openai", "anthropic", "gemini"])
def test_losses_are_told_in_one_order(flavour: str) -> None:
    conditions: dict[str, Json] = {"oneOf": [{}], "not": {}, "anyOf": [{}], "allOf": [{}]}
    _, losses = define(flavour, replace(tool(), inputs={**tool().inputs, **conditions}))

    assert [each.split("`")[1] for each in losses[:4]] == ["allOf", "anyOf", "not", "oneOf"]


def test_gemini_loses_nothing_with_words_that_demand_nothing() -> None:
    _, losses = define("gemini", taking(a={"type": "string", "deprecated": True, "$comment": "-"}))

    assert not losses


def test_anthropic_gets_the_arguments_of_tasks_as_examples(launched: Published) -> None:
    found = 0
    for manual in launched.catalogue.listed:
        for each in manual.latest.tools if manual.latest else ():
            definition, _ = define("anthropic", each)
            examples = definition.get("input_examples", [])
            found += len(examples)
            for example in examples:
                jsonschema_rs.validate(definition["input_schema"], example)

    assert found > 100


def test_responses_gets_the_function_of_chat_completions_without_its_wrapper() -> None:
    chat, _ = define("openai", tool())
    responses, _ = define("openai-responses", tool())

    assert responses == {"type": "function", **chat["function"], "strict": False}


def test_anthropic_gets_inputs_whose_names_it_accepts() -> None:
    inputs = taking(ok=STRING, **{"filter[x]": STRING}).inputs
    renaming = replace(
        tool(),
        inputs={**inputs, "required": ["ok", "filter[x]"]},
        examples=(Example("", "x", {"filter[x]": "a"}), Example("", "x", {"gone": "a"})),
    )
    definition, losses = define("anthropic", renaming)

    assert definition["input_schema"]["properties"] == {"ok": STRING, "filter_x_": STRING}
    assert definition["input_schema"]["required"] == ["ok", "filter_x_"]
    assert definition["input_examples"] == [{"filter_x_": "a"}]
    assert FLAVOURS["anthropic"].own_names(renaming) == {"filter_x_": "filter[x]"}
    assert not losses


def test_gemini_gets_inputs_whose_names_could_be_those_of_variables() -> None:
    named = {"filter[x]": STRING, "User-Agent": STRING, "2x": STRING, "ok": STRING}
    inputs: dict[str, Json] = {**taking(**named).inputs, "required": ["ok", "User-Agent"]}
    renaming = replace(tool(), inputs=inputs)
    definition, losses = define("gemini", renaming)
    given = {"filter_x_": "filter[x]", "User_Agent": "User-Agent", "_2x": "2x"}

    assert definition["parameters"]["properties"].keys() == {*given, "ok"}
    assert definition["parameters"]["required"] == ["ok", "User_Agent"]
    assert FLAVOURS["gemini"].own_names(renaming) == given
    assert not losses


@pytest.mark.parametrize(
    ("inputs", "names"),
    [
        (("filter[x]", "filter_x_"), {"filter_x_": "filter_x_", "filter_x__2": "filter[x]"}),
        (("a[", "a]", "a{"), {"a_": "a[", "a__2": "a]", "a__3": "a{"}),
        (("é" * 80, "ø" * 80), {"_" * 64: "é" * 80, f"{'_' * 57}_2": "ø" * 80}),
    ],
)
def test_input_keeps_its_name_where_another_becomes_the_same(
    inputs: tuple[str, ...], names: dict[str, str]
) -> None:
    assert own_names(inputs) == names


def test_condition_on_inputs_of_other_names_is_lost_and_told() -> None:
    condition: dict[str, Json] = {"dependentRequired": {"ok": ["filter[x]"]}}
    inputs = {**taking(ok=STRING, **{"filter[x]": STRING}).inputs, **condition}
    definition, losses = define("anthropic", replace(tool(), inputs=inputs, examples=()))

    assert "dependentRequired" not in definition["input_schema"]
    assert losses == ["the condition `dependentRequired`, which knows inputs by other names"]


def test_mcp_gets_what_the_protocol_itself_is_recognised_by() -> None:
    request: Any = FLAVOURS["mcp"].request([define("mcp", tool())[0]])
    (match,) = matches(request)

    assert match.protocol.NAME == "mcp"


def test_mcp_gets_annotations_for_stated_effects_alone() -> None:
    stated = replace(tool(), effect=Effect.DESTRUCTIVE, effect_is_stated=True)

    assert define("mcp", stated)[0]["annotations"] == {
        "readOnlyHint": False,
        "destructiveHint": True,
    }
    assert "annotations" not in define("mcp", replace(stated, effect_is_stated=False))[0]


def test_mcp_gets_results_that_are_objects_alone() -> None:
    definition, losses = define("mcp", replace(tool(), outputs={"type": "array"}))

    assert "outputSchema" not in definition
    assert losses == ["the schema of the result, which must be that of an object"]


def test_gemini_gets_only_keywords_that_it_knows(samples: Published) -> None:
    files = files_of(samples, ".gemini")
    for function in some(each for path in files for each in functions_of(samples.json(path))):
        jsonschema.Draft202012Validator(GEMINI).validate(function.get("parameters", STRING))


@pytest.mark.parametrize(
    ("schema", "reduced", "losses"),
    [
        ({"type": ["string", "null"]}, {"type": "string", "nullable": True}, []),
        ({"type": "string", "const": "a"}, {"type": "string", "enum": ["a"]}, []),
        ({"type": "integer", "enum": [1, 2]}, {"type": "integer"}, ["`enum` of `x`"]),
        ({"type": "string", "format": "uri"}, {"type": "string"}, ["`format` of `x`"]),
        ({"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}, []),
        (
            {"type": "string", "default": "a", "examples": ["b"]},
            {"type": "string", "default": "a"},
            [],
        ),
        ({"not": {"const": 1}}, STRING, ["`not` of `x`", "all types but `string` of `x`"]),
        ({}, STRING, ["all types but `string` of `x`"]),
        ({"type": "null"}, {**STRING, "nullable": True}, ["`null` of `x`"]),
        (
            {"type": "null", "anyOf": [STRING, {"type": "number"}]},
            {**STRING, "nullable": True},
            ["`anyOf` of `x`", "`null` of `x`"],
        ),
        ({"const": 3}, {"type": "integer"}, ["`const` of `x`"]),
        ({"enum": [1.5, 2.5]}, {"type": "number"}, ["`enum` of `x`"]),
        ({"const": 3, "type": "number"}, {"type": "number"}, ["`const` of `x`"]),
        ({"enum": [1, "a"]}, STRING, ["`enum` of `x`", "all types but `string` of `x`"]),
        ({"items": STRING}, {"type": "array", "items": STRING}, []),
        ({"properties": {"a": STRING}}, {"type": "object", "properties": {"a": STRING}}, []),
        (
            {"type": "object", "anyOf": [{"required": ["a"]}], "properties": {"a": STRING}},
            {"type": "object", "properties": {"a": STRING}},
            ["`required` of `x`"],
        ),
        (
            {"type": "string", "anyOf": [{"format": "date"}, {"enum": ["today"]}]},
            STRING,
            ["`format` of `x`", "`anyOf` of `x`"],
        ),
        (
            {"oneOf": [{"type": "string"}, {"type": "integer"}]},
            {"anyOf": [{"type": "string"}, {"type": "integer"}]},
            [],
        ),
        (
            {"type": "array", "items": {"type": "object", "additionalProperties": False}},
            {"type": "array", "items": {"type": "object"}},
            ["`additionalProperties` of `x[]`"],
        ),
        (
            {"type": "array"},
            {"type": "array", "items": {"type": "string"}},
            ["that entries may be of any type of `x`"],
        ),
        (
            {"allOf": [{"type": "string"}, {"minLength": 1}]},
            {"type": "string", "minLength": 1},
            [],
        ),
        (
            {"type": "string", "allOf": [{"minLength": 1}, {"minLength": 2}]},
            {"type": "string", "minLength": 1},
            ["`allOf` of `x`"],
        ),
        (
            {
                "allOf": [
                    {"properties": {"a": {"type": "string"}}},
                    {"properties": {"b": {"type": "string"}}, "required": ["b"]},
                ],
                "type": "object",
            },
            {
                "properties": {"b": {"type": "string"}, "a": {"type": "string"}},
                "required": ["b"],
                "type": "object",
            },
            [],
        ),
        (
            {
                "type": "object",
                "properties": {"a": {"type": "string"}},
                "allOf": [{"properties": {"a": {"type": "number"}}, "required": ["a", "b"]}],
            },
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
            ["`required` of `x`", "`allOf` of `x`"],
        ),
        (
            {"type": "string", "enum": ["", "de"]},
            {"type": "string", "enum": ["de"]},
            ["an empty one among the values of `x`"],
        ),
        ({"type": "string", "enum": [""]}, {"type": "string"}, ["`enum` of `x`"]),
        ({"const": "a"}, {"enum": ["a"], "type": "string"}, []),
        (
            {"anyOf": [{"const": "a", "title": "A"}, {"enum": ["b", "c"]}]},
            {
                "anyOf": [
                    {"enum": ["a"], "title": "A", "type": "string"},
                    {"enum": ["b", "c"], "type": "string"},
                ]
            },
            [],
        ),
        (
            {
                "description": "-",
                "default": 1,
                "anyOf": [{"type": "string"}, {"type": "integer", "description": "a"}, {}],
            },
            {
                "anyOf": [
                    {"description": "-", "type": "string"},
                    {"description": "a", "type": "integer"},
                    {"type": "string", "description": "-"},
                ]
            },
            ["`default` of `x`", "all types but `string` of `x`"],
        ),
        (
            {"type": ["string", "integer", "null"], "description": "-"},
            {
                "anyOf": [
                    {"description": "-", "nullable": True, "type": "string"},
                    {"description": "-", "nullable": True, "type": "integer"},
                ]
            },
            [],
        ),
        (
            {"type": ["string", "array"], "items": STRING, "maxItems": 2, "maxLength": 9},
            {
                "anyOf": [
                    {"type": "string", "maxLength": 9},
                    {"type": "array", "items": STRING, "maxItems": 2},
                ]
            },
            [],
        ),
        (
            {"type": ["array", "null"], "items": {"type": "number"}, "description": "-"},
            {
                "type": "array",
                "items": {"type": "number"},
                "description": "-",
                "nullable": True,
            },
            [],
        ),
        (
            {"type": ["string", "null"], "format": "date-time"},
            {"type": "string", "format": "date-time", "nullable": True},
            [],
        ),
        (
            {"title": "-", "anyOf": [{"type": "string"}, {"anyOf": [STRING, {"type": "number"}]}]},
            {
                "anyOf": [
                    {"title": "-", "type": "string"},
                    {
                        "anyOf": [
                            {"title": "-", "type": "string"},
                            {"title": "-", "type": "number"},
                        ]
                    },
                ]
            },
            [],
        ),
        ({"type": "object", "properties": {}}, {"type": "object"}, []),
        ({"type": "object", "required": ["a"]}, {"type": "object"}, ["`required` of `x`"]),
        ({"format": "date-time", "type": "string"}, {"type": "string", "format": "date-time"}, []),
        (
            {"type": ["string", "null"], "enum": ["a", None]},
            {"type": "string", "enum": ["a"], "nullable": True},
            [],
        ),
        ({"$ref": "#/properties/y"}, {"type": "number"}, []),
        (
            {"$ref": "#/$defs/none"},
            STRING,
            ["what a reference stands for of `x`", "all types but `string` of `x`"],
        ),
    ],
)
def test_gemini_gets_what_is_left_of_a_schema(
    schema: Json, reduced: Json, losses: list[str]
) -> None:
    definition, found = define("gemini", taking(x=schema, y={"type": "number"}))

    assert definition["parameters"]["properties"]["x"] == reduced
    assert found == losses
    jsonschema.Draft202012Validator(GEMINI).validate(definition["parameters"])


def test_gemini_gets_recursive_schemas_cut_off() -> None:
    again: Json = {"$ref": "#/properties/x"}
    node: Json = {"type": "object", "properties": dict.fromkeys("abcdefgh", again)}
    definition, losses = define("gemini", taking(x=node))

    jsonschema.Draft202012Validator(GEMINI).validate(definition["parameters"])
    assert losses == ["what is nested too deeply, or in itself"]


def test_long_list_of_losses_is_cut() -> None:
    inputs: dict[str, Json] = {f"x{number}": {"not": {}} for number in range(50)}
    _, losses = define("gemini", taking(**inputs))

    assert len(losses) == 21
    assert losses[-1] == "and more"


def test_gemini_gets_no_parameters_where_there_are_none() -> None:
    assert "parameters" not in define("gemini", taking())[0]
