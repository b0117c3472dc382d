"""Pages in colours that the reader's system chooses, and on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from chromium import expect, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TOOL = "tools/acme/tides/send_report/"
DIFFERENCE = "manuals/acme/tides/changes/1.0.0...2.0.0-rc.1/"

BORDERS = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const { borderBottomColor, borderLeftColor } = getComputedStyle(each);
  return borderBottomColor + borderLeftColor;
})"""

COLOURS = """(selector) => {
  const { color, backgroundColor } = getComputedStyle(document.querySelector(selector));
  return [color, backgroundColor];
}"""


def odd_ones(page: Page, selector: str) -> tuple[int, int]:
    """Return how many elements there are, and how many of them have a border of their own."""
    borders = page.evaluate(BORDERS, selector)
    usual = max(set(borders), key=borders.count)
    return len(borders), sum(each != usual for each in borders)


def test_a_tool_can_be_read_in_forced_colours(browser: Browser, url: str) -> None:
    """One thing looks chosen among others, and what changes something is marked."""
    with visit(browser, url + TOOL) as seen:
        seen.page.emulate_media(forced_colors="active")
        for selector in (".header__nav a", "[name=client] + label", ".contents a"):
            every, chosen = odd_ones(seen.page, selector)

            assert every > 2, selector
            assert chosen == 1, selector
        width = "getComputedStyle(document.querySelector('.traits b')).borderTopWidth"

        assert seen.page.evaluate(width) == "1px"


@pytest.mark.parametrize(
    ("path", "field", "word"),
    [("catalogue/", "#q", "tide"), ("agents/", ".docs__search input", "tool")],
)
def test_words_that_were_found_can_be_read_in_dark_forced_colours(
    browser: Browser, url: str, path: str, field: str, word: str
) -> None:
    with visit(browser, url + path, scheme="dark") as seen:
        seen.page.emulate_media(forced_colors="active")
        seen.page.locator(field).fill(word)
        seen.page.locator("mark").first.wait_for()
        text, behind = seen.page.evaluate(COLOURS, "mark")

        assert text != behind
        assert behind.startswith("rgb(")  # and not one that can be seen through


@pytest.mark.parametrize("path", [TOOL, DIFFERENCE, "agents/"])
def test_nothing_is_cut_on_paper(browser: Browser, url: str, path: str) -> None:
    with visit(browser, url + path, size=(794, 1123)) as seen:
        seen.page.emulate_media(media="print")
        cut = seen.page.evaluate(
            "[...document.querySelectorAll('pre')].filter((each) => each.checkVisibility())"
            ".filter((each) => each.scrollWidth > each.clientWidth + 1)"
            ".map((each) => each.innerText)"
        )

        assert cut == []
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= 794
        assert not seen.page.locator(".header__search, .copy").filter(visible=True).count()
        assert not seen.page.locator(".side__title:has(+ .links)").filter(visible=True).count()


def test_what_is_folded_is_on_paper(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}wishes/") as seen:
        wish = seen.page.locator("main li").first
        expect(wish).to_be_hidden()
        seen.page.emulate_media(media="print")

        expect(wish).to_be_visible()
