"""What is chosen and compared can be told apart, on a phone too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from chromium import EMPTY, NARROW, PHONE, expect, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

ALIKE = ("acme/tides/next-tide", "brook/tides/next-tide")
FOUR = (*ALIKE, "acme/tides/send_report", "fen/streams/show_date")
TWO_ROWS = 100
LOW = (390, 400)


def address(*ids: str) -> str:
    return "compare/?" + "&".join(f"id={each}" for each in ids)


@pytest.mark.parametrize("size", [PHONE, NARROW], ids=["phone", "narrow"])
def test_what_is_chosen_is_told_apart_in_two_rows_on_a_phone(
    browser: Browser, url: str, size: tuple[int, int]
) -> None:
    with visit(browser, url + EMPTY, size=size) as seen:
        for each in ALIKE:
            seen.page.goto(f"{url}tools/{each}/")
            seen.page.get_by_label(f"Compare {each}").check()
        tray = seen.page.get_by_role("region", name="Comparison")

        expect(tray).to_contain_text(", ".join(ALIKE))
        box = tray.bounding_box()
        assert box
        assert box["height"] < TWO_ROWS
        assert 0 < box["x"] < box["x"] + box["width"] < size[0]


def test_chosen_tools_with_names_of_their_own_have_these(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        for each in FOUR[1:3]:
            seen.page.goto(f"{url}tools/{each}/")
            seen.page.get_by_label(f"Compare {each}").check()

        expect(seen.page.get_by_text("next-tide, send_report", exact=True)).to_be_visible()


def test_chosen_apis_are_called_by_their_titles_on_every_page(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}manuals/") as seen:
        for each in ("acme/tides", "fen/streams"):
            seen.page.get_by_label(f"Compare {each}").check()
        names = seen.page.get_by_role("region", name="Comparison").locator("span")
        there = names.inner_text()
        seen.page.goto(f"{url}tools/{FOUR[2]}/")

        expect(names).to_have_text(there)
        assert there == "Tides, streams"


def test_what_is_chosen_is_also_heard(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}tools/{FOUR[2]}/") as seen:
        box = seen.page.get_by_label(f"Compare {FOUR[2]}")
        status = seen.page.locator(".unseen[role=status]")
        expect(status).to_have_text("")
        box.check()
        expect(status).to_have_text("Chosen to compare, at the end of the page: send_report.")
        box.uncheck()
        expect(status).to_have_text("Nothing is chosen to compare.")


def test_clearing_leads_back_to_where_one_chose(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}tools/{FOUR[2]}/") as seen:
        box = seen.page.get_by_label(f"Compare {FOUR[2]}")
        box.check()
        seen.page.get_by_role("button", name="Clear").press("Enter")

        expect(box).to_be_focused()
        expect(box).not_to_be_checked()
        expect(seen.page.get_by_text("Nothing is chosen to compare.")).to_be_attached()


def test_columns_of_tools_with_one_name_say_whose_they_are(browser: Browser, url: str) -> None:
    with visit(browser, url + address(*ALIKE)) as seen:
        heads = seen.page.get_by_role("columnheader").all_inner_texts()

    assert [head.split() for head in heads if head] == [
        ["next-tide", "acme/tides", "Remove"],
        ["next-tide", "brook/tides", "Remove"],
    ]


def test_numbers_of_columns_are_beside_what_they_number(browser: Browser, url: str) -> None:
    with visit(browser, url + address(*FOUR), size=PHONE) as seen:
        seen.page.get_by_role("rowheader", name="Written by").wait_for(state="attached")
        tops = seen.page.locator(".compared td > ul").evaluate_all("""(all) => {
          const top = (each) => each.getBoundingClientRect().top;
          return all.map((list) => top(list) - top(list.parentElement));
        }""")

    assert tops
    assert max(tops) == 0


def test_names_of_four_columns_do_not_cover_half_of_a_phone(browser: Browser, url: str) -> None:
    with visit(browser, url + address(*FOUR), size=PHONE) as seen:
        row = seen.page.get_by_role("rowheader", name="Written by")
        row.wait_for(state="attached")
        row.scroll_into_view_if_needed()

        assert not seen.page.locator(".compared thead").evaluate(
            "(head) => head.getBoundingClientRect().bottom > 0"
        )


def test_what_gets_the_focus_is_not_behind_the_names(browser: Browser, url: str) -> None:
    with visit(browser, url + address("acme/tides", "elm/bookshelf"), size=LOW) as seen:
        seen.page.get_by_role("rowheader", name="Written by").wait_for(state="attached")

        assert seen.page.locator(".compared tbody a").first.evaluate("""(link) => {
          const top = () => link.getBoundingClientRect().top;
          const { bottom } = document.querySelector(".header").getBoundingClientRect();
          scrollBy(0, top() - bottom - 20);
          link.focus();
          return top() >= document.querySelector(".compared thead").getBoundingClientRect().bottom;
        }""")


@pytest.mark.parametrize(
    "storage",
    [
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error(); } })",
        "Storage.prototype.setItem = () => { throw new Error(); }",
    ],
    ids=["forbidden", "full"],
)
def test_what_is_chosen_on_a_page_is_compared_where_a_browser_keeps_nothing(
    browser: Browser, url: str, storage: str
) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.add_init_script(storage)
        seen.page.goto(f"{url}manuals/")
        for each in ("acme/tides", "brook/tides"):
            seen.page.get_by_label(f"Compare {each}").check()
        seen.page.get_by_label("Compare brook/tides").uncheck()

        expect(seen.page.get_by_role("link", name="Compare 1")).to_be_visible()


@pytest.mark.parametrize(
    ("ids", "answered"),
    [
        (
            ("fen/local/ring_bell", "fen/streams/show_date", "fen/streams/follow_news"),
            [
                "a server that you start yourself",
                "a program on your machine",
                "api.fen.example.com",
            ],
        ),
        (
            ("fen/local", "fen/streams"),
            ["a server that you start yourself", "a program on your machine, api.fen.example.com"],
        ),
    ],
    ids=["tools", "APIs"],
)
def test_what_one_has_to_run_oneself_is_in_a_row(
    browser: Browser, url: str, ids: tuple[str, ...], answered: list[str]
) -> None:
    with visit(browser, url + address(*ids)) as seen:
        row = seen.page.get_by_role("row").filter(has_text="Answered by")

        expect(row.get_by_role("cell")).to_have_text(answered)


def test_an_output_that_is_a_list_is_said_to_be_one(browser: Browser, url: str) -> None:
    with visit(browser, url + address("fen/streams/read_news", "fen/streams/show_date")) as seen:
        row = seen.page.get_by_role("row").filter(has_text="Output")

        expect(row.get_by_role("cell")).to_have_text(["a list oftitle string", "string"])


def test_what_decides_whether_one_may_use_it_is_in_a_row(browser: Browser, url: str) -> None:
    with visit(browser, url + address("acme/tides", "fen/retired")) as seen:
        rows = seen.page.get_by_role("row")

        expect(rows.filter(has_text="Use").get_by_role("cell").first).to_have_text(
            "non-commercial only"
        )
        status = rows.filter(has=seen.page.get_by_role("rowheader", name="Status"))
        expect(status.get_by_role("cell")).to_have_text(
            ["–", "deprecated: Frogs are counted elsewhere now."]
        )


def test_conditions_that_nothing_compared_has_are_left_out(browser: Browser, url: str) -> None:
    with visit(browser, url + address("fen/streams", "brook/tides")) as seen:
        expect(seen.page.get_by_role("rowheader", name="Key")).to_be_visible()
        expect(seen.page.get_by_role("rowheader", name="Status")).to_have_count(0)
        expect(seen.page.get_by_role("rowheader", name="Use", exact=True)).to_have_count(0)


def test_what_a_reply_always_has_is_said_as_on_the_page_of_a_tool(
    browser: Browser, url: str
) -> None:
    def answer(route: Route) -> None:
        record = route.fetch().json()
        record["definition"]["outputs"]["required"] = ["height"]
        route.fulfill(json=record)

    with visit(browser, url + EMPTY) as seen:
        seen.page.route("**/next-tide.json", answer)
        seen.page.goto(url + address("acme/tides/next-tide"))
        row = seen.page.get_by_role("row").filter(has_text="Output")

        expect(row.get_by_role("listitem")).to_have_text(["height number always", "anything"])
