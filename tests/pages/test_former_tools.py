"""A tool that is gone leaves a page behind, so that old links lead somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from publishing import ROOT, SETTINGS, published

from registry.publish import Publication, pages_former_tools

if TYPE_CHECKING:
    from collections.abc import Mapping

CATALOGUE = published(ROOT / "manuals").catalogue
FOLDER = "tools/frankfurter/exchange-rates/"


@pytest.fixture(scope="module")
def pages(shell: str) -> Mapping[str, str]:
    publication = Publication(CATALOGUE, SETTINGS, shell=shell)
    return {file.path: file.data.decode("utf-8") for file in pages_former_tools.render(publication)}


@pytest.mark.parametrize("name", ["index.html", "index.md"])
def test_the_page_says_since_when_the_tool_is_gone_and_where_to_look(
    pages: Mapping[str, str], name: str
) -> None:
    page = pages[f"{FOLDER}get_latest_rates/{name}"]

    assert "The last one with it was 1.0.0" in page
    assert "the tool is gone" in page
    assert "manuals/frankfurter/exchange-rates/" in page


def test_tools_that_are_there_have_no_such_page(pages: Mapping[str, str]) -> None:
    there = {f"tools/{tool.id}/index.html" for tool in CATALOGUE.tools}

    assert pages
    assert not there & pages.keys()
