"""Who does what a hint says has what was meant: calls as people write them who know other tools."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from releases import catalogue_of

from registry import rules
from registry.report._escape import MAX_LENGTH

if TYPE_CHECKING:
    from registry.diagnostics import Diagnostic

INPUTS = {"q": {"type": "string", "description": "Words to search for."}}
FILTER = {"type": "object", "description": "What to leave out."}
FORM = "application/x-www-form-urlencoded"
CLOUDS = "clouds -- UTCP_ARG_q_UTCP_END"
KEY = {"auth_type": "api_key", "api_key": "${KEY}", "var_name": "key"}
OAUTH2 = {
    "auth_type": "oauth2",
    "token_url": "https://api.example.com/token",
    "client_secret": "${SECRET}",
}
COMMAND: dict[str, Any] = {"call_template_type": "cli", "commands": [{"command": CLOUDS}]}


def problems(
    call: dict[str, Any],
    properties: dict[str, Any] | None = None,
    required: tuple[str, ...] = (),
) -> tuple[Diagnostic, ...]:
    """Return what rules find in a tool with *call* and inputs of *properties*, some *required*."""
    tool = {
        "name": "search_clouds",
        "description": "Search the clouds above a place by what they are like.",
        "inputs": {"type": "object", "properties": properties or INPUTS, "required": required},
        "tool_call_template": {
            "call_template_type": "http",
            "url": "https://api.example.com/clouds",
            **call,
        },
    }
    document = {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": [tool]}
    catalogue, found = catalogue_of("1.0.0.json", json.dumps(document, indent=1).encode())
    assert not found
    return rules.apply(catalogue)


@pytest.mark.parametrize(
    ("call", "rule", "hint"),
    [
        ({"query_params": {"words": "{q}"}}, "unknown-call-template-key", "under its own name"),
        ({"body": {"q": "{q}"}}, "unknown-call-template-key", "an object called `body`"),
        ({"json": {"q": "{q}"}}, "unknown-call-template-key", "an object called `body`"),
        ({"timeout": 30}, "unknown-call-template-key", "remove the line"),
        (
            {"call_template_type": "sse", "http_method": "GET"},
            "unknown-call-template-key",
            "remove it",
        ),
        ({"http_metod": "POST"}, "unknown-call-template-key", "did you mean `http_method`?"),
        (
            {"http_method": "GET", "method": "POST"},
            "unknown-call-template-key",
            "remove it: `http_method` already exists",
        ),
        (
            {"url": "http://reader:key@api.example.com:80/clouds"},
            "plain-http-url",
            "write https://api.example.com/clouds,",
        ),
        (
            {"url": "https://api.example.com/clouds?api_key={api_key}"},
            "undeclared-path-parameter",
            'api_key: "${API_KEY}", var_name: api_key, location: query}`',
        ),
        (
            {"headers": {"Cookie": "session=4f9d2c71b0"}},
            "literal-credential",
            '`"session=${API_KEY}"`',
        ),
        (
            {"headers": {"Authorization": "Bearer: ${TOKEN}"}},
            "literal-credential",
            '`"Bearer ${TOKEN}"`',
        ),
        (
            {"auth": {**KEY, "api_key": "Bearer${TOKEN}", "var_name": "Authorization"}},
            "literal-credential",
            '`"Bearer ${TOKEN}"`',
        ),
        (
            {"headers": {"Authorization": "Authorization: Bearer ${TOKEN}"}},
            "literal-credential",
            '`"Bearer ${TOKEN}"`',
        ),
        (
            {"headers": {"Authorization": "Authorization: Bearer abc123"}},
            "literal-credential",
            '`"Bearer ${API_KEY}"`',
        ),
        ({"headers": {"DD-Api-Key": "abc123"}}, "literal-credential", '`"${DD_API_KEY}"`'),
        ({"headers": {"X-Api-Key": "abc123"}}, "literal-credential", '`"${API_KEY}"`'),
        (
            {**COMMAND, "env_vars": {"DB_PASSWORD": "<your password>"}},
            "literal-credential",
            '`"${DB_PASSWORD}"`',
        ),
        (
            {**COMMAND, "commands": [{"command": "npx 'clouds@1.0.0 --all' UTCP_ARG_q_UTCP_END"}]},
            "unpinned-download",
            "an argument of its own",
        ),
        (
            {"headers": {"Authorization": "Basic ${NAME}:${SECRET}"}},
            "literal-credential",
            '`auth: {auth_type: basic, username: "${NAME}", password: "${SECRET}"}`',
        ),
        (
            {"url": "https://api.example.com/clouds/Q"},
            "undeclared-path-parameter",
            "write `{q}` and add 'q' to `inputs.required`",
        ),
        (
            {"url": "https://api.example.com/clouds/%s"},
            "undeclared-path-parameter",
            "write the name of an input in braces",
        ),
        (
            {"auth": {**KEY, "var_name": "Bearer"}},
            "bearer-outside-authorization",
            '`api_key: "Bearer ${KEY}"`',
        ),
        ({"url": "https://api.example.com/{}"}, "undeclared-path-parameter", "write its name"),
        ({"call_template_type": "graphql", "variables": {}}, "unknown-call-template-key", "inputs"),
        (
            {"call_template_type": "graphql", "operation_name": "clouds"},
            "unknown-call-template-key",
            "name the tool like the field",
        ),
        ({"url": "https://api.example.com:99999/clouds"}, "malformed-host", "up to 65535"),
        (
            {"url": "https://api.example.com.:443/clouds"},
            "malformed-host",
            "write https://api.example.com:443/clouds",
        ),
        (
            {"call_template_type": "file", "file_path": "clouds/{q}.json"},
            "escaping-path",
            "without `..`, placeholders",
        ),
        (
            {**COMMAND, "inherit_env_vars": ["GITHUB_TOKEN"]},
            "inherited-secret-env",
            '`env_vars: {GITHUB_TOKEN: "${ACME_GITHUB_TOKEN}"}`',
        ),
        (
            {**COMMAND, "commands": [{"command": f"{CLOUDS} > clouds.txt"}]},
            "compound-command",
            "read and write by its own options",
        ),
        (
            {"url": "https://api.example.com/<q>"},
            "undeclared-path-parameter",
            "for the input and add 'q' to `inputs.required`",
        ),
        (
            {"url": "https://api.example.com/clouds?$format=json"},
            "variable-outside-auth",
            "write `%24format=`",
        ),
        (
            {"url": "https://api.example.com/clouds/%7Bq%7D"},
            "undeclared-path-parameter",
            "write `{q}` for the input",
        ),
        (
            {"auth": {**KEY, "location": "cookie"}},
            "unoffered-tool",
            "write `location: header`, if",
        ),
        (
            {"http_method": "POST", "content_type": "multipart/form-data", "body_field": "q"},
            "unoffered-tool",
            "write `content_type: application/json`, if the API takes it; otherwise",
        ),
        (
            {"auth": {**OAUTH2, "client_id": "clouds"}},
            "unoffered-tool",
            '`client_id: "${CLIENT_ID}"`',
        ),
        (
            {"url": "https://api.example.com/{q:int}"},
            "undeclared-path-parameter",
            "write `{q}` and",
        ),
        ({"url": "https://api.example.com/{q?}"}, "undeclared-path-parameter", "write `{q}` and"),
        ({"url": "https://api.example.com/{ q }"}, "undeclared-path-parameter", "write `{q}` and"),
        (
            {"url": "https://api.example.com/{cloud:int}"},
            "undeclared-path-parameter",
            "write `{cloud}`, and declare 'cloud' below `inputs.properties` and list it in",
        ),
        (
            {"url": "https://api.example.com/clouds{?q,limit}"},
            "undeclared-path-parameter",
            "remove `{?q,limit}`",
        ),
        (
            {"auth": {**KEY, "var_name": "Authorization: Bearer"}},
            "unsafe-header",
            "write only `Authorization`, and begin the value with `Bearer `",
        ),
        (
            {"url": "https://api.example.com/clouds?api_key={{MY_KEY}}"},
            "literal-credential",
            '`"${MY_KEY}"`',
        ),
        ({"url": "https://api.example.com/a?b=c&amp;d=e"}, "decorated-base-url", "write `&d=`"),
        ({"url": "GET https://api.example.com/clouds"}, "ambiguous-url", "write only the URL"),
        ({"url": "https://api.example.com/clouds&q=x"}, "decorated-base-url", "write `?q=`"),
        ({"url": "https://api.example.com/a?b=c?d=e"}, "decorated-base-url", "write `&d=`"),
    ],
    ids=str,
)
def test_call_that_other_tools_would_take(call: dict[str, Any], rule: str, hint: str) -> None:
    (found,) = [each for each in problems(call) if each.rule == rule]

    assert hint in found.hint


@pytest.mark.parametrize("name", ["api_key", "key"])
def test_key_in_doubled_braces_is_not_to_be_an_input(name: str) -> None:
    found = {
        each.rule
        for each in problems({"url": f"https://api.example.com/clouds?{name}={{{{KEY}}}}"})
    }

    assert "literal-credential" in found
    assert "undeclared-path-parameter" not in found


@pytest.mark.parametrize(
    ("call", "properties", "rule", "hint"),
    [
        (
            {"http_method": "POST"},
            {"filter": FILTER},
            "unportable-query-input",
            "`body_field: filter`",
        ),
        ({}, {"filter": FILTER}, "unportable-query-input", "make each part"),
        (
            {"http_method": "POST"},
            {"vector": {"type": "array", "description": "Numbers."}},
            "unportable-query-input",
            "make it a property of `body`",
        ),
        (
            {"http_method": "POST"},
            {"stream": {"type": "boolean", "description": "Whether to stream."}},
            "unportable-query-input",
            "make it a property of `body`; otherwise, make it `type: string`",
        ),
        (
            {},
            {"q": {**INPUTS["q"], "pattern": "YYYY-MM-DD"}},
            "misspelt-format",
            "write `format: date` in its place",
        ),
        (
            {},
            {"q": {**INPUTS["q"], "pattern": "DD.MM.YYYY"}},
            "misspelt-format",
            'write `pattern: "^[0-9]{2}[.][0-9]{2}[.][0-9]{4}$"`',
        ),
        ({}, {"constructor": INPUTS["q"]}, "awkward-property-name", "choose another name"),
        (
            {},
            {"q": {**INPUTS["q"], "nullable": True}},
            "unknown-schema-keyword",
            "remove it: clients leave out what is not given",
        ),
        (
            {"http_method": "POST"},
            {"body": {**FILTER, "nullable": True}},
            "unknown-schema-keyword",
            'write `type: [object, "null"]`',
        ),
        ({}, {"body": FILTER}, "body-in-get", "`http_method: POST`"),
        ({}, {"body": INPUTS["q"]}, "body-in-get", '`body_field: ""`'),
        (
            {"http_method": "POST", "content_type": "application/xml"},
            {"body": FILTER},
            "unoffered-tool",
            "make the input a string",
        ),
        (
            {"http_method": "POST", "content_type": FORM},
            {"body": {"type": "array", "description": "Numbers."}},
            "unoffered-tool",
            "make the input a string",
        ),
    ],
    ids=str,
)
def test_input_in_a_place_that_was_not_meant(
    call: dict[str, Any], properties: dict[str, Any], rule: str, hint: str
) -> None:
    (found,) = [each for each in problems(call, properties) if each.rule == rule]

    assert hint in found.hint


def test_inputs_without_properties_are_told_where_they_belong() -> None:
    inputs = {"type": "object", "words": {"type": "string"}}
    (found,) = [
        each for each in problems({}, {"q": inputs}) if each.rule == "unknown-schema-keyword"
    ]

    assert "move it below `properties`" in found.hint


def test_url_with_an_input_that_is_misspelt_in_required() -> None:
    call = {"url": "https://api.example.com/clouds/{query}"}
    properties = {"query": INPUTS["q"]}
    found = {each.rule: each.hint for each in problems(call, properties, ("qurey",))}

    assert found["undescribed-input"] == "did you mean 'query'?"
    assert found["undeclared-path-parameter"].startswith("write 'query' in `inputs.required`")


def test_place_in_the_path_may_be_the_input_that_has_none() -> None:
    renamed = problems({"url": "https://api.example.com/clouds/{name}"}, required=("q",))
    (found,) = [each for each in renamed if each.rule == "undeclared-path-parameter"]

    assert found.hint.startswith("if it is the input 'q', write `{q}`; otherwise declare it")


def test_required_part_of_the_body_is_told_to_move_into_it() -> None:
    properties = {"body": {**FILTER, "properties": INPUTS}}
    found = {each.rule: each.hint for each in problems({"http_method": "POST"}, properties, ("q",))}

    assert found["undescribed-input"].startswith("move it to `required` inside `body`")


def test_misspelt_keyword_beside_the_right_one_is_to_be_removed() -> None:
    inputs = {"type": "string", "description": "Words.", "minLength": 1, "minlength": 2}
    (found,) = [
        each for each in problems({}, {"q": inputs}) if each.rule == "unknown-schema-keyword"
    ]

    assert found.hint == "remove it: `minLength` already exists"


@pytest.mark.parametrize(
    ("schema", "hint"),
    [
        ({"type": "boolean"}, 'make it `type: string` with `enum: ["true", "false"]`;'),
        (FILTER, "make each part that the API reads an input of its own;"),
    ],
    ids=str,
)
def test_input_that_keeps_a_tool_out_is_told_what_to_be(schema: dict[str, Any], hint: str) -> None:
    inputs = {"rain": {**schema, "description": "Whether it rains."}}
    (found,) = [each for each in problems({}, inputs, ("rain",)) if each.rule == "unoffered-tool"]

    assert found.hint.startswith(hint)


def test_one_of_two_headers_is_to_be_the_credential() -> None:
    call = {"headers": {"X-Customer": "${CUSTOMER}", "X-Team": "${TEAM}"}}
    found = [each.hint for each in problems(call) if each.rule == "carried-secret"]

    assert len(found) == len(call["headers"])
    assert all(hint.startswith("if this is the secret, ") for hint in found)


def test_effects_of_many_tools_are_asked_for_in_a_hint_that_no_report_cuts() -> None:
    call = {"call_template_type": "http", "http_method": "POST", "url": "https://api.acme.org/"}
    names = [f"send_{number}".ljust(64, "_") for number in range(200)]
    tools = [{"name": name, "inputs": {}, "tool_call_template": call} for name in names]
    document = {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": tools}
    catalogue, _ = catalogue_of("1.0.0.json", json.dumps(document).encode())
    (found,) = (each for each in rules.apply(catalogue) if each.rule == "unstated-effect")

    assert f"{names[2]!r} and 197 more changes anything" in found.message
    assert len(rules.in_own_syntax(found).hint) <= MAX_LENGTH
