"""What a server answers late, or not at all, changes nothing that was asked since."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chromium import EMPTY, expect, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

WEEKDAYS = ["Weekday"] * 4
SEARCH_DOCS = "Search the documentation"
NOT_LOADED = "could not be loaded"


class Held(list["Route"]):
    """Requests of a page that have no answer yet."""

    def __init__(self, page: Page, pattern: str) -> None:
        super().__init__()
        self.is_over = False
        page.route(pattern, lambda route: route.continue_() if self.is_over else self.append(route))

    def wait(self, page: Page) -> None:
        """Wait until one has been made."""
        while not self:
            page.wait_for_timeout(20)

    def answer(self) -> None:
        """Answer all of them, and those that are made from now on."""
        self.is_over = True
        for route in self:
            route.continue_()


def test_question_that_fails_late_says_nothing(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/") as seen:
        held = Held(seen.page, "**/terms/w-w*.json")
        seen.page.locator("#q").fill("weekday")
        held.wait(seen.page)
        seen.page.locator("#q").fill("tide")
        tools = seen.page.locator("#results .tool__name")
        expect(tools.first).to_contain_text("next-tide")
        said = seen.page.locator("#status").inner_text()
        for route in held:
            route.abort()
        seen.page.wait_for_timeout(100)

        expect(seen.page.locator("#status")).to_have_text(said)


def test_what_was_typed_before_the_list_came_is_asked(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        held = Held(seen.page, "**/catalogue/columns.json")
        seen.page.goto(f"{url}catalogue/", wait_until="commit")
        held.wait(seen.page)
        seen.page.locator("#q").fill("weekday")
        held.answer()

        expect(seen.page.locator("#results .tool__name")).to_have_text(WEEKDAYS)


def test_what_was_typed_before_the_script_came_is_asked(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        held = Held(seen.page, "**/assets/catalogue.js")
        seen.page.goto(f"{url}catalogue/", wait_until="commit")
        held.wait(seen.page)
        seen.page.locator("#q").fill("weekday")
        held.answer()

        expect(seen.page.locator("#results .tool__name")).to_have_text(WEEKDAYS)


def test_question_is_answered_where_nothing_is_painted(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.add_init_script("requestAnimationFrame = () => 0")
        seen.page.goto(f"{url}catalogue/?q=weekday")

        expect(seen.page.locator("#results .tool__name")).to_have_text(WEEKDAYS)


def test_list_that_cannot_be_loaded_is_said_aloud(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/") as seen:
        seen.page.route("**/terms/w-w*.json", lambda route: route.abort())
        seen.page.locator("#q").fill("weekday")

        expect(seen.page.locator("main [role=status]")).to_contain_text(NOT_LOADED)


def test_typing_keeps_the_focus_when_a_row_was_to_have_it(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/?q=tide&protocol=otc") as seen:
        held = Held(seen.page, "**/catalogue/rows/*.json")
        seen.page.locator("[data-without]").first.click()
        held.wait(seen.page)
        seen.page.locator("#q").fill("weekday")
        held.answer()

        expect(seen.page.locator("#results .tool__name")).to_have_text(WEEKDAYS)
        expect(seen.page.locator("#q")).to_be_focused()


def test_filter_set_before_the_answer_came_shows_no_more_of_it(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/") as seen:
        held = Held(seen.page, "**/terms/*.json")
        seen.page.locator("#q").fill("show the date of a report")
        held.wait(seen.page)
        seen.page.get_by_role("checkbox", name="reads only").check()
        held.answer()

        expect(seen.page.locator("#status")).to_contain_text("The best")
        expect(seen.page.locator("#more button")).to_be_visible()


def test_field_of_the_docs_that_is_empty_again_finds_nothing(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}agents/") as seen:
        held = Held(seen.page, "**/docs.json")
        field = seen.page.get_by_role("searchbox", name=SEARCH_DOCS)
        field.fill("tools")
        field.fill("")
        held.wait(seen.page)
        held.answer()
        seen.page.wait_for_timeout(100)

        expect(seen.page.locator(".docs__search li")).to_have_count(0)


def test_inputs_that_cannot_be_loaded_are_said_to_be(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
        seen.page.route("**/v1/tools/**", lambda route: route.abort())
        seen.page.get_by_text("Build your own input").click()

        expect(seen.page.locator("details.builder [role=status]")).to_contain_text(NOT_LOADED)


def test_page_that_is_come_back_to_shows_what_was_chosen_since(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
        seen.page.evaluate("""() => {
          localStorage.setItem("registry.theme", "dark");
          localStorage.setItem("registry.compare:/", "acme/tides/send_report acme/tides/next-tide");
          dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
        }""")

        expect(seen.page.locator("html")).to_have_attribute("data-theme", "dark")
        expect(seen.page.get_by_role("link", name="Compare 2")).to_be_visible()


def test_entry_that_a_server_fails_on_is_not_said_to_be_missing(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.route("**/v1/tools/**", lambda route: route.fulfill(status=503))
        seen.page.goto(f"{url}compare/?id=acme/tides/next-tide")

        expect(seen.page.locator("table")).to_contain_text("try again later")
