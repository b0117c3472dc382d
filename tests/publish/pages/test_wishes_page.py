"""What people ask for in vain is on a page, for those who look for something to add."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chromium import expect, visit
from publishing import SETTINGS
from sites import launched_site

from registry.model import Catalogue
from registry.model.wishes import Wishes
from registry.publish import Context, artefacts, render
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Mapping

    from playwright.sync_api import Browser

TRAVEL = Wishes("travel", "Travel", ("book a hotel room", "cancel a flight"))


def pages(shell: str, *wishes: Wishes) -> Mapping[str, str]:
    names = ("pages_wishes", "pages_catalogue")
    wanted = [each for each in artefacts() if each.name in names]
    files = render(Catalogue((), ()), Context(SETTINGS, shell, wishes=wishes), wanted)
    return {file.path: file.data.decode("utf-8") for file in files}


def test_wishes_are_listed_by_field(shell: str) -> None:
    found = pages(shell, TRAVEL)

    assert '<h2 id="travel">Travel</h2>' in found["wishes/index.html"]
    assert "<li>cancel a flight</li>" in found["wishes/index.html"]
    assert "- book a hotel room\n- cancel a flight\n" in found["wishes/index.md"]
    assert 'href="../wishes/"' in found["catalogue/index.html"]


def test_registry_without_wishes_has_no_such_page(shell: str) -> None:
    found = pages(shell)

    assert "wishes/index.html" not in found
    assert "wishes/" not in found["catalogue/index.html"]


def test_long_list_of_wishes_is_filtered_by_its_words(browser: Browser) -> None:
    with serving(launched_site().folder) as url, visit(browser, f"{url}wishes/") as seen:
        seen.page.get_by_role("searchbox", name="Filter these wishes").fill("lyrics find")

        expect(seen.page.locator("main section li:visible")).to_have_text(
            ["find the lyrics of a song"]
        )
        expect(seen.page.locator("main section h2:visible")).to_have_text(["Entertainment"])
