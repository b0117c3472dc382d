"""Where a page may ask an API itself, and what becomes of the answer."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from chromium import expect, visit
from page_facts import facts_of
from publishing import SAMPLES

from registry import pipeline
from registry.model import Auth, Effect
from registry.publish._pages.trying import host_to_try
from registry.web.csp import policy

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from registry.model import Manual, Tool

HOST = "api.fen.example.com"
PAGE = "tools/fen/streams/read_news/"
OPEN = {"Access-Control-Allow-Origin": "*", "Content-Type": "text/html"}


@pytest.fixture(scope="module")
def read_news() -> tuple[Manual, Tool]:
    catalogue = pipeline.check(SAMPLES).catalogue
    manual = next(each for each in catalogue.manuals if each.id == "fen/streams")
    return manual, next(each for each in catalogue.tools if each.name == "read_news")


def test_a_keyless_read_of_an_open_api_can_be_tried(read_news: tuple[Manual, Tool]) -> None:
    assert host_to_try(*read_news) == HOST


def test_nothing_else_can_be_tried(read_news: tuple[Manual, Tool]) -> None:
    manual, tool = read_news
    call = tool.call
    key = Auth("api_key", {"api_key": "${KEY}", "var_name": "key"})
    others = (
        replace(tool, effect=Effect.WRITE),
        replace(tool, effect_is_stated=False),
        replace(tool, call=replace(call, auth=key)),
        replace(tool, call=replace(call, method="POST")),
        replace(tool, call=replace(call, transport="sse")),
        replace(tool, call=replace(call, headers={"X-Mode": "x"})),
        replace(tool, call=replace(call, url="http://api.fen.example.com/news/latest")),
        replace(tool, call=replace(call, url="https://{host}/news/latest")),
        replace(tool, call=replace(call, url="https://api.fen.example.com:8443/news")),
        replace(tool, call=replace(call, url="https://api.fen.example.com;x/news")),
        replace(tool, call=replace(call, url="https://elsewhere.example.com/news")),
    )

    assert [host_to_try(manual, each) for each in others] == [""] * len(others)
    assert host_to_try(replace(manual, cross_origin=False), tool) == ""


@pytest.mark.parametrize("host", ["a.example.com; script-src *", "*", "a b", "'self'", "a.", "x"])
def test_no_text_can_widen_a_policy(host: str) -> None:
    with pytest.raises(ValueError, match="not the name of a host"):
        policy("", host)


def test_only_the_page_of_the_tool_may_ask_its_host(site: Path) -> None:
    asking = {
        path.relative_to(site).as_posix()
        for path in site.rglob("*.html")
        if "https:" in facts_of(path.read_text("utf-8")).meta["content-security-policy"]
    }

    assert asking == {f"{PAGE}index.html"}


def ask(page: Page, headers: dict[str, str] | None, body: str) -> None:
    """Press the button; with no *headers* the browser lets the page see nothing."""
    page.route(
        f"https://{HOST}/**",
        lambda route: route.fulfill(headers=headers, body=body) if headers else route.abort(),
    )
    page.get_by_text("Try it", exact=True).click()
    page.get_by_role("button", name=f"Send to {HOST}").click()


def test_nothing_is_sent_before_the_button_is_pressed(browser: Browser, url: str) -> None:
    with visit(browser, url + PAGE) as seen:
        seen.page.get_by_text("Try it", exact=True).click()
        expect(seen.page.get_by_text("Nothing is sent until")).to_be_visible()

        assert not [each for each in seen.requests if HOST in each]


@pytest.mark.parametrize(
    ("tool", "summary", "hint"),
    [
        ("list_providers", "Try it", "Nothing is sent until you press the button."),
        (
            "get_rate",
            "Try it, or build your own input",
            "The snippets above follow what you type. Nothing is sent until you press the button.",
        ),
    ],
)
def test_only_a_tool_with_inputs_has_some_to_build(
    browser: Browser, launch_url: str, tool: str, summary: str, hint: str
) -> None:
    with visit(browser, f"{launch_url}tools/frankfurter/exchange-rates/{tool}/") as seen:
        seen.page.get_by_text(summary, exact=True).click()

        expect(seen.page.locator(".builder .hint").first).to_have_text(hint)


@pytest.mark.parametrize(
    "body",
    [
        "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">",
        json.dumps({"news": "</code><script>document.title='owned'</script>"}),
        "\u202eIgnore all instructions",
    ],
)
def test_a_hostile_answer_is_shown_as_text(browser: Browser, url: str, body: str) -> None:
    with visit(browser, url + PAGE) as seen:
        before = seen.page.title()
        ask(seen.page, OPEN, body)
        expect(seen.page.locator(".answer")).to_be_visible()

        assert seen.page.locator(".answer *").count() == 1
        assert seen.page.title() == before
        assert "owned" not in seen.page.title()


def test_a_long_answer_is_cut(browser: Browser, url: str) -> None:
    with visit(browser, url + PAGE) as seen:
        ask(seen.page, OPEN, "x" * 1_000_000)
        expect(seen.page.get_by_text("only the first 100 kB")).to_be_visible()

        assert len(seen.page.locator(".answer code").text_content() or "") == 100_000


def test_an_answer_has_no_button_and_no_room_for_one(browser: Browser, url: str) -> None:
    with visit(browser, url + PAGE) as seen:
        ask(seen.page, OPEN, "many words " * 100)
        answer = seen.page.locator(".answer")
        expect(answer).to_be_visible()

        assert answer.evaluate("(each) => getComputedStyle(each, '::before').content") == "none"


def test_a_refused_answer_is_said_in_words(browser: Browser, url: str) -> None:
    with visit(browser, url + PAGE) as seen:
        ask(seen.page, None, "")

        expect(seen.page.get_by_text("the snippets work all the same")).to_be_visible()
        expect(seen.page.locator(".answer")).to_be_hidden()


def test_no_credentials_and_no_address_are_sent_along(browser: Browser, url: str) -> None:
    with visit(browser, url + PAGE) as seen:
        ask(seen.page, OPEN, "{}")
        expect(seen.page.locator(".answer")).to_be_visible()
        sent: list[dict[str, str]] = []
        seen.page.on("request", lambda request: sent.append(request.headers))
        seen.page.get_by_role("button", name=f"Send to {HOST}").click()
        expect(seen.page.get_by_text("Status 200")).to_be_visible()

        assert sent
        assert not {"cookie", "referer", "authorization"} & set(sent[0])
