"""A tool that is gone leaves a page behind, so that old links lead somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from publishing import SETTINGS

from registry.publish import Context, artefacts, render

if TYPE_CHECKING:
    from collections.abc import Mapping

    from publishing import Published

FOLDER = "tools/frankfurter/exchange-rates/"


@pytest.fixture(scope="module")
def pages(launched: Published, shell: str) -> Mapping[str, str]:
    wanted = [each for each in artefacts() if each.name == "pages_former_tools"]
    files = render(launched.catalogue, Context(SETTINGS, shell), wanted)
    return {file.path: file.data.decode("utf-8") for file in files}


@pytest.mark.parametrize("name", ["index.html", "index.md"])
def test_the_page_says_since_when_the_tool_is_gone_and_where_to_look(
    pages: Mapping[str, str], name: str
) -> None:
    page = pages[f"{FOLDER}get_latest_rates/{name}"]

    assert "The last one with it was 1.0.0" in page
    assert "the tool was removed" in page
    assert "manuals/frankfurter/exchange-rates/" in page


def test_tools_that_are_there_have_no_such_page(
    launched: Published, pages: Mapping[str, str]
) -> None:
    there = {f"tools/{tool.id}/index.html" for tool in launched.catalogue.tools}

    assert pages
    assert not there & pages.keys()
