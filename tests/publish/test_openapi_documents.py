"""OpenAPI documents describe the very requests that a manual describes, or name what they leave."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from openapi_spec_validator import OpenAPIV31SpecValidator
from paths import ROOT
from publishing import SAMPLES, SETTINGS, publish_catalogue, published, read
from releases import catalogue_of
from seen import some

from registry.authoring.importers.openapi import convert_document, manual
from registry.diagnostics import has_errors
from registry.model import VARIABLE, Where
from registry.model.request import request
from registry.source.writing import write_yaml

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Tool
    from registry.model.request import Request
    from registry.source import Json

HERE = Path(__file__).parent / "openapi_manuals"
TREES = {"fixtures": HERE, "samples": SAMPLES, "catalogue": ROOT / "manuals"}

_PATH = re.compile(r"v1/openapi/(?P<manual>[^/]+/[^/.]+)(?:\.\d+)?\.json")


def documents(manuals: Path) -> dict[str, Any]:
    """Return every OpenAPI document of *manuals*, by its path."""
    site = published(manuals)
    return {path: site.json(path) for path in site.files if _PATH.fullmatch(path)}


def document(name: str) -> Any:  # noqa: ANN401 - any JSON
    return published(HERE).json(f"v1/openapi/reef/{name}.json")


def operations(found: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """Return the operations of the document *found* by their ids."""
    return {
        each["operationId"]: each
        for methods in found["paths"].values()
        for each in methods.values()
    }


def parameters(operation: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    return {each["name"]: each for each in operation["parameters"]}


@pytest.mark.parametrize("tree", ["fixtures", "samples"])
def test_every_document_is_openapi(tree: str, subtests: pytest.Subtests) -> None:
    for path, found in some(documents(TREES[tree]).items()):
        with subtests.test(path):
            errors = [error.message for error in OpenAPIV31SpecValidator(found).iter_errors()]

            assert errors == []


@pytest.mark.parametrize(
    "tree", ["fixtures", "samples", pytest.param("catalogue", marks=pytest.mark.slow)]
)
def test_importing_a_document_gives_tools_that_send_the_same_requests(
    tree: str, subtests: pytest.Subtests
) -> None:
    manuals = TREES[tree]
    imported = {
        (match["manual"], tool.name): tool
        for path, found in documents(manuals).items()
        if (match := _PATH.fullmatch(path))
        for tool in tools_of(found)
    }
    originals = {(tool.manual_id, tool.name): tool for tool in published(manuals).catalogue.tools}

    calls = (
        (tool, originals[key], each)
        for key, tool in imported.items()
        for each in originals[key].examples
    )
    for tool, original, example in some(calls):
        with subtests.test(original.id, task=example.task):
            sent = request(tool.call, renamed(original, tool, example.arguments))

            assert parts(sent) == parts(request(original.call, example.arguments))


def tools_of(found: Any) -> tuple[Tool, ...]:  # noqa: ANN401 - any JSON
    release = manual.release_draft(convert_document(found), "1.0.0", "2026-01-31")
    catalogue, problems = catalogue_of("1.0.0.yaml", write_yaml(release).encode())
    assert not has_errors(problems), problems
    return catalogue.tools


def renamed(original: Tool, tool: Tool, arguments: Mapping[str, Json]) -> dict[str, Json]:
    """Return *arguments* of *original* with the names that *tool* has for the same places."""
    names = dict(
        zip(original.call.names(Where.BODY), tool.call.names(Where.BODY), strict=True)
    ) | dict(_of_query(original, tool))
    return {names.get(name, name): value for name, value in arguments.items()}


def _of_query(original: Tool, tool: Tool) -> Iterator[tuple[str, str]]:
    """Yield the inputs that *original* has in the query of its URL, with their names there."""
    for name, value in parse_qsl(urlsplit(original.call.url).query):
        if value.startswith("{"):
            assert name in tool.call.names(Where.QUERY)
            yield value[1:-1], name


def parts(sent: Request | None) -> tuple[object, ...]:
    """Return what is compared of a request: neither the order nor the names of variables.

    A word before a key other than `Bearer` is for people to read, and the type of the reply takes
    the place of `Accept`.
    """
    assert sent is not None
    url = urlsplit(VARIABLE.sub("$V", sent.url))
    headers = {name.lower(): VARIABLE.sub("$V", value) for name, value in sent.headers.items()}
    headers.pop("accept", None)
    if not headers.get("authorization", "").startswith("Bearer "):
        headers["authorization"] = re.split("[ =]", headers.get("authorization", ""))[-1]
    return (
        sent.method,
        f"{url.scheme}://{url.netloc}{url.path}",
        sorted(parse_qsl(url.query, keep_blank_values=True)),
        headers,
        json.dumps(sent.body, sort_keys=True),
        bool(sent.user),
    )


def test_what_is_fixed_in_a_query_or_header_is_a_parameter_with_one_value() -> None:
    found = parameters(operations(document("offered"))["read_station"])

    assert found["format"]["in"] == "query"
    assert found["format"]["required"]
    assert found["format"]["schema"]["enum"] == ["json"]
    assert found["X-Version"]["in"] == "header"
    assert found["X-Version"]["schema"]["enum"] == ["2"]


def test_parameter_of_the_query_that_is_sent_empty_says_so() -> None:
    found = parameters(operations(document("offered"))["read_station"])

    assert found["latest"]["schema"]["enum"] == [""]
    assert {name for name, each in found.items() if "allowEmptyValue" in each} == {
        "latest",
        "order",
    }


def test_value_in_the_path_has_no_default_as_it_is_always_given() -> None:
    found = parameters(operations(document("offered"))["read_station"])

    assert found["kind"]["in"] == "path"
    assert found["kind"]["schema"] == {"type": "string", "enum": ["buoy", "mooring"]}


def test_input_in_the_query_of_a_url_has_the_name_that_it_has_there() -> None:
    found = parameters(operations(document("offered"))["read_station"])

    assert found["filter[text]"]["description"] == "Words to look for."
    assert "q" not in found


def test_object_in_a_query_is_json_and_a_list_is_one_pair_for_each_entry() -> None:
    found = parameters(operations(document("offered"))["read_station"])

    assert found["area"]["content"].keys() == {"application/json"}
    assert found["depths"]["schema"]["type"] == "array"


def test_definitions_are_components_whose_names_begin_with_the_tool() -> None:
    found = document("offered")
    area = parameters(operations(found)["read_station"])["area"]["content"]["application/json"]
    schemas = found["components"]["schemas"]
    itself = {"$ref": "#/components/schemas/read_station_input_area"}

    assert schemas.keys() == {"read_station_input_area", "read_station_output_reading"}
    assert area["schema"] == itself
    assert schemas["read_station_input_area"]["properties"]["inside"] == itself


def test_header_accept_is_the_type_of_the_reply() -> None:
    found = operations(document("offered"))["read_station"]

    assert found["responses"]["200"]["content"].keys() == {"application/vnd.reef+json"}
    assert "Accept" not in parameters(found)


def test_reply_that_is_text_may_be_of_any_type() -> None:
    found = operations(document("offered"))["add_notes"]

    assert found["responses"]["200"]["content"].keys() == {"*/*"}


def test_reply_without_a_body_has_no_content_to_parse() -> None:
    found = operations(document("offered"))["forget_notes"]

    assert found["responses"]["200"] == {"description": "Nothing more of the notes."}


def test_body_has_the_type_that_is_sent_and_the_example_of_the_manual() -> None:
    found = operations(document("offered"))
    reading = found["add_reading"]["requestBody"]

    assert reading["required"]
    assert reading["description"] == "What was read."
    assert reading["content"]["application/json"]["example"] == {"celsius": 24}
    assert found["add_notes"]["requestBody"]["content"].keys() == {
        "application/x-www-form-urlencoded"
    }


def test_list_in_a_form_is_one_field_for_each_entry() -> None:
    found = operations(document("offered"))
    form = found["add_notes"]["requestBody"]["content"]["application/x-www-form-urlencoded"]

    assert form["encoding"] == {"fish": {"style": "form", "explode": True}}
    assert "encoding" not in found["add_reading"]["requestBody"]["content"]["application/json"]


def test_text_of_json_is_described_as_the_json_that_readers_write() -> None:
    found = operations(document("offered"))["correct_notes"]["requestBody"]

    assert found["content"] == {
        "application/merge-patch+json": {
            "schema": {"type": "object", "additionalProperties": True},
            "example": {"text": "ray", "seen": None},
        }
    }


@pytest.mark.parametrize(
    ("stated", "text", "described"),
    [
        ({}, None, {"schema": {}}),
        ({}, "{", {"schema": {}}),
        ({}, "[" * 3000, {"schema": {}}),
        ({}, "[1]", {"schema": {"type": "array", "items": {}}, "example": [1]}),
        (
            {"contentSchema": {"type": "array", "items": {"type": "string"}}},
            '["a"]',
            {"schema": {"type": "array", "items": {"type": "string"}}, "example": ["a"]},
        ),
    ],
)
def test_text_of_json_has_the_schema_and_the_example_that_are_known(
    stated: dict[str, Json], text: str | None, described: dict[str, Json]
) -> None:
    found = operations(document_of(patching("patch", stated), text=text))["patch"]["requestBody"]

    assert found["content"] == {"application/vnd.reef+json": described}


def patching(name: str, stated: Mapping[str, Json]) -> dict[str, Any]:
    """Return a tool whose body is JSON as a text with the schema *stated*."""
    call = {
        "http_method": "PATCH",
        "content_type": "application/vnd.reef+json",
        "body_field": "fish",
    }
    tool = fish(name, {"type": "string", **stated})
    return {**tool, "tool_call_template": {**tool["tool_call_template"], **call}}


def reading() -> dict[str, Any]:
    """Return the schemas of what the body of `add_reading` has."""
    body = operations(document("offered"))["add_reading"]["requestBody"]
    found: dict[str, Any] = body["content"]["application/json"]["schema"]["properties"]
    return found


def test_integer_that_may_need_more_than_32_bits_has_64() -> None:
    """Clients made from a document could not read a larger one than it says."""
    formats = {name: each["format"] for name, each in reading().items() if "format" in each}

    assert formats == {"milliseconds": "int64"}


def test_part_of_a_body_says_what_it_may_hold() -> None:
    """Generators of code take nothing from beside a choice, and an open object for an empty one."""
    schemas = reading()

    assert schemas["divers"] == {
        "anyOf": [{"type": "array", "items": {"type": "string"}}, {"type": "null"}]
    }
    assert schemas["weather"] == {"type": "object", "additionalProperties": True}


def test_each_kind_of_credentials_is_a_scheme_of_its_own() -> None:
    found = document("offered")
    schemes = found["components"]["securitySchemes"]
    used = {name: scheme for name, each in operations(found).items() for scheme in each["security"]}

    assert used == {
        "read_station": {"KEY": []},
        "add_reading": {"KEY_2": []},
        "add_notes": {"CLIENT_ID": ["notes.write", "notes.read"]},
        "forget_notes": {"NAME": []},
    }
    assert {name: each["type"] for name, each in schemes.items()} == {
        "KEY": "apiKey",
        "KEY_2": "http",
        "CLIENT_ID": "oauth2",
        "NAME": "http",
    }
    assert schemes["CLIENT_ID"]["flows"]["clientCredentials"]["scopes"].keys() == {
        "notes.write",
        "notes.read",
    }


def test_key_with_a_word_before_it_says_how_it_is_sent_and_where_to_get_it() -> None:
    found = document("offered")["components"]["securitySchemes"]["KEY"]["description"]

    assert found == (
        "Sent as `Reef <KEY>`. Key of the reef office. To be had at https://reef.example.com/keys"
    )


def test_tool_that_needs_no_key_says_so() -> None:
    assert operations(document("apart"))["get_fish"]["security"] == []


def test_calls_that_change_something_ask_before_they_do() -> None:
    asks = "x-openai-isConsequential"
    found = {name: each[asks] for name, each in operations(document("offered")).items()}

    assert found == {
        "read_station": False,
        "add_reading": True,
        "add_notes": True,
        "correct_notes": True,
        "forget_notes": True,
    }


def test_document_says_what_it_is_made_of_and_what_to_know_of_it() -> None:
    found = document("offered")
    about = found["info"]

    assert about["title"] == "Reef stations"
    assert about["version"] == "1.0.0"
    assert about["termsOfService"] == "https://reef.example.com/terms"
    assert "Licence of the data or the software: CC-BY-4.0." in about["description"]
    assert found["externalDocs"] == {"url": "https://reef.example.com/docs"}
    assert "`reef/offered`, written by contributors of this registry" in about["description"]
    assert "This manual is deprecated since 2026-03-01: The stations" in about["description"]
    assert all(each["deprecated"] for each in operations(found).values())


@pytest.mark.parametrize(
    ("registry", "author"),
    [("Reef", "this registry."), ("Sample Registry", "this registry, not the publisher.")],
)
def test_document_says_of_the_registrys_own_tools_what_their_pages_say(
    registry: str, author: str
) -> None:
    files = publish_catalogue(read(HERE).catalogue, SETTINGS._replace(name=registry)).files
    about = json.loads(files["v1/openapi/reef/offered.json"])["info"]["description"]

    assert f"written by contributors of {author}" in about


def test_tools_that_cannot_share_a_document_are_in_several() -> None:
    found = [document("apart"), document("apart.2"), document("apart.3")]

    assert [[*operations(each)] for each in found] == [
        ["search_fish", "get_fish"],
        ["search_fish_by_size", "rename_fish"],
        ["get_picture"],
    ]
    assert [each["servers"] for each in found] == [
        [{"url": "https://api.reef.example.com"}],
        [{"url": "https://api.reef.example.com"}],
        [{"url": "https://files.reef.example.com"}],
    ]
    assert found[1]["info"]["title"].endswith(" (2 of 3)")
    assert found[2]["info"]["description"].endswith(
        "In other documents of the manual: `search_fish`, `get_fish`, `search_fish_by_size`, "
        "`rename_fish`."
    )


def test_manual_whose_tools_all_share_a_path_has_no_document_for_each() -> None:
    tools = [
        {
            "name": f"list_{number}",
            "description": "List the fish of the reef.",
            "inputs": {"type": "object", "properties": {}},
            "outputs": {"type": "object"},
            "tool_call_template": {
                "call_template_type": "http",
                "http_method": "GET",
                "url": "https://api.acme.dev/fish",
            },
        }
        for number in range(25)
    ]
    release = {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": tools}
    catalogue, _ = catalogue_of("1.0.0.json", json.dumps(release).encode())
    files = publish_catalogue(catalogue).files
    found = {path for path in files if _PATH.fullmatch(path)}
    about = json.loads(files["v1/openapi/acme/sample.20.json"])["info"]["description"]

    assert len(found) == 20
    assert "`list_24`, since a manual has at most 20 documents" in about


CALL = {"call_template_type": "http", "http_method": "GET", "url": "https://api.acme.dev/fish"}


def fish(name: str, fish: Mapping[str, Json], **more: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON
    """Return a tool whose one input has the schema *fish*; *more* is in its inputs or its call."""
    url = str(more.pop("url", f"https://api.acme.dev/{name}"))
    return {
        "name": name,
        "description": "List the fish of the reef.",
        "inputs": {"type": "object", "properties": {"fish": fish}, **more},
        "outputs": {"type": "object"},
        "tool_call_template": {**CALL, "url": url},
    }


def document_of(*tools: dict[str, Any], text: str | None = None) -> Any:  # noqa: ANN401 - any JSON
    """Return the document of *tools*; *text* is what the last of them has in its example."""
    release: dict[str, Any] = {
        "utcp_version": "1.0.1",
        "manual_version": "1.0.0",
        "tools": [*tools],
    }
    if text is not None:
        example = {"task": "Change it", "tool": tools[-1]["name"], "arguments": {"fish": text}}
        release["x-registry"] = {"examples": [example]}
    catalogue, _ = catalogue_of("1.0.0.json", json.dumps(release).encode())
    return json.loads(publish_catalogue(catalogue).files["v1/openapi/acme/sample.json"])


@pytest.mark.attack
def test_no_tool_gets_the_schema_of_another() -> None:
    first = {"$ref": "#/$defs/b_input_c"}
    other = {"$ref": "#/$defs/c"}
    found = document_of(
        fish("a", first, **{"$defs": {"b_input_c": {"type": "string"}}}),
        fish("a_input_b", other, **{"$defs": {"c": {"type": "integer"}}}),
    )
    schemas = found["components"]["schemas"]
    kinds = {
        name: schemas[parameters(each)["fish"]["schema"]["$ref"].rpartition("/")[2]]["type"]
        for name, each in operations(found).items()
    }

    assert kinds == {"a": "string", "a_input_b": "integer"}


@pytest.mark.attack
@pytest.mark.parametrize(
    "odd",
    [
        fish("odd", {"type": "object", "default": {"$ref": "https://evil.example/"}}),
        fish("odd", {"enum": [{"$ref": "file:///etc/passwd"}]}),
        fish("odd", {"type": "string"}, url="https://api.acme.dev//evil.example/{fish}"),
    ],
)
def test_no_reader_is_led_elsewhere(odd: dict[str, Any]) -> None:
    found = document_of(fish("plain", {"type": "string"}), odd)

    assert [*operations(found)] == ["plain"]
    assert "`odd`, since " in found["info"]["description"]


@pytest.mark.attack
def test_no_reader_is_led_elsewhere_by_the_json_in_an_example() -> None:
    odd = patching("odd", {})
    plain = fish("plain", {"type": "string"})
    found = document_of(plain, odd, text='{"$ref": "https://evil.example/"}')

    assert [*operations(found)] == ["plain"]


def test_discriminator_is_left_out_as_its_names_lead_nowhere() -> None:
    mapping: Json = {"propertyName": "kind", "mapping": {"a": "https://evil.example/a.json"}}
    found = document_of(fish("plain", {"type": "object", "discriminator": mapping}))

    assert "evil" not in json.dumps(found)


REASONS = {
    "account_in_path": "a value of the caller is in its URL or headers",
    "partly_fixed": "a parameter in its URL is partly fixed",
    "same_name_twice": "its URL has the same name twice",
    "language_as_header": "one of its headers is no parameter",
    "body_with_get": "it sends a body with GET",
    "part_of_itself": "its schema refers to parts of itself",
    "stream": "it is called in another way than by a plain HTTP request",
}


@pytest.mark.parametrize("tool", REASONS)
def test_tool_for_which_openapi_has_no_place_is_named_with_the_reason(tool: str) -> None:
    found = document("left-out")

    assert [*operations(found)] == ["list_stations"]
    assert f"`{tool}`, since {REASONS[tool]}" in found["info"]["description"]


def test_manual_without_any_operation_has_no_document() -> None:
    assert "v1/openapi/fen/local.json" not in published().files
