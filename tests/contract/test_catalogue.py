"""Every tool of the catalogue is loaded by the released clients, and every example is a call."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import pytest
from paths import MANUALS
from publishing import read
from released_clients import UTCP_CLIENTS, ask

from registry import utcp_export
from registry.model import PLACEHOLDER
from registry.model.request import Request, request
from registry.web.serve import serving

if TYPE_CHECKING:
    from pathlib import Path

    from registry.model import Catalogue, Tool


def catalogue() -> Catalogue:
    return read(MANUALS).catalogue


def calls(tool: Tool) -> list[Request]:
    """Return the requests of the examples of *tool*."""
    made = (request(tool.call, example.arguments) for example in tool.examples)
    return [each for each in made if each]


@pytest.mark.slow
@pytest.mark.parametrize("client", UTCP_CLIENTS)
def test_released_clients_load_every_tool(client: str, tmp_path: Path) -> None:
    manuals, expected = [], set()
    for manual in catalogue().listed:
        tools = [each for each in manual.latest.tools if not utcp_export.obstacles(each)]  # type: ignore[union-attr]
        name = re.sub(r"\W", "_", manual.id)
        expected |= {f"{name}.{each.name}" for each in tools}
        document = utcp_export.manual("1.0.0", map(utcp_export.document, tools))
        (tmp_path / f"{name}.json").write_text(json.dumps(document), encoding="utf-8")
        manuals.append(name)
    with serving(tmp_path) as url:
        asked = [{"name": each, "url": f"{url}{each}.json"} for each in manuals]
        (session,) = ask(client, {"sessions": [{"manuals": asked}]})["sessions"]

    assert {each for each in manuals if not session["manuals"][each]["success"]} == set()
    assert expected - {*session["tools"]} == set()


def test_request_of_every_example_is_complete() -> None:
    """Nothing is left to fill in but what the caller keeps secret."""
    wrong = {
        tool.id: each.url
        for tool in catalogue().tools
        for each in calls(tool)
        if PLACEHOLDER.search(each.url.partition("?")[0]) or " " in each.url
    }

    assert wrong == {}


def test_request_of_every_example_is_the_one_that_the_provider_documents() -> None:
    """What was looked up is in the provider's words, and what was compared had no wrong call."""
    wrong = {
        tool.id: (f"{each.method} {each.url}", said.call)
        for manual in catalogue().listed
        if manual.latest and (facts := manual.facts_of(manual.latest))
        for tool in manual.latest.tools
        if (said := facts.looked_up.get(tool.name))
        for each in calls(tool)
        if not is_documented(each, said.call)
    }
    calls_that_differ = {
        f"{manual.id} {each.tool} {each.fact}"
        for manual in catalogue().listed
        if manual.latest and (facts := manual.facts_of(manual.latest))
        for each in facts.differences
        if each.verdict == "wrong" and each.fact.startswith("call: ") and not each.because
    }

    assert wrong == {}
    assert calls_that_differ == set()


def is_documented(made: Request, call: str) -> bool:
    """Return whether *made* is a case of *call*, such as `GET https://a.example/things/{id}`."""
    method, _, url = call.partition(" ")
    path = "[^?]+".join(map(re.escape, PLACEHOLDER.split(url.partition("?")[0])[::2]))
    sent = urlsplit(made.url)
    return made.method == method and bool(
        re.fullmatch(path + "/?", unquote(f"{sent.scheme}://{sent.netloc}{sent.path}"))
    )
