"""Any tool becomes a document that every UTCP client loads, or says why it cannot."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from registry import utcp_export
from registry.model import (
    Argument,
    Auth,
    Call,
    Effect,
    Envelope,
    EnvelopeField,
    Tool,
    Variable,
    Where,
)
from registry.source import Document, Origin

if TYPE_CHECKING:
    from registry.source import Json

TOOL = Tool(
    publisher="acme-labs",
    manual="tide-tables",
    version="1.2.0",
    name="next-tide",
    protocol="utcp",
    dialect="1.x",
    description="Next high tide at a harbour.",
    tags=("sea",),
    inputs={
        "type": "object",
        "properties": {"port": {"type": "string"}, "days": {"type": "integer"}},
        "required": ["port"],
    },
    outputs={"type": "object"},
    call=Call(
        transport="http",
        method="GET",
        url="https://api.example.com/v1/{port}/tides",
        headers={"Accept": "application/json"},
        arguments=(Argument("port", Where.PATH), Argument("days", Where.QUERY)),
        auth=Auth("api_key", {"api_key": "Bearer ${TOKEN}", "var_name": "Authorization"}),
    ),
    native={},
    origin=Origin(Document("manuals/acme-labs/tide-tables/1.2.0.yaml", "", {})),
)

ENVELOPE = Envelope(
    constants={"$schema": "urn:oxp:1.0", "request": {"tool_id": "Geo.Distance@2.1.0"}},
    arguments_at=("request", "input"),
    fields=(EnvelopeField(("request", "call_id"), {"type": "string"}, required=False),),
    reply={"type": "object", "properties": {"result": {"type": "object"}}},
    value_at=("result", "value"),
)


def calling(**changes: Any) -> Tool:  # noqa: ANN401 - fields of a Call
    return replace(TOOL, call=replace(TOOL.call, **changes))


def taking(**properties: Json) -> Tool:
    return replace(TOOL, inputs={"type": "object", "properties": {"port": {}, **properties}})


def test_document_has_the_keys_that_clients_allow_and_no_others() -> None:
    assert utcp_export.document(TOOL) == {
        "name": "next-tide",
        "description": "Next high tide at a harbour.",
        "inputs": TOOL.inputs,
        "outputs": {"type": "object"},
        "tags": ["sea"],
        "tool_call_template": {
            "call_template_type": "http",
            "http_method": "GET",
            "url": "https://api.example.com/v1/{port}/tides",
            "headers": {"Accept": "application/json"},
            "auth": {
                "auth_type": "api_key",
                "var_name": "Authorization",
                "location": "header",
                "api_key": "Bearer ${TOKEN}",
            },
        },
    }
    assert not utcp_export.obstacles(TOOL)


def test_arguments_go_to_the_parts_of_the_request_that_the_call_says() -> None:
    tool = calling(
        method="POST",
        content_type="application/x-www-form-urlencoded",
        arguments=(
            Argument("port", Where.PATH),
            Argument("form", Where.BODY),
            Argument("X-Trace", Where.HEADER),
        ),
    )
    template: Any = utcp_export.document(tool)["tool_call_template"]

    assert template["content_type"] == "application/x-www-form-urlencoded"
    assert template["body_field"] == "form"
    assert template["header_fields"] == ["X-Trace"]


def test_query_argument_called_body_is_not_sent_as_the_body() -> None:
    template: Any = utcp_export.document(calling(arguments=(Argument("body", Where.QUERY),)))

    assert template["tool_call_template"]["body_field"] == ""


def test_options_of_other_transports_are_kept_without_nulls() -> None:
    tool = replace(TOOL, call=Call("cli", options={"commands": [{"command": "date"}], "env": None}))

    assert utcp_export.document(tool)["tool_call_template"] == {
        "call_template_type": "cli",
        "commands": [{"command": "date"}],
    }


def test_http_has_no_options_beyond_what_every_client_reads() -> None:
    tool = calling(options={"timeout": 5})

    assert "timeout" not in utcp_export.document(tool)["tool_call_template"]  # type: ignore[operator]
    assert not utcp_export.obstacles(tool)


def test_response_size_is_given_only_where_it_is_known() -> None:
    assert "average_response_size" not in utcp_export.document(TOOL)
    sized = replace(TOOL, average_response_size=0)
    assert utcp_export.document(sized)["average_response_size"] == 0


def test_tool_without_a_result_promises_null_and_not_nothing() -> None:
    assert utcp_export.document(replace(TOOL, outputs=None))["outputs"] == {"type": "null"}


def test_envelope_becomes_the_one_argument_with_its_constants() -> None:
    tool = replace(
        calling(
            method="POST",
            url="https://geo.example.com/tools/call",
            arguments=(Argument("port", Where.BODY),),
            envelope=ENVELOPE,
        ),
        outputs=None,
    )
    document = utcp_export.document(tool)
    inputs: Any = document["inputs"]
    body = inputs["properties"]["body"]
    request = body["properties"]["request"]

    assert inputs["required"] == ["body"]
    assert body["required"] == ["$schema", "request"]
    assert body["additionalProperties"] is request["additionalProperties"] is False
    assert body["properties"]["$schema"]["enum"] == ["urn:oxp:1.0"]
    assert request["required"] == ["tool_id", "input"]
    assert request["properties"]["tool_id"]["default"] == "Geo.Distance@2.1.0"
    assert request["properties"]["call_id"] == {"type": "string"}
    assert request["properties"]["input"] == TOOL.inputs
    assert document["outputs"] == ENVELOPE.reply
    assert document["tool_call_template"]["body_field"] == "body"  # type: ignore[index,call-overload]
    assert not utcp_export.obstacles(tool)


@pytest.mark.parametrize("value", ["query($id: Int!) { Media(id: $id) { id } }", 1, 2.5, False])
def test_what_is_fixed_is_an_enum_since_clients_show_no_const_to_a_model(value: Json) -> None:
    fixed: dict[str, Json] = {"description": "Send it as it is.", "const": value}
    nested: dict[str, Json] = {"type": "array", "items": {"anyOf": [fixed, {"type": "null"}]}}

    document: Any = utcp_export.document(taking(port=fixed, kinds=nested))

    listed = {"description": "Send it as it is.", "enum": [value]}
    assert document["inputs"]["properties"] == {
        "port": listed,
        "kinds": {"type": "array", "items": {"anyOf": [listed, {"type": "null"}]}},
    }


@pytest.mark.parametrize(
    "kept",
    [
        {"const": {"a": 1}},
        {"const": ["a"]},
        {"const": "a", "enum": ["a", "b"]},
        {"type": "object", "properties": {"const": {"type": "string"}}},
        {"default": {"const": "a"}},
    ],
)
def test_other_constants_stay_as_they_are(kept: dict[str, Json]) -> None:
    document: Any = utcp_export.document(taking(port=kept))

    assert document["inputs"]["properties"] == {"port": kept}


def test_a_constant_in_a_record_stays_one() -> None:
    tool = taking(kind={"const": "a"})

    assert utcp_export.portable_inputs(tool) == tool.inputs


def test_rendering_does_not_change_the_tool() -> None:
    tool = calling(envelope=ENVELOPE)

    assert utcp_export.document(tool) == utcp_export.document(tool)
    assert ENVELOPE.constants["request"] == {"tool_id": "Geo.Distance@2.1.0"}


def test_in_an_aggregate_names_and_variables_carry_publisher_and_manual() -> None:
    document: Any = utcp_export.aggregate_document(TOOL)
    template = document["tool_call_template"]

    assert document["name"] == "acme_labs_tide_tables__next_tide"
    assert template["auth"]["api_key"] == "Bearer ${ACME_LABS__TIDE_TABLES__TOKEN}"
    assert template["url"] == TOOL.call.url


def test_in_an_aggregate_the_effect_is_a_tag_and_keys_have_the_names_that_clients_look_up() -> None:
    key = Variable("TOKEN", obtain="https://acme.example.com/keys")
    tool = replace(TOOL, effect=Effect.DESTRUCTIVE, variables=(key,))
    document: Any = utcp_export.aggregate_document(tool)

    assert document["tags"] == [*TOOL.tags, "effect_destructive"]
    assert (
        "Needs registry_ACME_LABS__TIDE_TABLES__TOKEN, from https://acme.example.com/keys"
        in document["description"]
    )


def test_in_an_aggregate_outputs_are_names_and_types() -> None:
    item: Json = {"type": "object", "properties": {"at": {"type": "string", "format": "date"}}}
    fields: Json = {"tides": {"type": "array", "items": item, "description": "All."}, "a": {}}
    outputs: dict[str, Json] = {"type": "object", "description": "Tides.", "properties": fields}
    document: Any = utcp_export.aggregate_document(replace(TOOL, outputs=outputs))

    assert document["outputs"] == {
        "type": "object",
        "description": "Tides.",
        "properties": {
            "tides": {
                "type": "array",
                "items": {"type": "object", "properties": {"at": {"type": "string"}}},
            },
            "a": {},
        },
    }


def test_long_names_are_cut_and_stay_different() -> None:
    one, other = (replace(TOOL, name="a" * 62 + end) for end in "xy")
    names = {utcp_export.aggregate_name(one), utcp_export.aggregate_name(other)}

    assert len(names) == 2
    assert all(len("registry_" + name) == 64 for name in names)


def test_variables_of_different_manuals_never_meet() -> None:
    tools = [
        replace(TOOL, publisher=publisher, manual=manual)
        for publisher, manual in (("a", "b-c"), ("a-b", "c"), ("a", "b"), ("a-b-c", "d"))
    ]
    names = {
        utcp_export.aggregate_variable(tool, variable)
        for tool in tools
        for variable in ("KEY", "C__KEY", "C_KEY", "key")
    }

    assert len(names) == 16


def test_name_that_a_client_looks_a_variable_up_by() -> None:
    assert utcp_export.client_variable_name("acme_tides", "API_KEY") == "acme__tides_API_KEY"


@pytest.mark.parametrize(
    ("schema", "rewritten"),
    [
        ({"properties": {"a": True}}, {"properties": {"a": {}}}),
        ({"items": False}, {"items": {"not": {}}}),
        ({"anyOf": [True, {"type": "string"}]}, {"anyOf": [{}, {"type": "string"}]}),
        ({"additionalProperties": False}, {"additionalProperties": False}),
        ({"default": None, "title": None}, {}),
        ({"default": {"a": None}}, {}),
        ({"default": False}, {"default": False}),
        ({"examples": [1, None]}, {"examples": [1]}),
        ({"const": None}, {"type": "null"}),
        ({"enum": [None]}, {"type": "null"}),
        ({"enum": ["a", None]}, {"anyOf": [{"enum": ["a"]}, {"type": "null"}]}),
        (
            {"type": ["string", "null"], "enum": ["a", None]},
            {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]},
        ),
        ({"type": ["string", "null"]}, {"anyOf": [{"type": "string"}, {"type": "null"}]}),
        (
            {"type": ["string", "null"], "anyOf": [{"minLength": 1}]},
            {
                "anyOf": [{"minLength": 1}],
                "allOf": [{"anyOf": [{"type": "string"}, {"type": "null"}]}],
            },
        ),
        (
            {"type": "string", "const": None, "allOf": [True]},
            {"type": "string", "allOf": [{}, {"type": "null"}]},
        ),
        ({"x-internal": 1, "properties": {"x-a": {}}}, {"properties": {"x-a": {}}}),
        ({"enum": [True, False]}, {"enum": [True, False]}),
    ],
)
def test_schemas_are_rewritten_without_a_change_of_meaning(
    schema: dict[str, Json], rewritten: dict[str, Json]
) -> None:
    assert utcp_export.portable(schema) == rewritten
    assert utcp_export.portable(rewritten) == rewritten


SCHEMAS = st.recursive(
    st.booleans()
    | st.fixed_dictionaries(
        {},
        optional={
            "type": st.lists(
                st.sampled_from(["string", "integer", "null"]), min_size=1, unique=True
            )
            | st.sampled_from(["string", "object", "null"]),
            "enum": st.lists(st.sampled_from(["a", 1, None]), min_size=1),
            "const": st.sampled_from(["a", None]),
            "default": st.none(),
        },
    ),
    lambda inner: st.fixed_dictionaries(
        {},
        optional={
            "type": st.just(["object", "null"]),
            "properties": st.dictionaries(st.sampled_from("ab"), inner),
            "additionalProperties": inner,
            "anyOf": st.lists(inner, min_size=1, max_size=2),
            "allOf": st.lists(inner, min_size=1, max_size=2),
            "not": inner,
        },
    ),
    max_leaves=6,
)
VALUES: st.SearchStrategy[Json] = st.sampled_from(
    [None, "a", 1, 2.5, [], {}, {"a": None}, {"a": "a", "b": 1}]
)


@given(SCHEMAS.filter(lambda each: isinstance(each, dict)), VALUES)
def test_rewritten_schema_accepts_the_same_values(schema: Any, value: Json) -> None:  # noqa: ANN401
    rewritten = utcp_export.portable(schema)
    verdicts = {
        jsonschema.Draft202012Validator(each).is_valid(value) for each in (schema, rewritten)
    }

    assert len(verdicts) == 1
    assert utcp_export.portable(rewritten) == rewritten
    assert "null" not in re.sub('"null"', "", json.dumps(rewritten))


def oauth2(**fields: str) -> Auth:
    usual = {
        "token_url": "https://login.example.com/token",
        "client_id": "${CLIENT_ID}",
        "client_secret": "${CLIENT_SECRET}",
    }
    return Auth("oauth2", {**usual, **fields})


@pytest.mark.parametrize("auth", [None, oauth2(), oauth2(scope="read"), Auth("basic", {
    "username": "${USER}", "password": "${PASSWORD}"})])  # fmt: skip
def test_portable_authentication_is_offered(auth: Auth | None) -> None:
    assert not utcp_export.obstacles(calling(auth=auth))


@pytest.mark.parametrize(("auth", "scope"), [(oauth2(), ""), (oauth2(scope="read"), "read")])
def test_scope_is_stated_so_that_no_client_asks_for_none(auth: Auth, scope: str) -> None:
    template: Any = utcp_export.document(calling(auth=auth))["tool_call_template"]

    assert template["auth"]["scope"] == scope


OBSTACLES = {
    "plain http": calling(url="http://api.example.com/{port}"),
    "relative": calling(url="/v1/{port}"),
    "other scheme": calling(url="ftp://api.example.com/{port}"),
    "no url": calling(url=""),
    "localhost": calling(url="https://localhost:8080/{port}"),
    "integer loopback": calling(url="http://2130706433/{port}"),
    "mapped loopback": calling(url="https://[::ffff:127.0.0.1]/{port}"),
    "host placeholder": calling(url="https://{port}.example.com/"),
    "port placeholder": calling(url="https://api.example.com:{port}/"),
    "host variable": calling(url="https://${HOST}/{port}"),
    "user in url": calling(url="https://me@api.example.com/{port}"),
    "undeclared path input": calling(url="https://api.example.com/{harbour}"),
    "method head": calling(method="HEAD"),
    "method in lower case": calling(method="get"),
    "two bodies": calling(arguments=(Argument("port", Where.BODY), Argument("days", Where.BODY))),
    "dollar in url": calling(url="https://api.example.com/{port}?$filter=a"),
    "dollar in header": calling(headers={"X-Price": "5$"}),
    "variable of dashes": calling(headers={"X": "${A-B}"}),
    "leading underscore": calling(headers={"X": "${_KEY}"}),
    "bearer": calling(auth=Auth("bearer", {"token": "${K}"})),
    "oauth2 of a user": calling(auth=Auth("oauth2_user", {"access_token": "${K}"})),
    "loopback token url": calling(auth=oauth2(token_url="https://127.1/token")),
    "plain token url": calling(auth=oauth2(token_url="http://login.example.com/token")),
    "literal client id": calling(auth=oauth2(client_id="acme")),
    "unknown oauth2 field": calling(auth=oauth2(audience="x")),
    "empty key": calling(auth=Auth("api_key", {"api_key": ""})),
    "unknown type": taking(file={"type": "file"}),
    "required as a boolean": taking(port={"type": "string", "required": True}),
    "numeric pattern": taking(port={"pattern": 5}),
    "no object": replace(TOOL, inputs={"type": "array"}),
    "null deep in a constant": taking(port={"const": {"a": None}}),
    "bad outputs": replace(TOOL, outputs={"properties": {"a": {"type": "date"}}}),
    "reason of the reader": replace(TOOL, obstacles=("it needs a secret in the body",)),
    "reference inside an envelope": replace(
        calling(envelope=ENVELOPE), inputs={"type": "object", "$ref": "#/$defs/x"}
    ),
    "boolean in the query": replace(
        TOOL,
        inputs={
            "type": "object",
            "properties": {"port": {"type": "string"}, "days": {"type": "boolean"}},
            "required": ["port", "days"],
        },
    ),
    "unsafe name": replace(TOOL, name="a b"),
}


def posting(content_type: str, schema: Json, **changes: Any) -> Tool:  # noqa: ANN401 - of a Call
    body = (Argument("port", Where.PATH), Argument("days", Where.BODY))
    call = {"method": "POST", "arguments": body, "content_type": content_type, **changes}
    return replace(
        calling(**call),
        inputs={"type": "object", "properties": {"port": {"type": "string"}, "days": schema}},
    )


FORM = "application/x-www-form-urlencoded"
BODIES: list[tuple[Tool, int]] = [
    (posting("application/vnd.api+json", {"type": "object"}), 1),
    (posting("Application/JSON; charset=utf-8", {"properties": {"a": {}}}), 1),
    (posting("application/xml", {"anyOf": [{"type": "string"}, {"items": {}}]}), 1),
    (posting("", {"type": "object"}, headers={"Content-Type": "text/csv"}), 1),
    (posting("application/xml", {"type": "object"}, transport="sse"), 0),
    (posting("application/xml", {"type": "string"}), 0),
    (posting("application/json; charset=utf-8", {"type": "object"}), 0),
    (posting("text/csv", {"type": "object"}, headers={"Content-Type": FORM}), 0),
    (posting(FORM, {"type": "object"}), 0),
    (posting("", {"type": "array"}), 0),
]


@pytest.mark.parametrize(("tool", "reasons"), BODIES)
def test_body_that_clients_encode_differently_is_not_offered(tool: Tool, reasons: int) -> None:
    assert len(utcp_export.load_obstacles(tool)) == reasons


GENERAL = "not every UTCP client can load it"
"""What is said where nothing better is known: seldom, as it helps nobody."""


@pytest.mark.parametrize("case", OBSTACLES)
def test_obstacle_is_named_and_named_once(case: str) -> None:
    reasons = utcp_export.load_obstacles(OBSTACLES[case])

    assert len(reasons) == 1, reasons
    assert not reasons[0].endswith(".")
    assert reasons[0] != GENERAL or case in ("no object", "unsafe name")
    assert utcp_export.obstacles(OBSTACLES[case]) == reasons


def test_other_transports_load_in_files_of_their_own_only() -> None:
    tool = calling(transport="sse", method="")

    assert utcp_export.load_obstacles(tool) == ()
    assert len(utcp_export.obstacles(tool)) == 1


def test_key_in_a_cookie_is_for_clients_that_send_it() -> None:
    auth = Auth("api_key", {"api_key": "${K}", "var_name": "sid", "location": "cookie"})
    tool = calling(auth=auth)

    assert utcp_export.load_obstacles(tool) == ()
    assert utcp_export.file_kind(tool) == utcp_export.COOKIE
    assert utcp_export.obstacles(tool) == ("not every UTCP client sends keys as cookies",)


def test_loopback_counts_for_every_transport() -> None:
    assert utcp_export.load_obstacles(calling(transport="sse", method="", url="http://127.0.0.1/x"))
