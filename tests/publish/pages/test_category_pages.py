"""The page of a category says which API to take for what, and how tools are chained."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from paths import MANUALS
from publishing import SAMPLES, SETTINGS

from registry.catalogue.find_manual import find_manual
from registry.publish._pages.category_twins import group_of

if TYPE_CHECKING:
    from pathlib import Path

NAMES = pytest.mark.parametrize("name", ["index.html", "index.md"])


def words_of(site: Path, name: str) -> str:
    """Return the text of the page of the category `sea` on one line."""
    text = (site / "catalogue/category/sea" / name).read_text(encoding="utf-8")
    return " ".join(re.sub(r"</?[a-z][^>]*>", " ", text).split())


@NAMES
def test_category_has_a_title_and_says_what_can_be_done(site: Path, name: str) -> None:
    text = words_of(site, name)

    assert "At sea" in text
    assert "Know the tides" in text
    assert "Know the tides <soon>" not in text


def test_way_to_a_category_calls_it_as_the_links_that_lead_to_it(site: Path) -> None:
    page = (site / "catalogue/category/sea/index.html").read_text(encoding="utf-8")

    assert '<li aria-current="page">Sea</li>' in page
    assert "<h1>At sea</h1>" in page


def test_publisher_with_the_title_of_its_api_is_not_named_twice(launch: Path) -> None:
    page = (launch / "catalogue/category/biology/index.html").read_text(encoding="utf-8")

    assert '>Protein Data Bank (RCSB)</a><span class="limit">RCSB PDB</span></th>' in page
    assert ">UniProt</a></th>" in page


@NAMES
def test_apis_are_side_by_side_with_their_conditions(site: Path, name: str) -> None:
    text = words_of(site, name)

    assert "Harbours of the North Sea." in text
    assert "harbours of the North Sea" in text
    assert "2,000 an hour" in text
    assert "non-commercial" in text.lower()


@NAMES
def test_tasks_chain_tools_and_those_with_a_tool_that_is_gone_are_left_out(
    site: Path, name: str
) -> None:
    text = words_of(site, name)

    assert "When is high tide in Bergen, and who measures?" in text
    assert "acme/tides/list_members" in text
    assert "Ask a tool that is gone." not in text


def test_category_without_words_of_its_own_has_a_page(site: Path) -> None:
    pages = [each.parent.name for each in (site / "catalogue/category").glob("*/index.html")]

    assert len(pages) > 1 or pages == ["sea"]


@pytest.mark.parametrize(
    ("manuals", "manual_id", "said"),
    [
        (SAMPLES, "fen/local", "You start its server yourself."),
        (MANUALS, "model-context-protocol/time", "Calls run a program on your machine."),
        (SAMPLES, "acme/tides", ""),
    ],
)
def test_what_has_to_run_on_the_callers_machine_is_said_before_a_tool_is_chosen(
    manuals: Path, manual_id: str, said: str
) -> None:
    manual = find_manual(manuals, manual_id)
    head = group_of(SETTINGS, manual, manual.releases[-1], "").head

    assert said in head
    assert said or not {"yourself", "program"} & set(head.split())


def test_conditions_that_are_sentences_are_joined_into_one() -> None:
    manual = find_manual(MANUALS, "nager/public-holidays")
    head = group_of(SETTINGS, manual, manual.releases[-1], "").head

    assert any(str(each).endswith(".") for each in manual.limits[:-1])
    assert "Commercial use needs a sponsorship; Version 3" in head


@pytest.mark.parametrize(("manual_id", "is_marked"), [("fen/retired", True), ("acme/tides", False)])
def test_what_is_deprecated_is_said_before_a_tool_is_chosen(
    manual_id: str, *, is_marked: bool
) -> None:
    manual = find_manual(SAMPLES, manual_id)
    head = group_of(SETTINGS, manual, manual.releases[-1], "").head

    assert ("Deprecated." in head) is is_marked
