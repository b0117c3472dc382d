"""Function definitions are what each LLM interface accepts, and say what they could not carry."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from publishing import SAMPLES, published

from registry.model import Effect
from registry.protocols import matches
from registry.publish._functions import FLAVOURS
from registry.publish._functions.losses import Losses

if TYPE_CHECKING:
    from registry.model import Tool
    from registry.source import Json

SITE = published(SAMPLES)
FILES = sorted(path for path in SITE.files if path.startswith("v1/functions/"))
TOOL = next(tool for tool in SITE.catalogue.tools if tool.id == "acme/tides/next-tide")

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
        }
    },
}
"""What the Gemini API knows of schemas: anything else is answered with 400."""


def define(flavour: str, tool: Tool) -> tuple[Any, list[str]]:
    losses = Losses()
    definition: Any = FLAVOURS[flavour].definition(tool, "name", losses)
    return definition, [*losses.found]


def taking(**properties: Json) -> Tool:
    return replace(TOOL, inputs={"type": "object", "properties": properties})


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


def test_every_manual_has_a_file_for_every_flavour() -> None:
    manuals = [manual.id for manual in SITE.catalogue.listed]

    assert (
        sorted(
            f"v1/functions/{manual}.{flavour}.json" for manual in manuals for flavour in FLAVOURS
        )
        == FILES
    )


@pytest.mark.parametrize("path", FILES)
def test_names_are_fit_for_every_interface_and_lead_back_to_the_tools(path: str) -> None:
    document = SITE.json(path)
    names = [each["name"] for each in functions_of(document)]

    assert names == list(document["tools"])
    assert len(names) == len(set(names))
    assert all(re.fullmatch("[A-Za-z_][A-Za-z0-9_]{0,63}", name) for name in names)
    assert set(document["tools"].values()) <= {tool.id for tool in SITE.catalogue.tools}
    assert set(document["lost"]) <= set(names)


def test_names_are_unique_across_manuals() -> None:
    files = [path for path in FILES if path.endswith(".openai.json")]
    names = [name for path in files for name in SITE.json(path)["tools"]]

    assert len(names) == len(set(names)) == len(SITE.catalogue.tools)


def test_openai_gets_functions_with_the_tools_own_inputs() -> None:
    definition, losses = define("openai", TOOL)
    function = definition["function"]

    assert definition["type"] == "function"
    assert function["name"] == "name"
    assert function["parameters"]["required"] == ["port"]
    assert not losses


def test_openai_gets_items_for_every_list() -> None:
    definition, _ = define("openai", taking(a={"type": "array"}, b={"items": {"type": "array"}}))
    properties = definition["function"]["parameters"]["properties"]

    assert properties["a"]["items"] == {}
    assert properties["b"]["items"]["items"] == {}


def test_openai_gets_a_description_that_it_accepts() -> None:
    definition, losses = define("openai", replace(TOOL, description="word " * 500))

    assert len(definition["function"]["description"]) == 1024
    assert losses == ["the description after 1,023 characters"]


@pytest.mark.parametrize("flavour", ["openai", "anthropic", "gemini"])
def test_conditions_on_all_inputs_together_are_lost_and_told(flavour: str) -> None:
    inputs: dict[str, Json] = {**TOOL.inputs, "oneOf": [{"required": ["days"]}]}
    definition, losses = define(flavour, replace(TOOL, inputs=inputs))

    assert "oneOf" not in str(definition)
    assert losses[0] == "the condition `oneOf` on all inputs together"


def test_anthropic_gets_inputs_whose_names_it_accepts() -> None:
    inputs: dict[str, Json] = {"ok": {"type": "string"}, "filter[x]": {"type": "string"}}
    tool = taking(**inputs)
    definition, losses = define("anthropic", tool)

    assert list(definition["input_schema"]["properties"]) == ["ok"]
    assert losses == ["the input 'filter[x]', whose name the API does not accept"]


def test_mcp_gets_what_the_protocol_itself_is_recognised_by() -> None:
    request: Any = FLAVOURS["mcp"].request([define("mcp", TOOL)[0]])
    (match,) = matches(request)

    assert match.protocol.NAME == "mcp"


def test_mcp_gets_annotations_for_stated_effects_alone() -> None:
    stated = replace(TOOL, effect=Effect.DESTRUCTIVE, effect_is_stated=True)

    assert define("mcp", stated)[0]["annotations"] == {
        "readOnlyHint": False,
        "destructiveHint": True,
    }
    assert "annotations" not in define("mcp", replace(stated, effect_is_stated=False))[0]


def test_mcp_gets_results_that_are_objects_alone() -> None:
    definition, losses = define("mcp", replace(TOOL, outputs={"type": "array"}))

    assert "outputSchema" not in definition
    assert losses == ["the schema of the result, which must be that of an object"]


@pytest.mark.parametrize("path", [path for path in FILES if path.endswith(".gemini.json")])
def test_gemini_gets_only_keywords_that_it_knows(path: str) -> None:
    for function in functions_of(SITE.json(path)):
        jsonschema.Draft202012Validator(GEMINI).validate(function.get("parameters", {}))


@pytest.mark.parametrize(
    ("schema", "reduced", "losses"),
    [
        ({"type": ["string", "null"]}, {"type": "string", "nullable": True}, []),
        ({"type": "string", "const": "a"}, {"type": "string", "enum": ["a"]}, []),
        ({"type": "integer", "enum": [1, 2]}, {"type": "integer"}, ["`enum` of `x`"]),
        ({"type": "string", "format": "uri"}, {"type": "string"}, ["`format` of `x`"]),
        ({"type": "string", "format": "date-time"}, {"type": "string", "format": "date-time"}, []),
        ({"type": "string", "default": "a", "examples": ["b"]}, {"type": "string"}, []),
        ({"not": {"const": 1}}, {}, ["`not` of `x`"]),
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
            {"type": ["string", "null"], "enum": ["a", None]},
            {"type": "string", "enum": ["a"], "nullable": True},
            [],
        ),
        ({"$ref": "#/properties/y"}, {"type": "number"}, []),
        ({"$ref": "#/$defs/none"}, {}, ["what a reference stands for of `x`"]),
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
    assert losses == ["what stands too deep, or in itself"]


def test_long_list_of_losses_is_cut() -> None:
    inputs: dict[str, Json] = {f"x{number}": {"not": {}} for number in range(50)}
    _, losses = define("gemini", taking(**inputs))

    assert len(losses) == 21
    assert losses[-1] == "and more"


def test_gemini_gets_no_parameters_where_there_are_none() -> None:
    assert "parameters" not in define("gemini", taking())[0]
