"""`registry import postman`: folders, variables, credentials, bodies and replies."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from registry.catalogue.find_manual import find_manual
from registry.cli import main

HERE = Path(__file__).parent
COLLECTION = HERE / "collection.json"
ENVIRONMENT = ("--environment", str(HERE / "environment.json"))


def run(out: Path, source: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["import", "postman", str(source), "--out", str(out), *options])


def tools(out: Path) -> dict[str, Any]:
    (folder,) = out.glob("*/*/")
    (release,) = find_manual(out, folder.relative_to(out).as_posix()).releases
    listed: Any = release.document.data["tools"]
    return {tool["name"]: tool for tool in listed}


def made(out: Path, data: Any, *options: str) -> Result:  # noqa: ANN401 - JSON, or none
    file = out.with_suffix(".json")
    file.write_text(data if isinstance(data, str) else json.dumps(data), encoding="utf-8")
    return run(out, file, "--publisher", "acme", "--homepage", "https://acme.com/", *options)


@pytest.fixture(scope="module")
def acme(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], Result]:
    out = tmp_path_factory.mktemp("acme") / "manuals"
    done = run(out, COLLECTION, *ENVIRONMENT)
    return tools(out), done


def test_requests_become_tools_in_their_folders(acme: tuple[dict[str, Any], Result]) -> None:
    found, done = acme

    assert done.exit_code == 0, done.output
    assert {name: tool["tags"] for name, tool in found.items()} == {
        "get_users_by_id": ["users"],
        "create_user": ["users"],
        "add_card": ["cards"],
        "search": ["cards"],
    }
    assert "(binary-body)" in done.output
    assert done.output.count("left out  1 script: scripts are not run") == 1
    assert "9fQ2xLw7Tz0KpYv3RmB8" not in done.output + json.dumps(found)


def test_variables_of_the_host_have_values_and_others_are_examples(
    acme: tuple[dict[str, Any], Result],
) -> None:
    user, create = acme[0]["get_users_by_id"], acme[0]["create_user"]

    assert user["tool_call_template"]["url"] == "https://api.acme.com/v2/users/{id}"
    assert user["inputs"] == {
        "type": "object",
        "properties": {
            "id": {"type": "integer", "description": "The account.", "examples": [17]},
            "fields": {
                "type": "string",
                "description": "What to return.",
                "examples": ["name"],
            },
        },
        "required": ["id", "fields"],
    }
    assert user["outputs"]["properties"].keys() == {"name", "age"}
    assert create["inputs"]["properties"]["body"]["properties"] == {
        "name": {"type": "string", "examples": ["Ada"]},
        "age": {},
    }


def test_credentials_are_those_of_the_nearest_folder(acme: tuple[dict[str, Any], Result]) -> None:
    calls = {name: tool["tool_call_template"] for name, tool in acme[0].items()}

    assert calls["get_users_by_id"]["auth"]["api_key"] == "Bearer ${ACME_TOKEN}"
    assert "auth" not in calls["create_user"]
    assert calls["add_card"]["auth"]["var_name"] == "X-Card-Key"
    assert calls["add_card"]["content_type"] == "application/x-www-form-urlencoded"


def test_host_without_a_value_is_asked_for(tmp_path: Path) -> None:
    done = run(tmp_path / "manuals", COLLECTION)

    assert done.exit_code == 1
    assert "name the public URL of the API with --server" in done.output
    assert run(tmp_path / "manuals", COLLECTION, "--server", "https://api.acme.com").exit_code == 0


def test_server_names_the_host_and_keeps_the_version(tmp_path: Path) -> None:
    done = run(tmp_path / "manuals", COLLECTION, "--server", "https://eu.acme.com")

    assert done.exit_code == 0, done.output
    user = tools(tmp_path / "manuals")["get_users_by_id"]
    assert user["tool_call_template"]["url"] == "https://eu.acme.com/v2/users/{id}"


def test_host_without_a_value_is_that_of_the_server(tmp_path: Path) -> None:
    hosts = ("https://api.acme.com", "{{host}}")
    items = [
        {"name": f"List {number}", "request": f"{host}/v1/lists/{number}"}
        for number, host in enumerate(hosts)
    ]
    unknown = made(tmp_path / "unknown", {"item": items})
    named = made(tmp_path / "named", {"item": items}, "--server", "https://api.acme.com/v1")

    assert unknown.exit_code == 0, unknown.output
    assert "name the host with --server" in unknown.output
    calls = [tool["tool_call_template"]["url"] for tool in tools(tmp_path / "named").values()]
    assert named.exit_code == 0, named.output
    assert calls == ["https://api.acme.com/v1/lists/0", "https://api.acme.com/v1/lists/1"]


@pytest.mark.parametrize(("value", "path"), [("/", ""), ("/v3", "/v3")])
def test_value_without_a_host_is_completed_by_the_server(
    value: str, path: str, tmp_path: Path
) -> None:
    collection = {
        "item": [{"name": "List the pets", "request": "{{baseUrl}}/pets"}],
        "variable": [{"key": "baseUrl", "value": value}],
    }
    unknown = made(tmp_path / "unknown", collection)
    named = made(tmp_path / "named", collection, "--server", "https://api.acme.com")

    assert "name the public URL of the API with --server" in unknown.output
    assert named.exit_code == 0, named.output
    (tool,) = tools(tmp_path / "named").values()
    assert tool["tool_call_template"]["url"] == f"https://api.acme.com{path}/pets"


def test_types_that_postman_writes_for_values_are_kept(tmp_path: Path) -> None:
    query = [("limit", "<integer>"), ("deep", "<boolean>"), ("since", "<dateTime>"), ("q", "<x>")]
    sent = {"id": "<long>", "price": "<double>", "tags": ["<string>"], "day": "<date>", "x": "<x>"}
    url = {
        "raw": "https://api.acme.com/pets?limit=<integer>",
        "query": [{"key": key, "value": value} for key, value in query],
    }
    request = {"method": "POST", "url": url, "body": {"mode": "raw", "raw": json.dumps(sent)}}
    done = made(tmp_path / "out", {"item": [{"name": "Add a pet", "request": request}]})
    (tool,) = tools(tmp_path / "out").values()
    found = tool["inputs"]["properties"]

    assert done.exit_code == 0, done.output
    assert [found[key].get("type") for key, _ in query] == ["integer", *["string"] * 3]
    assert found["deep"]["enum"] == ["true", "false"]
    assert found["since"]["format"] == "date-time"
    assert found["body"]["properties"] == {
        "id": {"type": "integer"},
        "price": {"type": "number"},
        "tags": {"type": "array", "items": {"type": "string"}},
        "day": {"type": "string", "format": "date"},
        "x": {},
    }


def test_text_around_a_variable_without_a_value_is_no_example(tmp_path: Path) -> None:
    sent = {"reference": "order {{$guid}}", "note": "by hand"}
    request = {
        "method": "POST",
        "url": "https://api.acme.com/orders",
        "body": {"mode": "raw", "raw": json.dumps(sent)},
    }
    done = made(tmp_path / "out", {"item": [{"name": "Add an order", "request": request}]})
    (tool,) = tools(tmp_path / "out").values()

    assert "template-marker" not in done.output
    assert tool["inputs"]["properties"]["body"]["properties"] == {
        "reference": {"type": "string"},
        "note": {"type": "string", "examples": ["by hand"]},
    }


def test_folders_are_listed_and_chosen(tmp_path: Path) -> None:
    listed = run(tmp_path, COLLECTION, *ENVIRONMENT, "--list")
    done = run(tmp_path / "manuals", COLLECTION, *ENVIRONMENT, "--only", "Users")

    assert "Users" in listed.output
    assert done.exit_code == 0
    assert list(tools(tmp_path / "manuals")) == ["get_users_by_id", "create_user"]


def test_variable_in_every_host_asks_for_the_environment_that_has_it(tmp_path: Path) -> None:
    open_host = {"item": [{"name": "Find", "request": {"method": "GET", "url": "{{host}}/tides"}}]}
    source = tmp_path / "tides.json"
    source.write_text(json.dumps(open_host), encoding="utf-8")
    environment = tmp_path / "environment.json"
    values = [{"key": "other", "value": "a"}]
    environment.write_text(json.dumps({"values": values}), encoding="utf-8")

    asked = run(tmp_path / "a", source)
    named = run(tmp_path / "b", source, "--environment", str(environment))

    assert "with --environment FILE, or name the public URL" in asked.output
    assert "--environment FILE" not in named.output


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"requests": [], "order": []}, "in the old format v1: export it as v2.1"),
        ({"values": []}, "is an environment of Postman: name it with --environment"),
        ({"openapi": "3.1.0"}, "is an OpenAPI document"),
        ({"item": {}}, "has no list `item`"),
        ({"item": []}, "has no request that can be a tool"),
    ],
)
def test_other_document_is_refused(data: dict[str, Any], told: str, tmp_path: Path) -> None:
    done = made(tmp_path / "manuals", data)

    assert done.exit_code == 2
    assert told in done.output


@pytest.mark.parametrize("kind", ["openapi", "utcp", "mcp"])
def test_other_imports_name_this_one(kind: str, tmp_path: Path) -> None:
    options = ("--server", "https://a.com/mcp") if kind == "mcp" else ()
    done = CliRunner().invoke(
        main, ["import", kind, str(COLLECTION), "--out", str(tmp_path), *options]
    )

    assert f"`registry import postman {COLLECTION}` writes the manual" in done.output


def request(**more: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON
    return {"name": "Find", "request": {"method": "GET", "url": "https://api.acme.com/x", **more}}


@pytest.mark.parametrize(
    "data",
    [
        {
            "item": [
                {"name": 5, "request": {"method": 7, "url": {"raw": 3, "host": 5, "port": [1]}}}
            ]
        },
        {
            "item": [None, 3, {"item": {}}, {"request": {"url": None}}],
            "auth": 7,
            "variable": {"a": 1},
        },
        {"variable": [{"key": "a", "value": "{{a}}{{a}}" * 50}], "item": [request(url="{{a}}/x")]},
        {"item": [{**request(url="https://api.acme.com/../../x"), "name": "../../etc"}]},
        {"item": [{**request(url="https://api.acme.com/\x1b[0m?\x07=1"), "name": "\x1b[31mx"}]},
        {"item": [request(body={"mode": "raw", "raw": "[" * 100_000}, method="POST")]},
        {"item": [{**request(), "name": "(" * 50_000, "description": "token " * 50_000}]},
        {"item": [request(url=f"https://api.acme.com/x?q{n}=1") for n in range(1_000)]},
        '{"item":' + '[{"item":' * 50_000 + "[]" + "}]" * 50_000 + "}",
    ],
    ids=range(9),
)
def test_hostile_collection_is_no_crash(data: Any, tmp_path: Path) -> None:  # noqa: ANN401
    done = made(tmp_path / "manuals", data)

    assert isinstance(done.exception, SystemExit | None)
    assert "\x1b" not in done.output
    assert not (tmp_path.parent / "etc").exists()
