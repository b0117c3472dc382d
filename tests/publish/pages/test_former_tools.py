"""A tool that is gone leaves a page behind, so that old links lead somewhere."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from publishing import SETTINGS

from registry.model import Effect
from registry.publish import Context, artefacts, render
from registry.publish._removed_tools import former, nearest

if TYPE_CHECKING:
    from collections.abc import Mapping

    from publishing import Published

FOLDER = "tools/frankfurter/exchange-rates/"


@pytest.fixture(scope="module")
def pages(launched: Published, shell: str) -> Mapping[str, str]:
    wanted = [each for each in artefacts() if each.name in ("pages_changes", "pages_former_tools")]
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


@pytest.mark.parametrize("name", ["get_latest_rates", "get_rates_on_day"])
def test_the_page_offers_what_is_about_the_same_and_nothing_else(
    pages: Mapping[str, str], name: str
) -> None:
    page = pages[f"{FOLDER}{name}/index.html"]
    offered = re.findall(r'exchange-rates/(\w+)/"><code>', page)

    assert sorted(offered) == ["get_rate", "list_rates"]


def test_tool_that_only_a_withdrawn_release_had_was_never_there(launched: Published) -> None:
    manual = launched.catalogue.manual_by_id["frankfurter/exchange-rates"]
    withdrawn = replace(manual, yanked={"1.0.0": "It was wrong."})

    assert "get_latest_rates" in former(manual)
    assert former(withdrawn) == {}


def test_nothing_is_offered_that_does_something_else(launched: Published) -> None:
    gone, *others = (tool for tool in launched.catalogue.tools if tool.effect is Effect.READ)
    deleting = replace(gone, name=f"{gone.name}_again", effect=Effect.DESTRUCTIVE)
    alike = replace(gone, name=f"{gone.name}_again")

    assert nearest(gone, [deleting]) == ()
    assert nearest(gone, [*others[:1], alike, deleting])[:1] == (alike.name,)


def test_tools_that_are_there_have_no_such_page(
    launched: Published, pages: Mapping[str, str]
) -> None:
    there = {f"tools/{tool.id}/index.html" for tool in launched.catalogue.tools}

    assert pages
    assert not there & pages.keys()


def test_changes_lead_to_every_tool_that_they_name(
    launched: Published, pages: Mapping[str, str]
) -> None:
    there = {f"tools/{tool.id}/" for tool in launched.catalogue.tools}
    gone = {path.removesuffix("index.html") for path in pages if path.startswith("tools/")}
    told = "".join(page for path, page in pages.items() if path.startswith("changes/"))
    linked = set(re.findall(r'<li><a href="[./]*(tools/[^"]+/)"><code>', told))

    assert f"{FOLDER}get_latest_rates/" in linked & gone
    assert linked & there
    assert linked <= there | gone
    assert not re.search(r"<li><code>[^<]+</code>\s*<ul>", told)


def test_changes_fold_the_releases_in_which_only_words_differ(pages: Mapping[str, str]) -> None:
    page = pages["changes/index.html"]
    folded = re.findall(r'<details class="more">.*?</details>', page, re.DOTALL)

    assert sum(each.count("only words differ.") for each in folded) > 0
    assert "only words differ." not in re.sub(r"(?s)<details.*?</details>", "", page)
    assert "breaks calls that worked" not in "".join(folded)


def test_changes_lead_to_the_version_on_the_page_of_its_manual(pages: Mapping[str, str]) -> None:
    assert 'manuals/frankfurter/exchange-rates/#v1.0.0"' in "".join(pages.values())
