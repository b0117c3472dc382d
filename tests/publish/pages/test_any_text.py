"""Text of any length, script and size stays readable, and what can be followed looks like it."""

from __future__ import annotations

import json
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from chromium import ARGUMENTS, DESKTOP, EMPTY, NARROW, PHONE, executable, expect, visit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

TOOL = "tools/acme/tides/send_report/"
CATEGORY = "catalogue/category/sea/"
ARABIC = "توقعات الطقس. استخدم city لاسم المدينة."
TITLE = "توقعات الطقس (v2) API"


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (TOOL, ".lead p"),
        (TOOL, ".fields tr[id] > td:last-child"),
        (TOOL, ".conditions dd"),
        (CATEGORY, "[data-label=Covers]"),
        (CATEGORY, ".tool__name"),
    ],
)
def test_a_word_without_end_does_not_widen_a_page(
    browser: Browser, url: str, path: str, words: str
) -> None:
    with visit(browser, url + path) as seen:
        seen.page.locator(words).first.evaluate("(box) => { box.textContent = 'x'.repeat(300); }")
        for width, height in (DESKTOP, NARROW):
            seen.page.set_viewport_size({"width": width, "height": height})

            assert seen.page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", ["q", "tag"])
def test_a_question_without_end_does_not_widen_the_catalogue(
    browser: Browser, url: str, name: str
) -> None:
    with visit(browser, f"{url}catalogue/?{name}={'x' * 3_000}") as seen:
        expect(seen.page.locator("#status")).to_contain_text("0 of")

        assert seen.page.evaluate("document.documentElement.scrollWidth") <= DESKTOP[0]


FIRST_AND_LAST = """(box, words) => {
  box.textContent = words;
  return [[0, 5], [words.length - 6, words.length - 1]].map(([from, to]) => {
    const range = document.createRange();
    range.setStart(box.firstChild, from);
    range.setEnd(box.firstChild, to);
    return range.getBoundingClientRect().left;
  });
}"""


@pytest.mark.parametrize(
    ("path", "place", "words"),
    [
        (TOOL, ".lead p", ARABIC),
        (TOOL, ".crumbs a", TITLE),
        (TOOL, ".crumbs [aria-current]", TITLE),
        ("manuals/", ".card__name", TITLE),
    ],
)
def test_words_of_another_script_run_in_their_own_direction(
    browser: Browser, url: str, path: str, place: str, words: str
) -> None:
    with visit(browser, url + path) as seen:
        first, last = seen.page.locator(place).first.evaluate(FIRST_AND_LAST, words)

        assert first > last


@pytest.mark.parametrize("path", ["manuals/", "publishers/"])
def test_names_of_all_scripts_begin_at_the_same_edge(browser: Browser, url: str, path: str) -> None:
    with visit(browser, url + path) as seen:
        name = seen.page.locator(".card__name").first
        left = name.evaluate(
            """(name) => {
              const left = () => {
                const range = document.createRange();
                range.selectNodeContents(name);
                return Math.round(range.getBoundingClientRect().left);
              };
              const before = left();
              (name.querySelector("a") || name).textContent = "مكتبة";
              return [before, left()];
            }"""
        )

        assert left[0] == left[1]


A_FEW_WORDS = 180
"""Pixels of a field in which a few words can be seen at that size."""


@contextmanager
def large(browser: Browser, folder: Path) -> Iterator[Page]:
    """Open a page of a phone on which letters are twice as large as usual."""
    (folder / "Default").mkdir()
    wanted = {"webkit": {"webprefs": {"default_font_size": 32}}}
    (folder / "Default" / "Preferences").write_text(json.dumps(wanted), encoding="utf-8")
    context = browser.browser_type.launch_persistent_context(
        folder,
        executable_path=executable(),
        args=ARGUMENTS,
        viewport={"width": PHONE[0], "height": PHONE[1]},
    )
    yield context.pages[0]
    context.close()


