"""Tools that not every client can call are in files of their own, and work where loaded."""

from __future__ import annotations

import json
import subprocess
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from echo import echoing
from paths import TESTS
from publishing import SETTINGS, publish_catalogue
from released_clients import ENVIRONMENTS, ask, need, runner
from seen import some

from registry.catalogue.assemble import assemble
from registry.catalogue.entries import entries_of
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.publish._pages.samples import Samples
from registry.publish._pages.snippets import example_of, loading_snippets, snippets
from registry.site import client_checks
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from publishing import Published

pytestmark = pytest.mark.slow

FOLDER = "v1/manuals/acme/club/1.0.0/"
URL = "https://api.acme.example"
TOOLS: list[dict[str, Any]] = [
    {
        "name": "list_members",
        "description": "List the members of the club.",
        "tool_call_template": {
            "call_template_type": "http",
            "url": f"{URL}/members",
            "auth": {
                "auth_type": "api_key",
                "api_key": "${SESSION}",
                "var_name": "sid",
                "location": "cookie",
            },
        },
    },
    {
        "name": "members",
        "description": "Ask for the members of the club in GraphQL.",
        "inputs": {"type": "object", "properties": {"first": {"type": "integer"}}},
        "tool_call_template": {
            "call_template_type": "graphql",
            "url": f"{URL}/graphql",
            "variable_types": {"first": "Int"},
        },
    },
]


@pytest.fixture(scope="module")
def club() -> Published:
    """Publish a manual with a key in a cookie and with GraphQL."""
    document = {"utcp_version": "1.0.1", "manual_version": "1.0.0", "tools": TOOLS}
    path = "manuals/acme"
    about = SourceFile(f"{path}/publisher.yaml", b"name: Acme\nhomepage: https://acme.example\n")
    release = SourceFile(f"{path}/club/1.0.0.json", json.dumps(document).encode())
    manual = ManualFolder("club", f"{path}/club", None, (("1.0.0", release),))
    catalogue, _ = assemble(Tree((PublisherFolder("acme", path, about, (manual,)),), ()))
    return publish_catalogue(catalogue)


def names_in(club: Published, file: str) -> list[str]:
    return [tool["name"] for tool in club.json(FOLDER + file)["tools"]]


def test_each_kind_has_its_file_and_utcp_has_none_of_them(club: Published, tmp_path: Path) -> None:
    files = {path.removeprefix(FOLDER) for path in club.files if path.startswith(FOLDER)}
    shared = [tool["name"] for tool in club.json("utcp")["tools"]]

    assert files == {"utcp.cookie.json", "utcp.graphql.json", "source.json"}
    assert names_in(club, "utcp.cookie.json") == ["list_members"]
    assert names_in(club, "utcp.graphql.json") == ["members"]
    assert not any(name.startswith("acme") for name in shared)
    client_checks.verify(club.write(tmp_path), entries_of(club.catalogue), SETTINGS)


def test_record_says_what_keeps_a_tool_out(club: Published) -> None:
    reasons = {
        tool["name"]: club.json(f"v1/tools/acme/club/{tool['name']}.json")["utcp"]["obstacles"]
        for tool in some(TOOLS)
    }

    assert "cookies" in reasons["list_members"][0]
    assert "plugin for graphql" in reasons["members"][0]


def program_of(club: Published, name: str) -> str:
    """Return the Python program of the page of the tool *name*."""
    (manual,) = club.catalogue.manuals
    assert manual.latest is not None
    tool = next(each for each in manual.latest.tools if each.name == name)
    example = example_of(tool, Samples(tool.inputs))
    assert example is not None
    found = {each.id: each.code for each in snippets(SETTINGS, manual, tool, example)}
    return found["python"]


def test_programs_register_the_plugin_that_clients_do_not_find(club: Published) -> None:
    (manual,) = club.catalogue.manuals
    release = manual.latest
    assert release is not None
    tool = next(each for each in release.tools if each.name == "members")
    example = example_of(tool, Samples(tool.inputs))
    assert example is not None
    programs = [
        *(each for each in snippets(SETTINGS, manual, tool, example) if each.id == "python"),
        *(
            each
            for each in loading_snippets(SETTINGS, manual, release)
            if each.id == "python-graphql"
        ),
    ]

    assert len(programs) == 2
    for each in some(programs):
        assert "utcp_gql.register()" in each.code
        assert each.install == "pip install utcp utcp-gql"
        compile(each.code, each.id, "exec", flags=0x2000)  # with `await` at the top


def test_python_client_sends_the_key_as_a_cookie(club: Published, tmp_path: Path) -> None:
    with echoing() as echo, serving(tmp_path) as url:
        text = club.files[f"{FOLDER}utcp.cookie.json"].decode()
        (tmp_path / "club.json").write_text(text.replace(URL, f"{echo.url}/club"), "utf-8")
        session = {
            "manuals": [{"name": "acme_club", "url": f"{url}club.json"}],
            "variables": {"acme__club_SESSION": "s3cret"},
            "calls": [{"tool": "acme_club.list_members", "arguments": {}}],
        }
        report = ask("python", {"sessions": [session]})["sessions"][0]

    assert report["calls"][0].get("result"), report
    assert [each.headers["cookie"] for each in echo.seen] == ["sid=s3cret"]


@contextmanager
def graphql_api() -> Iterator[str]:
    """Run a GraphQL server in the environment of the client with plugins; yield its address."""
    plugin = ENVIRONMENTS.glob("utcp-plugins/lib/*/site-packages/utcp_gql")
    need("UTCP plugin for GraphQL", is_there=any(plugin))
    command = [*runner("python with plugins"), str(TESTS / "clients" / "graphql_server.py")]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin
        assert server.stdout
        yield server.stdout.readline().strip()
        server.stdin.close()


def test_program_of_the_page_calls_over_graphql(club: Published, tmp_path: Path) -> None:
    published = f"{SETTINGS.base_url}v1/manuals/acme/club/latest/utcp.graphql.json"
    with graphql_api() as api, serving(tmp_path) as url:
        text = club.files[f"{FOLDER}utcp.graphql.json"].decode()
        (tmp_path / "club.json").write_text(text.replace(f"{URL}/graphql", api), "utf-8")
        program = program_of(club, "members").replace(published, f"{url}club.json")
        done = subprocess.run(
            [*runner("python with plugins"), "-"],
            input=program,
            capture_output=True,
            text=True,
            check=False,
        )

    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.strip().startswith("{'members': ['Ada'")
