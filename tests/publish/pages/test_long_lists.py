"""A list that is cut into pages is filtered as a whole, from each of them."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest
from chromium import expect, visit
from publishing import SETTINGS

from registry.publish import Context, artefacts, pages_apis, render
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser
    from publishing import Published

SIZE = 60
FIRST, LAST = "Airtable bases", "Zoom meetings"


@pytest.fixture(scope="module")
def folder(
    launched: Published, launch: Path, shell: str, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a folder with the pages of all APIs, few on each."""
    folder = tmp_path_factory.mktemp("long")
    shutil.copytree(launch / "assets", folder / "assets")
    wanted = [each for each in artefacts() if each.name == "pages_apis"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages_apis, "APIS", SIZE)
        for file in render(launched.catalogue, Context(SETTINGS, shell), wanted):
            if file.path.startswith("manuals/"):
                target = folder / file.path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(file.data)
    return folder


@pytest.fixture(scope="module")
def long(folder: Path) -> Iterator[str]:
    with serving(folder) as url:
        yield url


@pytest.mark.parametrize("page", ["manuals/", "manuals/2/", "manuals/4/"])
@pytest.mark.parametrize("title", [FIRST, LAST])
def test_entries_of_other_pages_are_found(
    browser: Browser, long: str, launched: Published, page: str, title: str
) -> None:
    count = len(launched.catalogue.manuals)
    with visit(browser, long + page) as seen:
        seen.page.get_by_role("searchbox", name="Filter these").fill(title)
        cards = seen.page.locator(".card:visible")

        expect(cards).to_have_count(1)
        expect(seen.page.locator(".filter [role=status]")).to_have_text(f"1 of {count}")
        expect(seen.page.locator(".pages")).to_be_hidden()
        expect(seen.page.get_by_label("Category").locator("option")).not_to_have_count(0)
        cards.get_by_role("checkbox").check()
        expect(seen.page.locator(".tray")).to_contain_text("Compare 1")
        link = cards.locator(".card__name")
        assert "/manuals/manuals/" not in link.evaluate("(each) => each.href")
        assert seen.complaints == []


def test_pages_offer_the_same_categories(folder: Path) -> None:
    first, *others = (
        (folder / page / "index.html").read_text(encoding="utf-8").partition("</select>")[0]
        for page in ("manuals", "manuals/2", "manuals/4")
    )
    options = first.partition("<select")[2]

    assert options.count("<option") > 20
    assert all(each.endswith(options) for each in others)


def test_what_is_no_longer_filtered_is_the_page_again(browser: Browser, long: str) -> None:
    with visit(browser, f"{long}manuals/2/?q={LAST}") as seen:
        cards = seen.page.locator(".card:visible")
        expect(cards).to_have_count(1)
        seen.page.get_by_role("searchbox", name="Filter these").fill("")

        expect(cards).to_have_count(SIZE)
        expect(seen.page.locator(".pages")).to_be_visible()


def test_entries_that_cannot_be_loaded_are_not_said_to_be_missing(
    browser: Browser, long: str
) -> None:
    with visit(browser, f"{long}manuals/") as seen:
        seen.page.route("**/manuals/2/", lambda route: route.fulfill(status=503))
        seen.page.get_by_role("searchbox", name="Filter these").fill(LAST)
        status = seen.page.locator(".filter [role=status]")

        expect(status).to_have_text(f"0 of {SIZE} on this page")
