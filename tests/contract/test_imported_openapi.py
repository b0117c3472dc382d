"""Tools imported from OpenAPI are loaded by the released clients and sent as documents say."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from echo import echoing
from paths import TESTS
from released_clients import UTCP_CLIENTS, ask

from registry.authoring.importers.openapi import Wanted, convert_document, manual
from registry.catalogue.assemble import assemble
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.source.foreign_documents import read_foreign
from registry.source.writing import write_yaml
from registry.utcp_export import client_variable_name, document
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from echo import Seen

    from registry.source import Json

pytestmark = pytest.mark.slow

DOCUMENTS = TESTS / "authoring" / "importers" / "openapi" / "documents"
NAMES = ("bodies", "parameters", "security", "schemas", "swagger-2", "large", "texts")

FORM = "application/x-www-form-urlencoded"
SECRETS = {
    "security": {
        "BEARER_TOKEN": "bearer-1",
        "API_KEY": "key-1",
        "QUERY_KEY": "query-1",
        "TENANT": "tenant-1",
        "BASIC_USERNAME": "otto",
        "BASIC_PASSWORD": "pass",
        "AUTHORIZATION": "auth-1",
    },
    "swagger_2": {"KEY": "key-1", "FLOW_TOKEN": "flow-1"},
}

CALLS: dict[str, dict[str, Any]] = {
    "parameters.everything": {
        "thing-id": "a/b",
        "kinds": "a,b",
        "style": "true",
        "path": "x",
        "verbose": "false",
        "body": "no body",
        "page": 2,
        "fields": "id,name",
        "filter[from]": "2026-01-01",
        "low": 1,
        "$select": "id",
        "X-Request-Id": "r1",
        "Page": 3,
    },
    "parameters.styles": {"label": "l", "matrix": "m"},
    "bodies.json": {"body": {"text": "Buy milk"}},
    "bodies.json_patch": {"body": [{"op": "remove", "path": "/a"}]},
    "bodies.merge_patch": {"body": '{"text": null}'},
    "bodies.body_twice": {"path_body": "p", "body": {"a": 1}},
    "bodies.form": {
        "body": {"name": "A & B", "count": 2, "agree": "true", "address[city]": "Oslo"}
    },
    "bodies.xml": {"body": "<a/>"},
    "bodies.plain_text": {"body": "hello"},
    "security.default": {},
    "security.none": {},
    "security.basic": {},
    "security.both": {},
    "security.key_as_parameter": {"q": "x"},
    "swagger_2.listBerths": {"sizes": "small,large"},
    "swagger_2.dock": {"berth": 7, "body": {"name": "Argo"}},
}


@pytest.fixture(scope="module", params=UTCP_CLIENTS)
def seen(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, Seen]]:
    """Return the request that each call of CALLS made, by the name of the tool."""
    folder = tmp_path_factory.mktemp("imported")
    with echoing() as echo, serving(folder) as url:
        expected = {name: written(name, f"{echo.url}/{name}", folder) for name in NAMES}
        report = ask(
            request.param,
            {
                "sessions": [
                    {
                        "manuals": [
                            {"name": name.replace("-", "_"), "url": f"{url}{name}.json"}
                            for name in NAMES
                        ],
                        "variables": {
                            client_variable_name(name, variable): value
                            for name, variables in SECRETS.items()
                            for variable, value in variables.items()
                        },
                        "calls": [
                            {"tool": name, "arguments": arguments}
                            for name, arguments in CALLS.items()
                        ],
                    }
                ],
                "remote": [],
            },
        )
        (session,) = report["sessions"]
        assert sorted(session["tools"]) == sorted(
            f"{name.replace('-', '_')}.{tool}" for name in NAMES for tool in expected[name]
        )
        assert [each for each in session["calls"] if "error" in each] == []
        assert len(echo.seen) == len(CALLS)
        yield dict(zip(CALLS, echo.seen, strict=True))


def written(name: str, server: str, folder: Path) -> list[str]:
    """Publish the document *name* as a UTCP file of its own; return the names of its tools."""
    path = next(DOCUMENTS.glob(f"{name}.*"))
    data, _ = read_foreign(path.name, path.read_bytes())
    assert data is not None
    release = manual.release_draft(
        convert_document(data, wanted=Wanted(server=server)), "1.0.0", "2026-01-31"
    )
    about: dict[str, Json] = {"name": "Acme", "homepage": "https://example.org"}
    here = ManualFolder(
        "test", "m", None, (("1.0.0", SourceFile("m/1.0.0.yaml", write_yaml(release).encode())),)
    )
    tree = Tree(
        (
            PublisherFolder(
                "acme", "m", SourceFile("m/publisher.yaml", write_yaml(about).encode()), (here,)
            ),
        ),
        (),
    )
    tools = assemble(tree)[0].tools
    published = {
        "utcp_version": "1.0.1",
        "manual_version": "1.0.0",
        "tools": [document(tool) for tool in tools],
    }
    (folder / f"{name}.json").write_text(json.dumps(published), encoding="utf-8")
    return [tool.name for tool in tools]


def test_parameters_go_where_the_document_wants_them(seen: dict[str, Seen]) -> None:
    request = seen["parameters.everything"]

    assert request.path.startswith("/things/a%2Fb/a")
    assert request.path.endswith("/true/x")
    assert dict(request.query) == {
        "verbose": ["false"],
        "body": ["no body"],
        "page": ["2"],
        "fields": ["id,name"],
        "filter[from]": ["2026-01-01"],
        "low": ["1"],
        "$select": ["id"],
        "version": ["2024-01-01"],
    }
    assert request.body == ""
    assert request.headers["x-request-id"] == "r1"
    assert request.headers["page"] == "3"
    assert request.headers["x-channel"] == "stable"


def test_styles_of_paths_are_kept(seen: dict[str, Seen]) -> None:
    assert seen["parameters.styles"].path == "/styles/.l/;matrix=m"


@pytest.mark.parametrize(
    ("tool", "content_type", "body"),
    [
        ("bodies.json", "application/json", {"text": "Buy milk"}),
        ("bodies.json_patch", "application/json-patch+json", [{"op": "remove", "path": "/a"}]),
        ("bodies.merge_patch", "application/merge-patch+json", {"text": None}),
        ("bodies.body_twice", "application/json", {"a": 1}),
        ("swagger_2.dock", "application/json", {"name": "Argo"}),
    ],
)
def test_json_arrives_as_json(
    seen: dict[str, Seen], tool: str, content_type: str, body: object
) -> None:
    assert seen[tool].headers["content-type"].split(";")[0] == content_type
    assert json.loads(seen[tool].body) == body


@pytest.mark.parametrize(
    ("tool", "content_type", "body"),
    [
        ("bodies.xml", "application/xml", "<a/>"),
        ("bodies.plain_text", "text/plain", "hello"),
        ("bodies.form", FORM, "name=A+%26+B&count=2&agree=true&address%5Bcity%5D=Oslo"),
    ],
)
def test_other_bodies_arrive_as_they_are(
    seen: dict[str, Seen], tool: str, content_type: str, body: str
) -> None:
    assert seen[tool].headers["content-type"].split(";")[0] == content_type
    assert seen[tool].body == body


def test_place_called_body_is_filled_beside_the_body(seen: dict[str, Seen]) -> None:
    assert seen["bodies.body_twice"].path == "/body/p"


def test_credentials_are_those_of_the_operation(seen: dict[str, Seen]) -> None:
    assert seen["security.default"].headers["authorization"] == "Bearer bearer-1"
    assert "authorization" not in seen["security.none"].headers
    assert seen["security.basic"].headers["authorization"].startswith("Basic ")
    assert seen["security.key_as_parameter"].headers["authorization"] == "auth-1"
    both = seen["security.both"]
    assert (both.headers["x-api-key"], both.headers["x-tenant"], both.query["key"]) == (
        "key-1",
        "tenant-1",
        ["query-1"],
    )
    assert seen["swagger_2.listBerths"].headers["x-api-key"] == "key-1"
    assert seen["swagger_2.dock"].headers["authorization"] == "Bearer flow-1"


def test_joined_lists_arrive_joined(seen: dict[str, Seen]) -> None:
    assert seen["swagger_2.listBerths"].query["sizes"] == ["small,large"]
