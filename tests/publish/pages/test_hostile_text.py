"""Whatever a manual says, its pages only show it."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import pytest
from page_facts import Facts, facts_of
from poison import poisoned
from publishing import SAMPLES, SETTINGS

from registry import pipeline
from registry.model import Catalogue
from registry.publish import Context, artefacts, render

if TYPE_CHECKING:
    from registry.model import Manual

pytestmark = pytest.mark.attack

HERE = Path(__file__).parent
PAYLOADS = json.loads((HERE / "payloads.json").read_text(encoding="utf-8"))
RICH = json.loads((HERE / "rich_schema.json").read_text(encoding="utf-8"))
ARTEFACTS = [each for each in artefacts() if each.is_page]
MANUALS = ("acme/tides", "elm/workshop", "fen/streams")
BENIGN = "https://plain.example.com/words"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    whole = pipeline.check(SAMPLES).catalogue
    manuals = tuple(with_rich_schemas(each) for each in whole.manuals if each.id in MANUALS)
    return Catalogue(tuple(manual.publisher for manual in manuals), manuals)


def with_rich_schemas(manual: Manual) -> Manual:
    """Return *manual* with schemas that use everything a page shows."""
    releases = tuple(
        replace(
            release,
            tools=tuple(replace(each, inputs=RICH, outputs=RICH) for each in release.tools),
        )
        for release in manual.releases
    )
    return replace(manual, releases=releases)


@pytest.fixture(scope="module")
def benign(catalogue: Catalogue, shell: str) -> list[Facts]:
    """Return the facts of all pages where every text is harmless."""
    return facts_of_pages(catalogue, shell, BENIGN)


@pytest.fixture(scope="module")
def elements(benign: list[Facts]) -> set[str]:
    """Return every element with its attributes that pages with harmless text are made of.

    A filter without values is hidden, as that of tags is where a payload is no word.
    """
    return set().union({"section class data-facet hidden"}, *(facts.elements for facts in benign))


@pytest.fixture(scope="module")
def declared(benign: list[Facts]) -> set[str]:
    """Return the addresses elsewhere that our own templates link to."""
    links = {link for facts in benign for _, link in facts.links if not is_own(link)}
    return links - {BENIGN}


@cache
def is_own(link: str) -> bool:
    """Return whether *link*, as a page writes it, leads to somewhere on the same site."""
    page = f"{SETTINGS.base_url}a/b/c/d/"
    return not link or urljoin(page, link).startswith(SETTINGS.base_url)


def facts_of_pages(catalogue: Catalogue, shell: str, payload: str) -> list[Facts]:
    files = render(poisoned(catalogue, payload), Context(SETTINGS, shell), ARTEFACTS)
    return [facts_of(each.data.decode("utf-8")) for each in files if each.path.endswith(".html")]


@pytest.mark.parametrize("payload", PAYLOADS, ids=ascii)
def test_hostile_text_is_inert(
    payload: str, catalogue: Catalogue, shell: str, elements: set[str], declared: set[str]
) -> None:
    scripts = set(facts_of(shell).scripts)
    pages = facts_of_pages(catalogue, shell, payload)

    assert len(pages) > len(MANUALS)
    for facts in pages:
        assert set(facts.scripts) == scripts
        assert not facts.handlers
        assert facts.elements <= elements
        assert {link for _, link in facts.links if not is_own(link)} <= declared