def test_letters_twice_as_large_fit_on_a_phone(browser: Browser, url: str, tmp_path: Path) -> None:
    with large(browser, tmp_path) as page:
        for path in ("", "catalogue/", "manuals/", TOOL, "agents/", "compare/?id=acme/tides"):
            page.goto(url + path)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
            field = page.locator("input[type=search]:visible").first
            assert field.bounding_box()["width"] > A_FEW_WORDS, path  # type: ignore[index]
            page.locator(".menu > summary").click()
            assert page.get_by_role("link", name="Publishers").first.bounding_box()["x"] >= 0, path  # type: ignore[index]


@pytest.mark.parametrize("text", ["x" * 200, '{"first": "a word", ' * 10], ids=["word", "words"])
@pytest.mark.parametrize("path", [TOOL, "agents/"])
def test_no_line_of_code_is_under_the_button(
    browser: Browser, url: str, path: str, text: str
) -> None:
    with visit(browser, url + path, size=NARROW) as seen:
        frame = seen.page.locator(".copyable:visible", has_not=seen.page.locator(".code--install"))
        lines, button = frame.first.evaluate(
            """(frame, text) => {
              const code = frame.querySelector("code");
              code.textContent = text;
              const range = document.createRange();
              range.selectNodeContents(code);
              const lines = [0, 10_000].flatMap((left) => {
                code.parentElement.scrollLeft = left;
                return [...range.getClientRects()];
              });
              return [lines, frame.querySelector("button").getBoundingClientRect()];
            }""",
            text,
        )

        assert max(line["right"] for line in lines) > NARROW[0]
        beside = [line for line in lines if line["top"] < button["bottom"]]
        assert not [line for line in beside if line["right"] > button["left"]]


@pytest.mark.parametrize("clipboard", ["undefined", "{ writeText: () => Promise.reject() }"])
def test_code_is_copied_where_a_page_has_no_clipboard(
    browser: Browser, url: str, clipboard: str
) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.add_init_script(
            f"Object.defineProperty(navigator, 'clipboard', {{ value: {clipboard} }})"
        )
        seen.page.goto(url + TOOL)
        button = seen.page.locator(".copy:visible").first
        code = button.locator("xpath=../pre").inner_text()
        button.click()
        expect(button).to_have_text("Copied")
        seen.page.locator(".header input").focus()
        seen.page.keyboard.press("Control+V")

        expect(seen.page.locator(".header input")).to_have_value(code)


@pytest.mark.parametrize("path", ["", TOOL, "publishers/acme/", "agents/"])
def test_buttons_that_copy_say_what_and_then_that_it_is_done(
    browser: Browser, url: str, path: str
) -> None:
    with visit(browser, url + path) as seen:
        buttons = seen.page.locator(".copy")
        names = buttons.evaluate_all("(all) => all.map((each) => each.ariaLabel)")
        shown = buttons.locator("visible=true").first
        shown.click()

        assert not seen.page.locator(".conditions .copy").count(), "they read as one sentence"
        assert len(names) == len(set(names)) > 0
        assert all(name.startswith("Copy: ") for name in names)
        expect(shown).to_have_accessible_name("Copied")


def test_what_is_chosen_for_comparing_is_chosen_in_every_tab(browser: Browser, url: str) -> None:
    with visit(browser, url + "manuals/") as seen:
        other = seen.page.context.new_page()
        other.goto(url + "manuals/")
        seen.page.get_by_label("Compare acme/tides").check()
        other.get_by_label("Compare brook/tides").check()

        for page in (seen.page, other):
            expect(page.get_by_role("link", name="Compare 2")).to_be_visible()


def test_colours_are_switched_in_every_tab(browser: Browser, url: str) -> None:
    with visit(browser, url) as seen:
        other = seen.page.context.new_page()
        other.goto(url + "about/")
        seen.page.get_by_role("button", name="Switch to dark colours").click()

        expect(other.locator("html")).to_have_attribute("data-theme", "dark")


