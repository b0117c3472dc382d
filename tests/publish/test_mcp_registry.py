"""MCP servers are published as MCP registries do, in files that any static host serves."""

from __future__ import annotations

import json
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from publishing import published
from seen import some

from registry.protocols.mcp import server_json
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

MANUALS = Path(__file__).parent / "mcp_servers/manuals"
LIST = "mcp/v0.1/servers/index.html"
CHARTS = "mcp/gull/charts/server.json"
OFFICIAL = "io.modelcontextprotocol.registry/official"


def site() -> Any:  # noqa: ANN401 - Published
    return published(MANUALS)


def test_package_is_described_with_its_version_arguments_and_environment() -> None:
    (package,) = site().json(CHARTS)["packages"]

    assert package == {
        "registryType": "npm",
        "identifier": "@gull/charts",
        "version": "2.1.0",
        "runtimeHint": "npx",
        "transport": {"type": "stdio"},
        "packageArguments": [
            {"type": "positional", "value": "--metric"},
            {"type": "positional", "value": "--folder=charts"},
        ],
        "environmentVariables": [
            {
                "name": "GULL_KEY",
                "description": "Key of an account.",
                "isRequired": True,
                "isSecret": True,
            },
            {"name": "GULL_MODE", "value": "quiet"},
        ],
    }


def test_remote_is_described_with_its_headers() -> None:
    (remote,) = site().json("mcp/gull/lookout/server.json")["remotes"]

    assert remote["type"] == "streamable-http"
    assert remote["url"] == "https://mcp.gull.example.com/mcp"
    (header,) = remote["headers"]
    assert (header["name"], header["value"]) == ("Authorization", "Bearer {GULL_TOKEN}")
    assert header["variables"]["GULL_TOKEN"]["isSecret"] is True


def test_program_that_comes_from_no_package_is_left_out() -> None:
    servers = (path for path in site().files if path.startswith("mcp/"))

    assert not [path for path in some(servers) if "cellar" in path]


def test_name_is_that_of_the_vendor_or_one_below_this_registry() -> None:
    names = [each["server"]["name"] for each in json.loads(site().files[LIST])["servers"]]

    assert names == ["io.github.gull/charts", "com.example.registry/gull.lookout"]


def test_words_fit_the_schema() -> None:
    data = site().json(CHARTS)

    assert len(data["description"]) <= 100
    assert data["description"].endswith("…")
    assert data["repository"] == {"url": "https://github.com/gull/charts", "source": "github"}


def test_every_version_has_its_file_and_one_is_the_latest() -> None:
    files = site().files
    folder = "mcp/v0.1/servers/io.github.gull/charts/versions"
    versions = json.loads(files[f"{folder}/index.html"])["servers"]

    assert [each["server"]["version"] for each in versions] == ["1.1.0", "1.0.0"]
    assert [each["_meta"][OFFICIAL]["isLatest"] for each in versions] == [True, False]
    assert files[f"{folder}/latest"] == files[f"{folder}/1.1.0"]
    assert json.loads(files[f"{folder}/1.0.0"])["server"]["packages"][0]["version"] == "2.0.0"


def test_no_file_of_the_api_can_be_taken_for_a_page() -> None:
    files = {path: data for path, data in site().files.items() if path.startswith("mcp/v0.1/")}

    assert len(files) == 8
    assert not [path for path, data in files.items() if b"<" in data]


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    for path, data in site().files.items():
        if path.startswith("mcp/"):
            file = tmp_path / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
    with serving(tmp_path) as base:
        yield f"{base}/mcp"


def get(url: str) -> Any:  # noqa: ANN401 - any JSON
    with urlopen(url, timeout=10) as answer:
        assert answer.status == HTTPStatus.OK
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        return json.load(answer)


def test_client_of_the_api_finds_lists_and_gets(url: str) -> None:
    """It asks as hosts do: with a name in one piece, with filters, and through redirects."""
    listed = get(f"{url}/v0.1/servers?version=latest&limit=50")
    name = quote(listed["servers"][0]["server"]["name"], safe="")
    latest = get(f"{url}/v0.1/servers/{name}/versions/latest")
    first = get(f"{url}/v0.1/servers/{name}/versions/1.0.0")
    versions = get(f"{url}/v0.1/servers/{name}/versions")

    assert listed["metadata"] == {"count": 2}
    assert latest["server"]["version"] == "1.1.0"
    assert first["server"]["version"] == "1.0.0"
    assert versions["metadata"]["count"] == 2


@pytest.mark.parametrize(
    "server",
    [
        {"transport": "stdio", "command": "npx", "args": ["-y", "a@1.0.0"]},
        {
            "transport": "stdio",
            "name": "io.github.a/b",
            "command": "npx",
            "args": ["-y", "@a/b@1.0.0-rc.1", "--x", "${HOME_OF_X}", '{"y": 1}'],
            "env": {"KEY": "${KEY}", "MODE": "quiet", "AUTH": "Basic ${USER}:${PASSWORD}"},
        },
        {"transport": "stdio", "command": "uvx", "args": ["mcp-server-a@2026.1.0", "--utc"]},
        {"transport": "streamable-http", "url": "https://a.example.com/mcp"},
        {
            "transport": "streamable-http",
            "url": "https://a.example.com/${TENANT}/mcp",
            "headers": {"Authorization": "Bearer ${TOKEN}", "X-Key": "${X_KEY}"},
        },
    ],
)
def test_description_leads_back_to_the_server(server: dict[str, Any]) -> None:
    name = {"name": server["name"]} if "name" in server else {}

    assert server_json.server_of({**name, **server_json.entry(server, {})}) == server


def started(*args: str) -> Any:  # noqa: ANN401 - any JSON
    return server_json.entry({"transport": "stdio", "command": "uvx", "args": [*args]}, {})


def test_command_named_like_its_package_may_be_named_beside_it() -> None:
    assert started("--from", "mcp-server-a==1.0.0", "mcp-server-a", "--utc") == started(
        "mcp-server-a@1.0.0", "--utc"
    )


@pytest.mark.parametrize("words", [("a==1.0.0", "b"), ("a==1.0.0",), ()])
def test_command_with_another_name_than_its_package_has_no_description(
    words: tuple[str, ...],
) -> None:
    assert started("--from", *words) == {}


def test_server_that_is_started_with_a_key_is_not_said_to_need_none() -> None:
    tools = {tool.id: tool.auth_kind for tool in site().catalogue.tools}

    assert tools["gull/charts/read_chart"] == "variables"
    assert tools["gull/lookout/list_ships"] == "variables"
    assert tools["gull/cellar/list_bottles"] == ""
