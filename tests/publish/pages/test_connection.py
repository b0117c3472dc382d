"""A connection that is lost for a while, as in a tunnel, takes nothing with it."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from chromium import EMPTY, expect, visit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

LOST = "The list could not be loaded"


@contextmanager
def without_connection(page: Page) -> Iterator[None]:
    """Take the connection from *page* alone.

    The empty page is in the same process: where both have it back, each would say so to the other,
    which has none yet.
    """
    orders = page.context.new_cdp_session(page)
    speed = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    orders.send("Network.enable")
    orders.send("Network.emulateNetworkConditions", {"offline": True, **speed})
    yield
    orders.send("Network.emulateNetworkConditions", {"offline": False, **speed})


def test_search_goes_on_where_the_connection_is_back(browser: Browser, url: str) -> None:
    with visit(browser, url + "catalogue/") as seen:
        status, field = seen.page.locator("#status"), seen.page.locator("#q")
        with without_connection(seen.page):
            field.fill("tide")
            expect(status).to_contain_text(f"{LOST}. These tools are still the last ones")

        expect(seen.page.locator(".tool__name mark").first).to_have_text("tide")
        expect(status).not_to_contain_text(LOST)


def test_catalogue_that_lost_its_list_starts_where_the_connection_is_back(
    browser: Browser, url: str
) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.route("**/catalogue/columns.json", lambda route: route.abort())
        seen.page.goto(url + "catalogue/?q=tide")
        expect(seen.page.locator("#status")).to_contain_text(LOST)
        seen.page.unroute_all()
        with without_connection(seen.page):
            pass

        expect(seen.page.locator(".tool__name mark").first).to_have_text("tide")
        expect(seen.page.locator("#status")).not_to_contain_text(LOST)


def test_a_key_is_enough_to_ask_again(browser: Browser, url: str) -> None:
    with visit(browser, url + "catalogue/") as seen:
        seen.page.route("**/v1/search/**", lambda route: route.abort())
        field = seen.page.locator("#q")
        field.fill("tid")
        expect(seen.page.locator("#status")).to_contain_text(LOST)
        seen.page.unroute_all()
        field.press_sequentially("e")

        expect(seen.page.locator(".tool__name mark").first).to_have_text("tide")


def test_tags_come_when_they_are_asked_for_again(browser: Browser, url: str) -> None:
    with visit(browser, url + "catalogue/") as seen:
        tags = seen.page.locator('[data-facet="tag"]')
        seen.page.route("**/tag.json", lambda route: route.abort())
        seen.page.locator("#q").focus()
        tags.scroll_into_view_if_needed()
        expect(seen.page.locator("#status")).to_contain_text(LOST)
        seen.page.unroute_all()
        seen.page.evaluate("scrollTo(0, 0)")
        seen.page.locator("#facets").evaluate("(panel) => panel.scrollTo(0, 0)")
        tags.scroll_into_view_if_needed()

        expect(tags.get_by_role("checkbox").first).to_be_visible()


def test_what_is_compared_is_not_called_missing(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.route("**/v1/**", lambda route: route.abort())
        seen.page.goto(url + "compare/?id=acme/tides")

        expect(seen.page.locator(".compared tbody")).to_contain_text("try again later")


@pytest.mark.parametrize("lost", ["**/assets/builder.js", "**/v1/tools/**"])
def test_form_that_was_lost_comes_when_it_is_opened_again(
    browser: Browser, url: str, lost: str
) -> None:
    with visit(browser, url + "tools/acme/tides/send_report/") as seen:
        builder, summary = (
            seen.page.locator("details.builder"),
            seen.page.locator(".builder summary"),
        )
        seen.page.route(lost, lambda route: route.abort())
        summary.click()
        expect(builder.get_by_role("status")).to_contain_text("could not be loaded")
        seen.page.unroute_all()
        summary.click()
        summary.click()

        expect(builder.get_by_role("status")).to_contain_text("The snippets above follow")
        expect(builder.locator("form")).to_have_count(1)


@pytest.mark.parametrize("how", ["lost", "missing", "unreadable"])
@pytest.mark.parametrize(
    ("path", "script"),
    [
        ("catalogue/?q=tide", "catalogue.js"),
        ("catalogue/?q=tide", "search.js"),
        ("compare/?id=acme/tides", "compare.js"),
    ],
)
def test_page_whose_script_does_not_come_waits_for_it_no_more(
    browser: Browser, url: str, path: str, script: str, how: str
) -> None:
    def answer(route: Route) -> None:
        if how == "lost":
            route.abort()
        elif how == "missing":
            route.fulfill(status=404, body="")
        else:
            route.fulfill(body="(", content_type="text/javascript")

    with visit(browser, url + EMPTY) as seen:
        seen.page.route(f"**/assets/{script}", answer)
        seen.page.goto(url + path)

        expect(seen.page.locator("main")).to_contain_text("could not be loaded; reload the page")
        if path.startswith("catalogue"):
            expect(seen.page.locator("#results .tool").first).to_be_visible()
