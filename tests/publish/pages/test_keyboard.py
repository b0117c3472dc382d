"""Who has only keys keeps the place on a page, and sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from chromium import PHONE, expect, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser

FOUND = "catalogue/?q=tide&auth=none&protocol=utcp"
TIDES = "catalogue/?q=tide"


def test_what_is_found_is_two_keys_from_the_search(browser: Browser, url: str) -> None:
    with visit(browser, url + TIDES) as seen:
        found = seen.page.locator("#results .tool__name")
        expect(seen.page.get_by_label("Sort by")).to_be_visible()
        seen.page.locator("#q").focus()
        seen.page.keyboard.press("Tab")
        expect(seen.page.get_by_role("link", name="Skip the filters")).to_be_in_viewport()
        seen.page.keyboard.press("Enter")

        expect(found.first).to_be_focused()
        assert seen.page.url.endswith(TIDES)


def test_keys_on_the_screen_of_a_phone_are_put_away_to_show_what_is_found(
    browser: Browser, url: str
) -> None:
    with browser.new_page(has_touch=True) as page:
        page.goto(url + TIDES)
        expect(page.get_by_label("Sort by")).to_be_visible()
        page.locator("#q").press("Enter")

        expect(page.locator("#q")).not_to_be_focused()


def test_the_order_is_changed_key_by_key(browser: Browser, url: str) -> None:
    with visit(browser, url + FOUND) as seen:
        order = seen.page.get_by_label("Sort by")
        order.focus()
        for wanted in ("name", "publisher"):
            order.press("ArrowDown")

            seen.page.wait_for_url(f"**sort={wanted}")
            expect(order).to_be_focused()


def test_the_next_filter_is_reached_when_one_is_taken_back(browser: Browser, url: str) -> None:
    with visit(browser, url + FOUND) as seen:
        chips = seen.page.locator(".browse__bar [data-value]")
        expect(chips).to_have_count(2)
        chips.first.press("Enter")

        expect(chips).to_have_count(1)
        expect(chips).to_be_focused()


def test_a_way_out_of_an_empty_list_leads_to_what_is_found(browser: Browser, url: str) -> None:
    with visit(browser, url + "catalogue/?q=tide&protocol=otc") as seen:
        seen.page.locator("[data-without]").first.press("Enter")

        expect(seen.page.locator(".tool__name").first).to_be_focused()


def test_closed_filters_lead_back_to_their_button(browser: Browser, url: str) -> None:
    with visit(browser, url + "catalogue/", size=PHONE) as seen:
        seen.page.get_by_role("button", name="Filters").click()
        seen.page.get_by_role("checkbox", name="UTCP").check()
        expect(seen.page.locator(".browse__bar [data-value]")).to_have_count(1)
        seen.page.keyboard.press("Escape")

        expect(seen.page.get_by_role("button", name="Filters (1)")).to_be_focused()


def test_arrows_go_through_what_is_found_in_the_docs(browser: Browser, url: str) -> None:
    with visit(browser, url + "agents/") as seen:
        field, found = (
            seen.page.locator(".docs__search input"),
            seen.page.locator(".docs__search a"),
        )
        field.fill("tools")
        expect(found).not_to_have_count(0)
        field.press("ArrowDown")
        expect(found.first).to_be_focused()
        found.first.press("ArrowDown")
        expect(found.nth(1)).to_be_focused()
        found.nth(1).press("ArrowUp")
        found.first.press("ArrowUp")

        expect(field).to_be_focused()


def test_the_tab_of_a_document_that_has_the_focus_has_an_outline(
    browser: Browser, url: str
) -> None:
    with visit(browser, url + "agents/") as seen:
        tabs = seen.page.locator(".tabbed-set").first
        tabs.locator("input").first.press("ArrowRight")
        chosen = tabs.locator("label", has_text="Claude Code").first

        expect(chosen).to_have_css("outline-style", "solid")


@pytest.mark.parametrize("way", ["Escape", "Tab", "click"])
def test_the_menu_of_a_phone_closes_when_it_is_left(browser: Browser, url: str, way: str) -> None:
    with visit(browser, url + "agents/", size=PHONE) as seen:
        summary, links = seen.page.locator(".menu > summary"), seen.page.locator(".menu a")
        summary.press("Enter")
        expect(links.first).to_be_visible()
        if way == "click":
            seen.page.locator("h1").click()
        else:
            links.last.press(way)

        expect(links.first).to_be_hidden()
        if way == "Escape":
            expect(summary).to_be_focused()


def test_code_that_is_scrolled_with_keys_shows_that_it_has_them(browser: Browser, url: str) -> None:
    with visit(browser, url + "agents/", size=PHONE) as seen:
        code = seen.page.locator("pre[tabindex]").first
        code.focus()
        seen.page.keyboard.press("ArrowRight")

        assert code.evaluate("(code) => getComputedStyle(code).outlineStyle") == "solid"
