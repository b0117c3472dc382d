"""Whatever a manual, a page of the docs or an address says, scripts show it as text."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from chromium import expect, visit
from poison import poisoned
from publishing import SAMPLES, SETTINGS

from registry import pipeline
from registry.model import Catalogue
from registry.publish import Context, artefacts, render
from registry.web.serve import serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page, Route

pytestmark = pytest.mark.attack

PAYLOADS = json.loads((Path(__file__).parent / "payloads.json").read_text(encoding="utf-8"))
MARK = "<u class=injected onclick=alert(1)>hostile</u>"
"""An element that would be seen if a text became HTML; its handler breaks the page's policy."""
TEXT = " ".join((MARK, *(each for each in PAYLOADS if "\n" not in each), MARK))
MANUALS = ("acme/tides", "brook/tides", "elm/workshop")
COMPARED = {
    "tools": "compare/?id=acme/tides/next-tide&id=brook/tides/next-tide",
    "apis": "compare/?id=acme/tides&id=brook/tides",
}


@pytest.fixture(scope="module")
def hostile(site: Path, shell: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the samples' site with hostile texts in the manuals that this module looks at."""
    folder = tmp_path_factory.mktemp("hostile") / "site"
    shutil.copytree(site, folder)
    whole = pipeline.check(SAMPLES).catalogue
    manuals = tuple(
        # The category is the name of a folder; the check accepts no other.
        replace(poisoned(each, TEXT), category=each.category)
        for each in whole.manuals
        if each.id in MANUALS
    )
    catalogue = Catalogue(tuple(each.publisher for each in manuals), manuals)
    for file in render(catalogue, Context(SETTINGS, shell), artefacts()):
        target = folder / file.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.data)
    with serving(folder) as url:
        yield url


def assert_inert(page: Page, complaints: list[str]) -> None:
    assert not page.locator(".injected, [onclick], [onerror], [onload], iframe, object").count()
    assert not complaints


@pytest.mark.parametrize("kind", COMPARED)
def test_what_is_compared_is_text(browser: Browser, hostile: str, kind: str) -> None:
    with visit(browser, hostile + COMPARED[kind]) as seen:
        row = seen.page.get_by_role("row", name="What it does")
        expect(row.get_by_role("cell").first).to_contain_text(MARK)

        assert_inert(seen.page, seen.complaints)


def test_what_is_found_is_text(browser: Browser, hostile: str) -> None:
    with visit(browser, f"{hostile}catalogue/?q=hostile") as seen:
        expect(seen.page.locator("#results .tool__summary").first).to_contain_text(MARK)
        expect(seen.page.locator("#results mark").first).to_be_visible()

        assert_inert(seen.page, seen.complaints)


def test_fields_of_the_form_are_named_in_text(browser: Browser, url: str) -> None:
    def poison(route: Route) -> None:
        record = route.fetch().json()
        field = {"type": "string", "description": TEXT, "enum": [TEXT], "default": TEXT}
        record["definition"]["inputs"]["properties"] |= {TEXT: field}
        route.fulfill(json=record)

    with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
        seen.page.route("**/v1/tools/**", poison)
        seen.page.get_by_text("Build your own input").click()
        form = seen.page.locator(".builder form")
        expect(form.get_by_text(MARK).first).to_be_attached()

        assert_inert(seen.page, seen.complaints)


def test_what_is_found_in_docs_is_text(browser: Browser, url: str) -> None:
    places = json.dumps({"entries": [[TEXT, TEXT, "about/", TEXT]]})
    with visit(browser, f"{url}agents/") as seen:
        seen.page.route("**/docs.json", lambda route: route.fulfill(body=places))
        seen.page.get_by_role("searchbox", name="Search the documentation").fill("hostile alert")
        found = seen.page.locator(".docs__search li")
        expect(found.locator("a")).to_contain_text(MARK)
        expect(found.locator("span")).to_contain_text(MARK)

        assert set(found.locator("*").evaluate_all("(all) => all.map((each) => each.tagName)")) == {
            "A",
            "MARK",
            "SPAN",
        }
        assert_inert(seen.page, seen.complaints)


@pytest.mark.parametrize("text", [MARK, "javascript:alert(1)", "\u202eevil\u0007", "__proto__"])
@pytest.mark.parametrize("path", ["catalogue/?q={0}", "catalogue/?tag={0}&{0}", "compare/?id={0}"])
def test_what_an_address_says_is_text(browser: Browser, url: str, path: str, text: str) -> None:
    with visit(browser, url + path.format(quote(text))) as seen:
        expect(seen.page.locator("h1")).to_be_visible()

        assert not seen.page.locator("main a[href^='javascript']").count()
        assert_inert(seen.page, seen.complaints)
