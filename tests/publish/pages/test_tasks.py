"""What people come for, each with the most clicks and keys that it may cost.

All begin on the start page of this repository's catalogue, except where one reads a page already.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from chromium import expect, visit
from sites import REPOSITORY

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow

FORM = f"{REPOSITORY}/issues/new?template="
RATE = "tools/frankfurter/exchange-rates/get_rate/"


@pytest.fixture(name="url")
def launched(launch_url: str) -> str:
    return launch_url


@dataclass
class Hands:
    """Someone at a page, and how often they have clicked and pressed a key."""

    page: Page
    clicks: int = 0
    keys: int = 0

    def click(self, target: Locator) -> None:
        target.click()
        self.clicks += 1

    def type(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.keys += len(text)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def link(self, name: str) -> Locator:
        return self.page.get_by_role("link", name=name, exact=True)


@pytest.fixture
def start() -> str:
    """Return the path of the page on which one begins, in most tests the start page."""
    return ""


@pytest.fixture
def hands(browser: Browser, url: str, start: str) -> Iterator[Hands]:
    with visit(browser, url + start) as seen:
        yield Hands(seen.page)


def test_converting_a_currency_without_a_key(hands: Hands) -> None:
    hands.click(hands.page.locator("#q"))
    hands.type("euro dollar")
    hands.press("Enter")
    hands.click(hands.page.locator("#results .tool__name").first)

    expect(hands.page.locator("h1")).to_have_text("get_rate")
    expect(hands.page.locator(".traits").first).to_contain_text("no key")
    assert (hands.clicks, hands.keys) <= (2, 12)


def test_all_tools_of_github(hands: Hands) -> None:
    hands.click(hands.page.locator(".publishers").get_by_role("link", name="GitHub", exact=True))

    expect(hands.page.locator("h1")).to_have_text("GitHub")
    assert hands.page.locator(".tool__name").count() > 5
    assert hands.clicks == 1


def test_comparing_two_weather_apis(hands: Hands) -> None:
    hands.click(hands.page.locator(".header__nav").get_by_role("link", name="APIs"))
    hands.click(hands.page.get_by_role("checkbox", name="Compare open-meteo/forecast"))
    hands.click(hands.page.get_by_role("checkbox", name="Compare openweather/weather"))
    hands.click(hands.link("Compare 2"))

    expect(hands.page.locator(".compared thead a[href*=manuals]")).to_have_count(2)
    expect(hands.page.get_by_role("row", name="Key no key key or token")).to_be_visible()
    assert "id=open-meteo%2Fforecast" in hands.page.url
    assert hands.clicks == 4


@pytest.mark.parametrize(
    "host", ["Python", "TypeScript", "LangChain", "curl", "OpenAI", "Anthropic", "Gemini"]
)
@pytest.mark.parametrize("start", [RATE])
def test_copying_a_snippet_for_a_host(hands: Hands, host: str) -> None:
    hands.click(hands.page.locator(".tabs > label").filter(has_text=re.compile(f"^{host}$")))
    hands.click(hands.page.locator(".tab:visible .copy").last)

    assert "rate" in hands.page.evaluate("navigator.clipboard.readText()")
    assert hands.clicks == 2


@pytest.mark.parametrize("start", [RATE])
def test_giving_an_mcp_host_one_tool(hands: Hands) -> None:
    hands.click(hands.page.get_by_text("and other MCP hosts"))
    hands.click(hands.page.locator("details[open] .tab:visible .copy").last)

    assert "get_rate" in hands.page.evaluate("navigator.clipboard.readText()")
    assert hands.clicks == 2


@pytest.mark.parametrize("start", [RATE])
def test_the_host_of_a_reader_is_in_view_on_the_next_page(hands: Hands, url: str) -> None:
    hands.click(hands.page.get_by_text("and other MCP hosts"))
    hands.click(hands.page.locator(".tabs > label", has_text="Cursor"))
    hands.page.goto(f"{url}tools/open-meteo/forecast/get_forecast/")
    entry = hands.page.get_by_text("~/.cursor/mcp.json")

    expect(entry).to_be_visible()
    hands.click(hands.page.get_by_text("and other MCP hosts"))
    expect(entry).to_be_hidden()
    hands.page.goto(url + RATE)
    expect(entry).to_be_hidden()


def test_what_changed_last(hands: Hands) -> None:
    hands.click(hands.link("All changes"))

    expect(hands.page.locator("h1")).to_have_text("Changes")
    assert hands.page.locator(".lines > li").count() > 1
    assert hands.clicks == 1


@pytest.mark.parametrize("start", [RATE])
def test_who_vouches_is_in_view(hands: Hands) -> None:
    said = hands.page.get_by_text("written by contributors")

    expect(said).to_be_in_viewport()
    assert hands.clicks == 0


@pytest.mark.parametrize("start", [RATE])
def test_reporting_a_tool(hands: Hands) -> None:
    links = hands.page.locator(f'.side a[href^="{FORM}report.yml"]')

    assert links.count() == 1
    assert "tool=frankfurter%2Fexchange-rates%2Fget_rate" in (links.get_attribute("href") or "")


@pytest.mark.parametrize(
    "start", ["manuals/github/rest/", "publishers/github/", "submit/", "agents/", ""]
)
def test_a_problem_can_be_reported_everywhere(hands: Hands) -> None:
    assert hands.page.locator(f'a[href^="{FORM}report.yml"]').count()


@pytest.mark.parametrize("start", ["publishers/", "manuals/"])
def test_a_long_list_is_filtered_by_its_words(hands: Hands) -> None:
    hands.page.get_by_role("searchbox", name="Filter these").fill("binance")
    cards = hands.page.locator(".card:visible")

    expect(cards).to_have_count(1)
    expect(cards).to_contain_text("Binance")


@pytest.mark.parametrize("start", ["manuals/"])
def test_a_long_list_is_filtered_by_no_word_of_its_buttons(hands: Hands) -> None:
    cards = hands.page.locator(".card:visible")
    every = cards.count()
    hands.page.get_by_role("searchbox", name="Filter these").fill("compare")

    expect(hands.page.locator(".filter [role=status]")).to_have_text(
        re.compile(rf"^\d+ of {every}$")
    )
    assert cards.count() < every


@pytest.mark.parametrize("start", ["manuals/"])
def test_all_weather_apis_without_a_key(hands: Hands) -> None:
    cards = hands.page.locator(".card:visible")
    hands.page.get_by_label("Category").select_option("Weather")
    hands.page.get_by_label("no key").check()
    expect(cards.filter(has_not_text="no key")).to_have_count(0)
    expect(cards.filter(has_not_text="Weather")).to_have_count(0)
    found = cards.count()
    assert found
    hands.page.wait_for_url("**/manuals/?category=Weather&only=no+key")
    hands.page.reload()

    expect(hands.page.get_by_label("no key")).to_be_checked()
    expect(cards).to_have_count(found)


@pytest.mark.parametrize("start", ["manuals/?q=umbrella&category=None"])
def test_what_no_entry_of_a_long_list_says_is_searched_in_all_tools(hands: Hands) -> None:
    expect(hands.page.get_by_label("Category")).to_have_value("")
    hands.click(hands.link("Search all tools for “umbrella”"))

    hands.page.wait_for_url("**/catalogue/?q=umbrella")


def test_submitting_without_git(hands: Hands) -> None:
    hands.click(hands.page.locator(".header__nav").get_by_role("link", name="Submit"))
    form = hands.page.locator("article").get_by_role("link", name="Submit without git")

    heading = hands.page.get_by_role("heading", level=1)
    above, below = heading.bounding_box(), form.bounding_box()
    style = "getComputedStyle(each)"
    words, behind = form.evaluate(f"(each) => [{style}.color, {style}.backgroundColor]")

    assert form.get_attribute("href") == f"{FORM}submit.yml"
    assert hands.clicks + 1 <= 2
    assert words != behind
    assert above
    assert below
    assert above["y"] < below["y"]
