"""What people ask for in vain is on a page, for those who look for something to add."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chromium import PHONE, expect, visit
from publishing import SETTINGS

from registry.model import Catalogue
from registry.model.wishes import Wishes
from registry.publish import Context, artefacts, render

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Browser

TRAVEL = Wishes("travel", "Travel", ("book a hotel room", "cancel a flight"))


def pages(shell: str, *wishes: Wishes) -> Mapping[str, str]:
    names = ("pages_wishes", "pages_catalogue", "pages_home")
    wanted = [each for each in artefacts() if each.name in names]
    files = render(Catalogue((), ()), Context(SETTINGS, shell, wishes=wishes), wanted)
    return {file.path: file.data.decode("utf-8") for file in files}


def test_wishes_are_listed_by_field(shell: str) -> None:
    found = pages(shell, TRAVEL)

    assert '<h2>Travel</h2> <span class="number">2</span>' in found["wishes/index.html"]
    assert "<li>cancel a flight</li>" in found["wishes/index.html"]
    assert "- book a hotel room\n- cancel a flight\n" in found["wishes/index.md"]
    assert 'href="../wishes/"' in found["catalogue/index.html"]
    assert 'href="wishes/"' in found["index.html"]


def test_registry_without_wishes_has_no_such_page(shell: str) -> None:
    found = pages(shell)

    assert "wishes/index.html" not in found
    assert "wishes/" not in found["catalogue/index.html"]
    assert "wishes/" not in found["index.html"]


def test_long_list_of_wishes_is_filtered_by_its_words(browser: Browser, launch_url: str) -> None:
    with visit(browser, f"{launch_url}wishes/") as seen:
        field = seen.page.get_by_role("searchbox", name="Filter these wishes")
        wishes, fields = seen.page.locator("main li"), seen.page.locator("main summary h2")
        field.fill("chords guitar")
        expect(wishes.filter(visible=True)).to_have_text(["guitar chords for a song"])
        expect(fields.filter(visible=True)).to_have_text(["Entertainment"])
        seen.page.wait_for_url("**/wishes/?q=chords+guitar")
        seen.page.reload()
        expect(field).to_have_value("chords guitar")
        expect(wishes.filter(visible=True)).to_have_text(["guitar chords for a song"])
        field.fill("")

        expect(wishes.filter(visible=True)).to_have_count(0)
        expect(fields.filter(visible=True)).not_to_have_count(1)


def test_only_wishes_that_are_seen_are_placed(browser: Browser, launch_url: str) -> None:
    """A letter that most of them have opens thousands, which took seconds on a slow phone."""
    with visit(browser, f"{launch_url}wishes/", size=PHONE) as seen:
        seen.page.get_by_role("searchbox", name="Filter these wishes").fill("e")
        shown = """([first, ...others]) => {
          const wish = (list) => list.querySelector("li:not([hidden])");
          const isPlaced = (list) => wish(list).checkVisibility({ contentVisibilityAuto: true });
          return isPlaced(first) && others.length > 20 && !others.some(isPlaced);
        }"""
        seen.page.wait_for_function(
            f"() => ({shown})([...document.querySelectorAll('.fold:not([hidden]) > ul')])"
        )


def test_wishes_fill_a_few_screens_of_a_phone(browser: Browser, launch_url: str) -> None:
    with visit(browser, f"{launch_url}wishes/", size=PHONE, script=False) as seen:
        height = seen.page.locator("body").bounding_box()["height"]  # type: ignore[index]

        assert height < 5 * PHONE[1]


def test_address_of_a_field_opens_its_wishes(browser: Browser, launch_url: str) -> None:
    with visit(browser, f"{launch_url}wishes/#travel", script=False) as seen:
        expect(seen.page.get_by_text("book a hotel room")).to_be_in_viewport()
        expect(seen.page.get_by_role("heading", name="Travel")).to_be_in_viewport()
