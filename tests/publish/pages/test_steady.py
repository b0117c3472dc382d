"""Nothing moves when the script of a page comes late."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from chromium import DESKTOP, EMPTY, PHONE, expect, visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

PAINTED = (
    "() => new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(1))))"
)
PLACES = """() => [...document.querySelectorAll("h1, h2, .card, .tabs, .facts dt")]
  .map((each) => [each.textContent.slice(0, 20), Math.round(each.getBoundingClientRect().top)])"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    "path",
    [
        "tools/fen/local/ring_bell/",
        "manuals/acme/tides/",
        "manuals/",
        "publishers/acme/",
        "wishes/",
        "tags/",
    ],
)
def test_nothing_moves_when_the_script_comes(
    browser: Browser, url: str, path: str, size: tuple[int, int]
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with visit(browser, url + EMPTY, size=size) as seen:
        seen.page.route("**/assets/registry.js", hold)
        seen.page.goto(url + path, wait_until="commit")
        seen.page.locator("footer").wait_for()
        seen.page.wait_for_function(PAINTED)
        before = seen.page.evaluate(PLACES)
        held[0].continue_()
        expect(seen.page.locator("[data-theme-button] svg")).to_be_attached()
        seen.page.wait_for_function(PAINTED)

        assert seen.page.evaluate(PLACES) == before