@pytest.mark.parametrize("query", ["?id=acme", "?utm_source=mail"])
def test_comparing_nothing_says_so_at_once(browser: Browser, url: str, query: str) -> None:
    with visit(browser, f"{url}compare/{query}") as seen:
        expect(seen.page.get_by_text("Nothing is chosen yet.")).to_be_visible(timeout=2_000)


def test_comparing_without_scripts_does_not_say_that_nothing_is_chosen(
    browser: Browser, url: str
) -> None:
    with visit(browser, f"{url}compare/?id=acme/tides", script=False) as seen:
        expect(seen.page.locator("noscript .notice")).to_be_visible()
        expect(seen.page.get_by_text("Nothing is chosen yet.")).to_be_hidden()


@pytest.mark.parametrize(("others", "is_numbered"), [([], False), (["fen/streams"], True)])
def test_more_than_two_have_a_number_on_a_phone(
    browser: Browser, url: str, others: list[str], *, is_numbered: bool
) -> None:
    ids = "&id=".join(["acme/tides", "brook/tides", *others])
    with visit(browser, f"{url}compare/?id={ids}", size=PHONE) as seen:
        numbers = seen.page.locator(".compared td:visible, .compared [scope=col]").evaluate_all(
            "(all) => all.map((each) => getComputedStyle(each, '::before').content)"
        )

    assert numbers
    assert all((each != "none") is is_numbered for each in numbers)


def test_a_long_name_that_is_compared_is_broken_behind_a_line_below(
    browser: Browser, url: str
) -> None:
    with visit(browser, f"{url}compare/?id=acme/tides/send_report", size=PHONE) as seen:
        expect(seen.page.get_by_role("rowheader", name="Written by")).to_be_attached()
        head = seen.page.locator(".compared thead a").first

        assert head.inner_html() == "send_<wbr>report"


def test_what_is_removed_from_a_comparison_is_no_longer_chosen(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        chosen = "acme/tides brook/tides"
        seen.page.evaluate("(ids) => localStorage.setItem('registry.compare:/', ids)", chosen)
        seen.page.goto(f"{url}compare/?id=acme/tides&id=brook/tides")
        seen.page.get_by_role("link", name="Remove acme/tides").click()
        seen.page.wait_for_url("**/compare/?id=brook%2Ftides")

        assert seen.page.evaluate("localStorage.getItem('registry.compare:/')") == "brook/tides"


def test_what_does_not_fit_into_a_comparison_is_named_and_comes_in_later(
    browser: Browser, url: str
) -> None:
    ids = "acme/tides&id=brook/tides&id=fen/streams&id=elm/bookshelf&id=dell/oxp"
    with visit(browser, f"{url}compare/?id={ids}") as seen:
        expect(seen.page.get_by_text("Not shown: dell/oxp.")).to_be_visible()
        assert seen.page.locator(".compared [scope=col]").count() == 4

        seen.page.get_by_role("link", name="Remove brook/tides").click()

        expect(seen.page.get_by_role("link", name="Remove dell/oxp")).to_be_visible()
        expect(seen.page.get_by_text("Not shown: ")).to_have_count(0)


def test_a_full_comparison_says_that_no_more_fit(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        chosen = "acme/tides brook/tides fen/streams elm/bookshelf"
        seen.page.evaluate("(ids) => localStorage.setItem('registry.compare:/', ids)", chosen)
        seen.page.goto(f"{url}manuals/")

        expect(seen.page.get_by_role("link", name="Compare 4, the most")).to_be_visible()


def test_backticks_are_code_where_things_are_compared(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.route(
            "**/v1/manuals/acme/tides/index.json",
            lambda route: route.fulfill(
                json={
                    **route.fetch().json(),
                    "summary": "Ask with `max:20`.",
                }
            ),
        )
        seen.page.goto(url + "compare/?id=acme/tides")

        expect(seen.page.locator(".compared td code").first).to_have_text("max:20")
