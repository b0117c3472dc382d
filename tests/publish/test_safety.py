"""What is said of a call before it is made: whom it reaches, and what it starts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from paths import TESTS
from publishing import publish_catalogue
from releases import catalogue_of

from registry.catalogue.assemble import assemble
from registry.catalogue.tree import ManualFolder, PublisherFolder, SourceFile, Tree
from registry.model import Effect
from registry.publish._pages.words import tool_cautions

if TYPE_CHECKING:
    from publishing import Published

    from registry.model import Tool

LISTINGS = TESTS / "protocols" / "mcp" / "tools-list" / "valid"
PROGRAM = "A call runs a program on the caller's machine."
READS = "A call reads from the caller's machine."


def published(listing: str) -> Published:
    path = "manuals/acme"
    about = SourceFile(f"{path}/publisher.yaml", b"name: Acme\nhomepage: https://acme.example\n")
    data = (LISTINGS / listing).read_bytes()
    release = SourceFile(f"{path}/club/1.0.0.yaml", data)
    manual = ManualFolder("club", f"{path}/club", None, (("1.0.0", release),))
    return publish_catalogue(
        assemble(Tree((PublisherFolder("acme", path, about, (manual,)),), ()))[0]
    )


@pytest.mark.parametrize(
    ("listing", "said"),
    [
        ("streamable_http.yaml", {"hosts": ["mcp.example.com"], "runs_programs": False}),
        ("stdio.yaml", {"hosts": [], "runs_programs": True}),
    ],
)
def test_server_elsewhere_is_a_host_and_one_of_ones_own_a_program(
    listing: str, said: dict[str, object]
) -> None:
    site = published(listing)
    tool = site.catalogue.tools[0]
    safety = site.json(f"v1/tools/{tool.id}.json")["safety"]

    assert {key: safety[key] for key in said} == said
    assert (PROGRAM in tool_cautions(tool)) == said["runs_programs"]


UTCP = TESTS / "protocols" / "utcp" / "1.x" / "valid"


def tools_of(release: str) -> dict[str, Tool]:
    catalogue, _ = catalogue_of(release, (UTCP / release).read_bytes())
    return {tool.name: tool for tool in catalogue.tools}


@pytest.mark.parametrize(
    ("tool", "hosts"),
    [
        ("ask_over_tcp", ("time.example.com",)),
        ("ask_over_udp", ("time.example.com",)),
        ("ask_over_websocket", ("live.example.com",)),
        ("ask_over_graphql", ("api.example.com",)),
    ],
)
def test_every_kind_of_call_names_the_hosts_it_reaches(tool: str, hosts: tuple[str, ...]) -> None:
    assert tools_of("messages.yaml")[tool].call.hosts == hosts


def test_only_what_is_in_a_file_is_read_from_the_machine_of_the_caller() -> None:
    tools = tools_of("texts_and_files.yaml")

    assert READS not in tool_cautions(tools["inline_manual"])
    assert READS in tool_cautions(tools["manual_in_a_file"])


@pytest.mark.parametrize("effect", [Effect.WRITE, Effect.DESTRUCTIVE])
def test_a_guessed_effect_is_not_said_to_be_certain(effect: Effect) -> None:
    tool = replace(published("streamable_http.yaml").catalogue.tools[0], effect=effect)
    [stated] = tool_cautions(replace(tool, effect_is_stated=True))
    [guessed] = tool_cautions(replace(tool, effect_is_stated=False))

    assert "its author does not say what it does" not in stated
    assert guessed.startswith("A call may ")
    assert guessed.endswith(": its author does not say what it does.")
