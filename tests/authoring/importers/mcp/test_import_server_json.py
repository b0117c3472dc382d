"""`registry import mcp` reads the `server.json` by which MCP registries describe a server."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from registry import source
from registry.cli import main
from registry.protocols.mcp import server_json

if TYPE_CHECKING:
    from click.testing import Result

SERVER = Path(__file__).parent / "server.py"
ENTRY: dict[str, Any] = {
    "name": "com.acme/library",
    "title": "Library",
    "description": "Books, films and maps of a library.",
    "version": "1.4.2",
    "websiteUrl": "https://docs.acme.com/library",
    "packages": [
        {
            "registryType": "npm",
            "identifier": "@acme/library",
            "version": "1.4.2",
            "transport": {"type": "stdio"},
            "packageArguments": [
                {"type": "named", "name": "--branch", "value": "north"},
                {"type": "named", "name": "--quiet"},
                {"type": "positional", "valueHint": "shelf", "default": "all"},
                {"type": "positional", "valueHint": "extra"},
            ],
            "environmentVariables": [
                {"name": "ACME_KEY", "isRequired": True, "isSecret": True},
                {"name": "ACME_MODE", "value": "read"},
                {"name": "ACME_DEBUG"},
            ],
        }
    ],
}
LISTING = {"tools": [{"name": "find_books", "inputSchema": {"type": "object"}}]}


def run(folder: Path, *arguments: str | Path) -> Result:
    names = ("--out", folder / "manuals", "--publisher", "acme", "--homepage", "https://acme.com/")
    return CliRunner().invoke(main, ["import", "mcp", *map(str, (*names, *arguments))])


def written(folder: Path, name: str) -> dict[str, Any]:
    path = folder / "manuals/acme" / name
    document, problems = source.read_document(path.name, path.read_bytes())
    assert document is not None, problems
    return document.data


def file(folder: Path, name: str, data: dict[str, Any]) -> Path:
    path = folder / name
    path.write_text(json.dumps(data), encoding="utf-8")
    return path


def test_listing_gets_the_server_that_is_described(tmp_path: Path) -> None:
    entry, listing = file(tmp_path, "server.json", ENTRY), file(tmp_path, "tools.json", LISTING)
    done = run(tmp_path, "--manual", "library", listing, "--server", entry)

    assert done.exit_code in (0, 1), done.output
    assert written(tmp_path, "library/1.0.0.yaml")["x-registry"]["server"] == {
        "transport": "stdio",
        "name": "com.acme/library",
        "command": "npx",
        "args": ["-y", "@acme/library@1.4.2", "--branch=north", "--quiet", "all"],
        "env": {"ACME_KEY": "${ACME_KEY}", "ACME_MODE": "read"},
    }


def test_package_is_started_only_when_told_to(tmp_path: Path) -> None:
    done = run(tmp_path, file(tmp_path, "server.json", ENTRY))

    assert done.exit_code == 2
    assert "names a program: npx -y @acme/library@1.4.2" in done.stderr
    assert "add --start" in done.stderr


def test_package_that_is_started_is_asked_for_its_tools(tmp_path: Path) -> None:
    """The program in the place of `npx` is the small server of these tests."""
    package = {**ENTRY["packages"][0], "runtimeHint": sys.executable, "identifier": str(SERVER)}
    package |= {"registryType": "pypi", "version": ""}
    words = ("works", str(tmp_path / "note"))
    package["packageArguments"] = [{"type": "positional", "value": word} for word in words]
    entry = file(tmp_path, "server.json", {**ENTRY, "packages": [package]})
    done = run(tmp_path, "--manual", "library", "--start", entry)

    assert done.exit_code in (0, 1), done.output
    listed = written(tmp_path, "library/manual.yaml")
    assert len(written(tmp_path, "library/1.0.0.yaml")["tools"]) == 3
    assert listed["docs"] == "https://docs.acme.com/library"
    assert listed["summary"] == "Books, films and maps of a library."


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "a/b", "packages": []},
        {"name": "a/b", "packages": [{"registryType": "nuget", "transport": {"type": "stdio"}}]},
        {"name": "a/b", "packages": [{"registryType": {}, "transport": {"type": "stdio"}}]},
        {"name": "a/b", "remotes": [{"type": "sse", "url": "https://a.example.com/sse"}]},
    ],
)
def test_server_that_a_manual_cannot_name_is_refused(tmp_path: Path, entry: dict[str, Any]) -> None:
    done = run(tmp_path, file(tmp_path, "server.json", entry))

    assert done.exit_code == 2
    assert "no package of npm, PyPI or OCI" in done.stderr


def named(name: str, **more: object) -> dict[str, Any]:
    return {"type": "named", "name": name, **more}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (named("--quiet"), ["--quiet"]),
        (named("--quiet", isRequired=False), []),
        (named("--quiet", format="boolean"), []),
        (named("--quiet", format="boolean", isRequired=True), ["--quiet"]),
        (named("--key", isSecret=True, isRequired=False), ["--key=${KEY}"]),
        (named("--host", isRequired=True), ["--host=${HOST}"]),
        (named("--host", value="{host}", variables={"host": {}}), []),
        (named("--host", value="{h}", variables={"h": {"default": "a.com"}}), ["--host=a.com"]),
        (named("--host", value="{h}", variables={"h": {"isRequired": True}}), ["--host=${h}"]),
    ],
)
def test_argument_is_given_only_where_its_value_is_known_or_asked_for(
    given: dict[str, Any], words: list[str]
) -> None:
    package = {**ENTRY["packages"][0], "packageArguments": [given]}

    server = server_json.server_of({"packages": [package]})

    assert server["args"] == ["-y", "@acme/library@1.4.2", *words]


def test_variable_of_a_container_is_one_of_the_environment() -> None:
    token = {"token": {"isRequired": False, "isSecret": True}}
    place = {"place": {"default": "https://app.acme.com"}}
    package: dict[str, Any] = {
        "registryType": "oci",
        "identifier": "docker.io/acme/library:1.4.2",
        "transport": {"type": "stdio"},
        "runtimeArguments": [
            named("-e", value="ACME_URL={place}/v1", variables=place),
            named("-e", value="ACME_TOKEN={token}", variables=token),
            named("-e", value="ACME_DEBUG={debug}", variables={"debug": {}}),
            named("--network", value="host"),
        ],
    }
    server = server_json.server_of({"packages": [package]})

    assert server["env"] == {
        "ACME_URL": "https://app.acme.com/v1",
        "ACME_TOKEN": "${ACME_TOKEN}",
    }
    assert server["args"] == [
        *("run", "-i", "--rm", "-e", "ACME_URL", "-e", "ACME_TOKEN", "--network=host"),
        "docker.io/acme/library:1.4.2",
    ]


def test_address_has_the_defaults_of_its_variables() -> None:
    regions: dict[str, Any] = {"region": {"default": "eu"}, "tenant": {"isRequired": True}}
    remote: dict[str, Any] = {
        "type": "streamable-http",
        "url": "https://{region}.acme.com/{tenant}/mcp",
    }
    server = server_json.server_of({"remotes": [{**remote, "variables": regions}]})

    assert server["url"] == "https://eu.acme.com/${tenant}/mcp"


def test_package_without_a_transport_speaks_over_stdio() -> None:
    package: dict[str, Any] = {
        "registryType": "npm",
        "identifier": "@acme/library",
        "version": "1.4.2",
    }

    assert server_json.server_of({"packages": [package]})["command"] == "npx"


@pytest.mark.parametrize("key", ["registry_type", "registry_name"])
def test_entry_of_an_old_schema_is_refused_as_one(key: str) -> None:
    old: dict[str, Any] = {
        "packages": [{key: "npm", "identifier": "@acme/things", "version": "1.0.2"}]
    }

    with pytest.raises(
        server_json.UnusableEntryError, match=f"`{key}`, as in the schema of 2025-07-09"
    ):
        server_json.server_of(old)


def test_answer_of_an_mcp_registry_is_read_like_the_file_in_it(tmp_path: Path) -> None:
    answer = file(tmp_path, "answer.json", {"server": ENTRY, "_meta": {}})
    listing = file(tmp_path, "tools.json", LISTING)
    done = run(tmp_path, "--manual", "library", listing, "--server", answer)
    asked = run(tmp_path, answer)

    assert done.exit_code == 0, done.output
    server = written(tmp_path, "library/1.0.0.yaml")["x-registry"]["server"]
    assert server["name"] == "com.acme/library"
    assert "names a program: npx -y @acme/library@1.4.2" in asked.stderr


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("tools.json --server npx --start", "--start is for a server.json"),
        ("https://mcp.acme.com/mcp --start", "--start is for a server.json"),
        ("--start -- no-such-program", "--start is for a server.json"),
        ("server.json --server npx", "leave out --server"),
        ("server.json --start --env KEY", "leave out --env"),
        ("server.json --start --bearer KEY", "server.json names a program"),
        ("tools.json --server server.json --env KEY", "leave out --env"),
        ("tools.json --server server.json --bearer KEY", "leave out --bearer"),
    ],
)
def test_option_that_would_be_ignored_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: str, why: str
) -> None:
    file(tmp_path, "server.json", ENTRY)
    file(tmp_path, "tools.json", LISTING)
    monkeypatch.chdir(tmp_path)
    done = run(tmp_path, *arguments.split())

    assert done.exit_code == 2
    assert why in done.stderr
