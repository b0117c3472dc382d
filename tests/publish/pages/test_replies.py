"""The page of a tool and its Markdown twin say what a reply is, where it is, and what it means."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from paths import TESTS
from publishing import SETTINGS
from releases import catalogue_of

from registry.publish import Context, artefacts, render

HERE = Path(__file__).parent
OPENTOOL = TESTS / "protocols" / "opentool" / "1.1" / "valid"
PAGES = [each for each in artefacts() if each.name == "pages_tools"]

REPLIES = {
    "list_numbers": "Array of integer: Numbers of the ships, newest first.",
    "list_ships": "Array of object.",
    "get_ship": "",
    "get_port": "Object: A port with its quays.",
    "get_report": "Not described beyond its type: string.",
    "get_anything": "Whatever the server has.",
    "get_secret": "Not described.",
}


def pages_of(release: Path, shell: str) -> dict[str, str]:
    """Return the pages of the tools of *release* and their twins by path."""
    catalogue, _ = catalogue_of(release.name, release.read_bytes())
    files = render(catalogue, Context(SETTINGS, shell), PAGES)
    return {file.path: file.data.decode("utf-8") for file in files}


@pytest.fixture(scope="module")
def replies(shell: str) -> dict[str, str]:
    return pages_of(HERE / "replies.yaml", shell)


def said(page: str) -> str:
    """Return what *page* says of the reply before its fields."""
    part = re.split(r"<table>|<details|<h2", page.partition('<h2 id="output">Output</h2>')[2])[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", "", part)).split())


@pytest.mark.parametrize(("tool", "sentence"), REPLIES.items(), ids=REPLIES)
def test_a_page_says_what_a_reply_is(replies: dict[str, str], tool: str, sentence: str) -> None:
    assert said(replies[f"tools/acme/sample/{tool}/index.html"]) == sentence


@pytest.mark.parametrize("tool", ["list_numbers", "list_ships", "get_port", "get_anything"])
def test_a_twin_says_the_same(replies: dict[str, str], tool: str) -> None:
    twin = replies[f"tools/acme/sample/{tool}/index.md"].replace("`", "")

    assert REPLIES[tool].lower() in twin.lower()


def test_a_reply_inside_an_envelope_has_a_place(shell: str) -> None:
    pages = pages_of(OPENTOOL / "server.yaml", shell)
    path = "tools/acme/sample/read_sensor/index"

    assert "at result of the whole reply" in said(pages[f"{path}.html"])
    assert "at result of the whole reply" in pages[f"{path}.md"]
