"""Every example of the catalogue is a call."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from paths import MANUALS
from publishing import read

from registry.model import PLACEHOLDER
from registry.model.request import Request, request
from registry.source.narrowing import array, mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from registry.model import Catalogue, Tool


def catalogue() -> Catalogue:
    return read(MANUALS).catalogue


def calls(tool: Tool) -> list[Request]:
    """Return the requests of the examples of *tool*."""
    made = (request(tool.call, example.arguments) for example in tool.examples)
    return [each for each in made if each]


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


KNOWN_ELSEWHERE = (
    "circl/vulnerability-lookup/get_vulnerability",
    "ensembl/rest/get_variant",
    "ensembl/rest/predict_variant",
    "google/deps-dev/get_advisory",
    "osv/vulnerabilities/get_vulnerability",
)
"""Tools whose identifiers people know without the API, such as those of vulnerabilities."""


def test_identifier_that_a_call_needs_says_which_tool_or_address_it_is_from() -> None:
    """An agent that has only this definition could not go on otherwise."""
    wrong = {
        tool.id: said
        for manual in catalogue().listed
        if manual.latest
        for tool in manual.latest.tools
        if tool.id not in KNOWN_ELSEWHERE
        for said in needed(tool.inputs)
        if said.startswith("Identifier")
        and "address" not in said
        and not any(re.search(rf"\b{re.escape(each.name)}\b", said) for each in manual.latest.tools)
    }

    assert wrong == {}


def needed(schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield the descriptions of what values of *schema* need, inside what they hold, too."""
    for name, each in mapping(schema.get("properties")).items():
        stated = mapping(each)
        if name in array(schema.get("required")):
            yield str(stated.get("description", ""))
        yield from needed(stated)
        yield from needed(mapping(stated.get("items")))


def is_documented(made: Request, call: str) -> bool:
    """Return whether *made* is a case of *call*, such as `GET https://a.example/things/{id}`."""
    method, _, url = call.partition(" ")
    path = "[^?]+".join(map(re.escape, PLACEHOLDER.split(url.partition("?")[0])[::2]))
    sent = urlsplit(made.url)
    return made.method == method and bool(
        re.fullmatch(path + "/?", unquote(f"{sent.scheme}://{sent.netloc}{sent.path}"))
    )
