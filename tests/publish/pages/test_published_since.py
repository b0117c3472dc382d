"""A page that is older than what the server has shows no tool in place of another."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from chromium import EMPTY, expect, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

CHANGED = "The catalogue has changed since this page was loaded; reload the page."
COLUMNS = "**/catalogue/columns.json"
WATCH = """window.asked = []; const before = fetch;
window.fetch = (path, { cache } = {}) => { asked.push(cache); return before(path, { cache }); };"""


def publish_another(page: Page) -> None:
    """Have the server answer as if a manual had come before all others since."""

    def columns(route: Route) -> None:
        found = route.fetch().json()
        route.fulfill(json=found | {"manuals": ["aaa/first", *found["manuals"]]})

    page.route(COLUMNS, columns)


def test_question_after_another_catalogue_was_published_is_not_answered(
    browser: Browser, url: str
) -> None:
    with visit(browser, f"{url}catalogue/?q=weekday") as seen:
        status, tools = seen.page.locator("#status"), seen.page.locator("#results .tool__name")
        expect(tools.first).to_have_text("Weekday")
        publish_another(seen.page)
        seen.page.locator("#q").fill("tide")
        expect(status).to_have_text(CHANGED)

        expect(tools.first).to_have_text("Weekday")
        seen.page.unroute_all()
        seen.page.locator("#q").fill("report")
        expect(tools.first).to_contain_text("report")


def test_tags_after_another_catalogue_was_published_are_not_counted(
    browser: Browser, url: str
) -> None:
    with visit(browser, f"{url}catalogue/") as seen:
        publish_another(seen.page)
        seen.page.locator("#q").focus()
        seen.page.locator('[data-facet="tag"]').scroll_into_view_if_needed()

        expect(seen.page.locator("#status")).to_have_text(CHANGED)


def test_what_a_browser_kept_of_an_older_catalogue_is_not_used(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.add_init_script(WATCH)
        seen.page.goto(f"{url}catalogue/?q=tide", wait_until="networkidle")

        assert set(seen.page.evaluate("asked")) == {"no-cache"}


def test_index_of_another_format_is_not_read(browser: Browser, url: str) -> None:
    def newer(route: Route) -> None:
        route.fulfill(body=json.dumps(route.fetch().json() | {"format": 99}))

    with visit(browser, url + EMPTY) as seen:
        seen.page.route("**/v1/search/index.json", newer)
        seen.page.goto(f"{url}catalogue/?q=tide")

        expect(seen.page.locator("#status")).to_contain_text("could not be loaded")
