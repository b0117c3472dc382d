"""Pages lose nothing on a phone: tables become lists, and contents stay at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from chromium import DESKTOP, NARROW, PHONE, expect, visit

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

MANUAL = "manuals/acme/tides/"
TOOL = "tools/fen/local/ring_bell/"

WORDS_AND_ROOM = """(field) => {
  const style = getComputedStyle(field);
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.font = style.font;
  const padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
  return [canvas.measureText(field.placeholder).width, field.clientWidth - padding];
}"""


def test_tables_of_protocols_are_not_wider_than_a_phone(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}protocols/", size=NARROW) as seen:
        for table in seen.page.locator("main table").all():
            box = table.bounding_box()
            assert box
            assert box["x"] + box["width"] <= NARROW[0]


def test_long_addresses_are_broken_on_a_phone(browser: Browser, launch_url: str) -> None:
    page = f"{launch_url}tools/the-space-devs/launch-library/get_astronaut/"
    with visit(browser, page, size=NARROW) as seen:
        link = seen.page.get_by_role("link", name="https://github.com/TheSpaceDevs").last

        assert len(link.inner_text()) > 60
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


def test_links_of_a_row_leave_each_other_room_for_a_finger(
    browser: Browser, launch_url: str
) -> None:
    with visit(browser, f"{launch_url}catalogue/category/biology/", size=PHONE) as seen:
        gaps = seen.page.locator(".tool").evaluate_all("""(rows) => rows.flatMap((row) => {
          const [name, where] = row.querySelectorAll("a");
          const [above, below] = [name.getBoundingClientRect(), where.getBoundingClientRect()];
          const isBelow = below.left < above.right;
          return isBelow ? [below.top - (above.top + above.bottom) / 2] : [];
        })""")

        assert gaps
        assert min(gaps) >= 12


def test_words_of_a_protocol_name_it_on_a_phone(site: Path) -> None:
    page = (site / "protocols/index.html").read_text(encoding="utf-8")

    assert '<td data-label="OpenTool">a bearer token</td>' in page


def test_sections_of_a_manual_are_reached_from_its_top_on_a_phone(
    browser: Browser, url: str
) -> None:
    with visit(browser, url + MANUAL, size=PHONE) as seen:
        seen.page.get_by_role("navigation", name="On this page").get_by_text("Versions").click()

        assert seen.page.url.endswith("#versions")
    with visit(browser, url + MANUAL, size=DESKTOP) as seen:
        assert not seen.page.get_by_role("navigation", name="On this page").count()


def test_what_is_known_of_a_tool_is_reached_from_its_top_on_a_phone(
    browser: Browser, url: str
) -> None:
    with visit(browser, url + TOOL, size=PHONE) as seen:
        seen.page.get_by_role("navigation", name="On this page").get_by_text("Facts").click()

        expect(seen.page.get_by_text("What is known")).to_be_in_viewport()


def test_a_phone_shows_three_hits_at_once(browser: Browser, url: str) -> None:
    with visit(browser, url + "catalogue/?q=tide", size=PHONE) as seen:
        third = seen.page.locator("#results .tool").nth(2)

        expect(third.locator(".traits")).to_be_in_viewport(ratio=1)


def test_words_of_the_search_field_fit_a_phone(browser: Browser, url: str) -> None:
    with visit(browser, url, size=PHONE) as seen:
        words, room = seen.page.locator("#q").evaluate(WORDS_AND_ROOM)

        assert 0 < words <= room


def test_no_line_parts_a_version_from_its_changes_on_a_phone(browser: Browser, url: str) -> None:
    with visit(browser, url + MANUAL, size=PHONE) as seen:
        changes = seen.page.locator(".fields__more").first

        assert changes.evaluate("(row) => getComputedStyle(row).borderTopWidth") == "0px"


def test_lists_below_each_other_are_as_far_apart_as_other_sections(
    browser: Browser, url: str
) -> None:
    with visit(browser, url, size=PHONE) as seen:
        gap = seen.page.locator(".home__lists").evaluate(
            "(lists) => getComputedStyle(lists).rowGap"
        )
        section = seen.page.locator(".home > section").last
        margin = section.evaluate("(each) => getComputedStyle(each).marginTop")

        assert gap == margin


def test_every_cell_of_a_hand_written_table_begins_at_the_left_on_a_phone(
    browser: Browser, url: str
) -> None:
    with visit(browser, f"{url}import-openapi/", size=PHONE) as seen:
        cells = seen.page.locator("td[align=right]")

        assert cells.count()
        assert set(
            cells.evaluate_all("(all) => all.map((c) => getComputedStyle(c).textAlign)")
        ) == {"left"}


@pytest.mark.parametrize("path", [MANUAL, "tools/acme/tides/send_report/"])
def test_limits_are_on_the_first_screen_of_a_phone(browser: Browser, url: str, path: str) -> None:
    with visit(browser, url + path, size=PHONE) as seen:
        expect(seen.page.get_by_role("term").get_by_text("Limit")).to_be_in_viewport()


def test_letter_of_a_page_is_as_high_as_the_others_on_a_phone(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/n/", size=PHONE) as seen:
        tops = seen.page.locator(".letters li > *").evaluate_all(
            "(all) => all.map((each) => each.getBoundingClientRect().top)"
        )

        assert len(tops) > 1
        assert len(set(tops)) == 1


def test_the_slash_behind_a_long_name_has_no_line_of_its_own_on_a_phone(
    browser: Browser, url: str
) -> None:
    with visit(browser, f"{url}tools/acme/tides/send_report/", size=PHONE) as seen:
        name = seen.page.locator(".crumbs li a").nth(1)
        name.evaluate("(link) => { link.textContent = 'A long name '.repeat(12); }")
        entry = name.locator("xpath=..")

        assert entry.evaluate("(each) => each.offsetHeight - each.firstChild.offsetHeight") <= 2


def test_search_field_is_apart_from_the_mark(browser: Browser, url: str) -> None:
    with visit(browser, url + MANUAL) as seen:
        for width in (320, 340, 390):
            seen.page.set_viewport_size({"width": width, "height": 640})
            mark = seen.page.locator(".header .brand__icon").bounding_box()
            field = seen.page.locator(".header__search input").bounding_box()

            assert mark
            assert field
            assert field["x"] - (mark["x"] + mark["width"]) >= 5, width


def test_link_that_is_a_paragraph_is_large_enough_to_touch_in_a_low_font(
    browser: Browser, url: str
) -> None:
    """The smallest target of WCAG 2.2 AA."""
    with visit(browser, f"{url}tools/acme/tides/send_report/", size=PHONE) as seen:
        seen.page.evaluate("document.body.style.fontFamily = 'Liberation Sans, Arial'")
        links = seen.page.locator(".hint > a:only-child").filter(visible=True)
        heights = links.evaluate_all("(all) => all.map((each) => each.offsetHeight)")

        assert heights
        assert min(heights) >= 24


@pytest.mark.parametrize("path", ["", MANUAL])
def test_menu_is_in_its_corner_however_large_the_letters(
    browser: Browser, url: str, path: str
) -> None:
    with visit(browser, url + path, size=(195, 600)) as seen:
        menu = seen.page.locator(".menu > summary").bounding_box()

        assert menu
        assert 0 <= 195 - (menu["x"] + menu["width"]) < 16


LONG = "Tools of a Company With a Very Long Name Indeed"


@pytest.mark.parametrize("path", ["", MANUAL])
def test_a_long_name_makes_room_for_the_rest_of_the_header(
    browser: Browser, url: str, path: str
) -> None:
    widths = (320, 390, 768, 1000, 1280)

    def boxes(page: Page, width: int) -> list[Any]:
        page.set_viewport_size({"width": width, "height": 800})
        parts = (".header .brand__icon", ".header__inner", ".header__theme")
        return [page.locator(each).bounding_box() for each in parts]

    with visit(browser, url + path) as seen:
        short = {width: boxes(seen.page, width) for width in widths}
        seen.page.locator(".header .brand > span").evaluate(
            "(name, long) => { name.textContent = long; }", LONG
        )
        long = {width: boxes(seen.page, width) for width in widths}

    for width in widths:
        (icon, header, _), (icon_then, header_then, last) = short[width], long[width]

        assert icon_then["width"] == icon["width"], width
        assert header_then == header, width
        assert last["x"] + last["width"] <= width
