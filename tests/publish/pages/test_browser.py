"""Pages as a real browser shows them: quiet, readable by everybody, and usable by hand."""

from __future__ import annotations

import ast
import json
import re
import shlex
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import pytest
from chromium import DESKTOP, EMPTY, NARROW, PHONE, expect, missing, visit
from paths import TESTS

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Locator, Page, Route

AXE = TESTS / "browser" / "node_modules" / "axe-core" / "axe.min.js"

KINDS = {
    "home": "",
    "catalogue": "catalogue/",
    "found": "catalogue/?q=tide&protocol=utcp",
    "nothing found": "catalogue/?q=zebra",
    "filtered away": "catalogue/?q=tide&protocol=otc",
    "APIs": "manuals/",
    "APIs of a publisher": "manuals/acme/",
    "tools of a manual": "tools/acme/tides/",
    "values": "catalogue/category/",
    "compared": "compare/?id=acme/tides/next-tide&id=brook/tides/next-tide",
    "nothing compared": "compare/",
    "letters": "catalogue/a-z/",
    "letter": "catalogue/n/",
    "tool": "tools/acme/tides/send_report/",
    "tool of a provider": "tools/elm/workshop/convert_unit/",
    "local tool": "tools/fen/streams/show_date/",
    "manual": "manuals/acme/tides/",
    "any two versions": "manuals/acme/tides/changes/",
    "difference": "manuals/acme/tides/changes/1.0.0...2.0.0-rc.1/",
    "publishers": "publishers/",
    "publisher": "publishers/acme/",
    "tags": "tags/",
    "tag": "tags/tides/",
    "protocols": "protocols/",
    "wishes": "wishes/",
    "changes": "changes/",
    "numbers": "stats/",
    "guide": "protocols/otc/",
    "document": "agents/",
    "rules": "rules/",
    "rule": "rules/missing-description/",
    "missing": "no/such/page/",
}


DEVICES = {"desktop": DESKTOP, "phone": PHONE, "narrow phone": NARROW}
"""A page is loaded once, and then made narrower and shown in other colours."""

SIZES = {"13px", "15px", "18px", "23px"}
LARGEST = {"desktop": "34px", "phone": "28px", "narrow phone": "28px"}
LARGEST_OF_HOME = {"desktop": "44px", "phone": "34px", "narrow phone": "34px"}

MEASURE = """() => {
  const sizes = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const box = text.parentElement;
    if (!text.data.trim() || !box.checkVisibility() || box.closest("svg, option")) continue;
    sizes.set(getComputedStyle(box).fontSize, `${box.tagName} ${box.className}`);
  }
  return Object.fromEntries(sizes);
}"""

PLAIN_LINKS = """() => [...document.querySelectorAll("main a[href]")].filter((link) => {
  if (!link.textContent.trim() || link.matches(".button, .chip, .headerlink, [href^='#']")) return;
  if (link.closest("nav, .pager, .facet, .drawers, .publishers, .api__category")) return false;
  if (!link.checkVisibility()) return false;
  const [own, around] = [link, link.parentElement].map((each) => getComputedStyle(each));
  return own.color === around.color && !own.textDecorationLine.includes("underline");
}).map((link) => link.outerHTML)"""
"""Links that look like the text around them."""

FEWER = """() => {
  const shape = (each) => [
    each.tagName, each.childElementCount || !each.textContent.trim(),
    ...[...each.attributes].map(({ name, value }) =>
      /^(href|id|for|src|title|data-.*|aria-(label|labelledby|describedby|controls))$/.test(name)
        ? [name, !value.trim()] : [name, value]),
    ...[...each.children].map(shape),
  ];
  for (const list of document.querySelectorAll("tbody, ul, ol")) {
    const seen = {};
    for (const each of [...list.children]) {
      const key = JSON.stringify(shape(each));
      seen[key] = (seen[key] ?? 0) + 1;
      if (seen[key] > 3) each.remove();
    }
  }
}"""
"""Leaves three of the entries of a list or table that are made of the same and differ in words.

To axe they are the same, and it takes as long for each.
"""

ALIKE = """() => {
  const styles = [
    "color", "backgroundColor", "backgroundImage", "opacity", "filter", "fontSize", "fontWeight",
    "textShadow", "textDecorationLine", "position", "visibility", "display",
  ];
  const numbers = new Map();
  const times = [];
  const mark = (each, around) => {
    const style = getComputedStyle(each);
    const key = `${around} ${styles.map((name) => style[name]).join()}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    times[number] = (times[number] ?? 0) + 1;
    each.toggleAttribute("data-alike", times[number] > 3);
    for (const inner of each.children) mark(inner, number);
  };
  mark(document.body, "");
}"""
"""Marks all but three of the elements that look the same inside of what looks the same.

Most are words of code; axe looks through all that is below each to find its contrast.
"""


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_is_quiet_fits_and_can_be_read_by_everybody(
    browser: Browser, url: str, kind: str
) -> None:
    if not AXE.is_file():
        missing("AXE")
    largest = LARGEST_OF_HOME if kind == "home" else LARGEST
    wrong, too_wide, odd, plain = [], {}, {}, []
    with visit(browser, url + KINDS[kind]) as seen:
        seen.page.evaluate(AXE.read_text(encoding="utf-8") + CONTRAST_OF_SOME)
        for device, (width, height) in DEVICES.items():
            seen.page.set_viewport_size({"width": width, "height": height})
            seen.page.evaluate(PAINTED)  # until then, code that is now too wide has no focus
            plain += seen.page.evaluate(PLAIN_LINKS)
            if (wide := seen.page.evaluate("document.documentElement.scrollWidth")) > width:
                too_wide[device] = wide
            if more := seen.page.evaluate(MEASURE).keys() - {*SIZES, largest[device]}:
                odd[device] = more
        seen.page.evaluate(FEWER)
        for device in ("narrow phone", "desktop"):
            width, height = DEVICES[device]
            seen.page.set_viewport_size({"width": width, "height": height})
            seen.page.evaluate(PAINTED)
            wrong += axe(seen.page, device, "light", EVERY_RULE)
            seen.page.emulate_media(color_scheme="dark")
            wrong += axe(seen.page, device, "dark", RULES_OF_COLOUR)
            seen.page.emulate_media(color_scheme="light")

    assert [each for each in seen.complaints if not (kind == "missing" and "404" in each)] == []
    assert {urlsplit(each).netloc for each in seen.requests} == {urlsplit(url).netloc}
    assert not too_wide
    assert not wrong, json.dumps(wrong, indent=1)
    assert not odd
    assert not plain


# Sizes of targets are the only rule of WCAG 2.2 AA that axe leaves out by itself.
EVERY_RULE = "rules: {'target-size': {enabled: true}}"
CONTRAST_OF_SOME = (
    ";axe.configure({rules: [{id: 'color-contrast', selector: ':not([data-alike])'}]})"
)
RULES_OF_COLOUR = "runOnly: ['color-contrast', 'link-in-text-block']"


def axe(page: Page, device: str, mode: str, rules: str) -> list[tuple[str, ...]]:
    """Return what axe finds wrong: the *device* and *mode*, the rule, the element, what to do."""
    page.evaluate(ALIKE)
    report = page.evaluate(f"axe.run({{resultTypes: ['violations'], preload: false, {rules}}})")
    return [
        (device, mode, violation["id"], node["html"][:200], node["failureSummary"][:300])
        for violation in report["violations"]
        for node in violation["nodes"]
    ]


@pytest.mark.parametrize("path", ["", "catalogue/", "tools/acme/tides/send_report/"])
def test_pages_can_be_read_without_scripts(browser: Browser, url: str, path: str) -> None:
    with visit(browser, url + path, script=False) as seen:
        assert seen.page.locator("h1").is_visible()
        assert not seen.page.locator("button.copy, button[data-theme-button]:visible").count()
        assert seen.complaints == []


def test_tabs_work_without_scripts(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}tools/acme/tides/send_report/", script=False) as seen:
        seen.page.get_by_label("curl", exact=True).check(force=True)

        assert seen.page.locator("pre", has_text="curl --").is_visible()
        assert not seen.page.locator("pre", has_text="asyncio").first.is_visible()


def test_a_chosen_client_is_remembered(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
        seen.page.get_by_label("TypeScript", exact=True).check(force=True)
        seen.page.goto(f"{url}tools/brook/tides/next-tide/")

        assert seen.page.get_by_label("TypeScript", exact=True).is_checked()


def test_code_is_copied_as_it_is_shown(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
        block = seen.page.locator(".copyable", has_text="asyncio").first
        block.get_by_role("button", name="Copy").click()
        copied = seen.page.evaluate("navigator.clipboard.readText()")

    assert ast.parse(copied).body


def test_commands_of_a_terminal_are_copied_without_prompts(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}agents/") as seen:
        block = seen.page.locator(".copyable", has_text="registry lock add").first
        block.get_by_role("button", name="Copy").click()
        copied = seen.page.evaluate("navigator.clipboard.readText()")

    assert [line[:13] for line in copied.splitlines()] == ["registry lock", "registry lock"]


def test_code_is_coloured_and_stays_what_it_is(browser: Browser, url: str) -> None:
    path = f"{url}tools/acme/tides/send_report/"
    with visit(browser, path) as seen, visit(browser, path, script=False) as plain:
        python = "[data-snippet=python] pre:not(.code--install) code"

        assert seen.page.locator(f"{python} .k").first.text_content() == "import"
        assert seen.page.locator(f"{python} .s").count()
        assert code_of(seen.page, "python") == plain.page.locator(python).text_content()
        assert code_of(seen.page, "curl") == code_of(plain.page, "curl")


@pytest.mark.parametrize("address", ["http://127.0.0.1:8765/", "http://tools.example:8000/v1/2/x"])
def test_an_address_is_of_one_colour(browser: Browser, url: str, address: str) -> None:
    with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
        code = seen.page.locator("[data-snippet=curl] code")
        code.evaluate(
            """(code, text) => {
              code.textContent = text;
              code.dispatchEvent(new Event("written", { bubbles: true }));
            }""",
            f"curl -s {address} --max-time 5",
        )

        assert code.locator(".m").all_text_contents() == ["5"]


def test_colours_are_switched_and_remembered(browser: Browser, url: str) -> None:
    def background(page: Page) -> str:
        return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))

    with visit(browser, url) as seen:
        light = background(seen.page)
        seen.page.get_by_role("button", name="Switch to dark colours").click()
        dark = background(seen.page)
        seen.page.goto(f"{url}agents/")

        assert light != dark
        assert background(seen.page) == dark


def test_a_key_leads_to_the_search(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}agents/") as seen:
        seen.page.keyboard.press("/")
        seen.page.keyboard.type("tide")
        seen.page.keyboard.press("Enter")
        seen.page.wait_for_url("**/catalogue/?q=tide")

        expect(seen.page.locator("#results .tool").first).to_contain_text("tide", ignore_case=True)


def test_single_keys_can_be_turned_off(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}agents/") as seen:
        seen.page.keyboard.press("?")
        seen.page.get_by_role("checkbox", name="Single keys work").uncheck()
        seen.page.get_by_role("button", name="Close").click()
        seen.page.keyboard.press("/")

        assert seen.page.evaluate("document.activeElement.tagName") == "BODY"
        assert not seen.page.locator("dialog").count()

        seen.page.get_by_role("button", name="Keyboard").click()
        seen.page.get_by_role("checkbox", name="Single keys work").check()
        seen.page.get_by_role("button", name="Close").click()
        seen.page.keyboard.press("/")

        expect(seen.page.locator(".header__search input")).to_be_focused()


def code_of(page: Page, snippet: str) -> str:
    return page.locator(f"[data-snippet={snippet}] pre code").last.text_content() or ""


def box(page: Page, name: str) -> Locator:
    return page.get_by_role("textbox", name=f"{name} required", exact=True)


def with_inputs(page: Page, properties: dict[str, Any]) -> None:
    """Open the form of *page* as it is for a tool with these inputs."""

    def other(route: Route) -> None:
        record = route.fetch().json()
        record["definition"]["inputs"] = {"type": "object", "properties": properties}
        route.fulfill(json=record)

    page.route("**/v1/tools/**", other)
    page.get_by_text("Build your own input").click()
    expect(page.get_by_text("Nothing is sent")).to_be_visible()


class TestBuilder:
    """An input built by hand shows in the snippets, and goes nowhere else."""

    def test_snippets_follow_what_is_typed(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
            seen.page.get_by_text("Build your own input").click()
            box(seen.page, "port").fill('it\'s "$(rm)" /')
            seen.page.get_by_role("spinbutton", name="height required").fill("2.5")
            expect(seen.page.get_by_text("Nothing is sent")).to_be_visible()
            python, curl = code_of(seen.page, "python"), code_of(seen.page, "curl")
            typescript = code_of(seen.page, "typescript")

        wanted = {"port": 'it\'s "$(rm)" /', "report": {"height": 2.5}}
        tree = ast.parse(python)
        built = next(
            ast.literal_eval(node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "arguments"
        )

        assert built == wanted
        assert json.loads(typescript.partition("const args = ")[2].partition(";\n")[0]) == wanted
        words = shlex.split(curl)
        assert json.loads(words[words.index("--data-raw") + 1]) == wanted["report"]
        address = next(word for word in words if word.startswith("https:"))
        assert unquote(address).endswith('/it\'s "$(rm)" //reports?key=${API_KEY}')

    def test_nothing_is_fetched_but_the_record(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
            before = len(seen.requests)
            seen.page.get_by_text("Build your own input").click()
            box(seen.page, "port").fill("Oslo")
            expect(seen.page.get_by_text("Nothing is sent")).to_be_visible()
            asked = [urlsplit(each).path for each in seen.requests[before:]]

        assert [path for path in asked if path != "/assets/icon.svg"] == [
            "/assets/builder.js",
            "/v1/tools/acme/tides/send_report.json",
        ]

    def test_what_does_not_fit_is_said(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
            seen.page.get_by_text("Build your own input").click()
            expect(seen.page.get_by_text("Nothing is sent")).to_be_visible()
            before = code_of(seen.page, "python")
            seen.page.get_by_role("spinbutton", name="height required").fill("")

            expect(seen.page.get_by_text("height: Please")).to_be_visible()
            assert code_of(seen.page, "python") == before

    def test_each_field_has_its_own_label_and_takes_null(self, browser: Browser, url: str) -> None:
        def odd(route: Route) -> None:
            record = route.fetch().json()
            record["definition"]["inputs"] = {"properties": {"城市": {}, "国家": {}}}
            route.fulfill(json=record)

        with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
            seen.page.route("**/v1/tools/**", odd)
            seen.page.get_by_text("Build your own input").click()
            seen.page.get_by_label("城市").fill("null")
            seen.page.get_by_label("国家").fill("0")

            assert 'arguments = {"城市": None, "国家": 0}' in code_of(seen.page, "python")

    def test_object_that_may_be_left_out_is_left_out(self, browser: Browser, url: str) -> None:
        place = {"type": "object", "properties": {"lat": {}}, "required": ["lat"]}
        with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
            with_inputs(seen.page, {"place": place, "名": {"type": "string"}})
            seen.page.get_by_label("名").fill("Oslo")

            expect(seen.page.get_by_text("Nothing is sent")).to_be_visible()
            assert 'arguments = {"名": "Oslo"}' in code_of(seen.page, "python")

    def test_number_that_a_browser_rounds_is_refused(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
            with_inputs(seen.page, {"数": {"type": "integer"}, "名": {}})
            for name, text in (("数", "{}"), ("名", '["", {}]')):
                refused = seen.page.get_by_text(f"{name}: A browser would round")
                for number in ("9007199254740993", "-12345678901234567890"):
                    seen.page.get_by_label(name).fill("1")
                    expect(refused).to_be_hidden()
                    before = code_of(seen.page, "python")
                    seen.page.get_by_label(name).fill(text.replace("{}", number))

                    expect(refused).to_be_visible()
                    assert code_of(seen.page, "python") == before
                seen.page.get_by_label(name).fill("1")

    def test_text_in_a_body_may_have_lines(self, browser: Browser, url: str) -> None:
        parts = {"type": "object", "properties": {"名": {"type": "string"}}}
        with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
            with_inputs(seen.page, {"report": parts})
            seen.page.get_by_label("名").fill("one\ntwo")

            assert r'{"report": {"名": "one\ntwo"}}' in code_of(seen.page, "python")

    def test_entry_that_is_left_empty_is_an_empty_object(self, browser: Browser, url: str) -> None:
        entry = {"type": "object", "properties": {"lat": {}}}
        with visit(browser, f"{url}tools/acme/tides/send_report/") as seen:
            with_inputs(seen.page, {"places": {"type": "array", "items": entry}})
            seen.page.get_by_role("button", name="Add to places").click()

            assert 'arguments = {"places": [{}]}' in code_of(seen.page, "python")

    def test_there_is_none_where_there_is_nothing_to_give(self, site: Path) -> None:
        pages = [path.read_text("utf-8") for path in site.glob("tools/*/*/*/index.html")]
        empty = [page for page in pages if "<p>None.</p>" in page and "data-host" not in page]

        assert empty
        assert not any("data-record" in page for page in empty)

    @pytest.mark.parametrize("tool", ["dell/oxp/Weekday", "elm/bookshelf/add_book"])
    def test_opening_it_changes_no_snippet(self, browser: Browser, url: str, tool: str) -> None:
        with visit(browser, f"{url}tools/{tool}/") as seen:
            kinds = ("python", "typescript", "langchain", "curl")
            before = [code_of(seen.page, kind) for kind in kinds]
            seen.page.get_by_text("Build your own input").click()
            expect(seen.page.get_by_text("Nothing is sent")).to_be_visible()

            assert [code_of(seen.page, kind) for kind in kinds] == before

    @pytest.mark.parametrize(
        ("tool", "written"),
        [
            pytest.param(
                "open-meteo/geocoding/search_locations",
                '{"name": "Halle", "countryCode": "DE", "count": 5}',
                id="order",
            ),
            pytest.param("dropbox/files/list_folder", '"path": ""', id="empty string"),
            pytest.param(
                "airtable/bases/create_records", '"records": [\n                {\n', id="lines"
            ),
        ],
    )
    def test_arguments_stay_as_the_example_has_them(
        self, browser: Browser, launch_url: str, tool: str, written: str
    ) -> None:
        with visit(browser, f"{launch_url}tools/{tool}/") as seen:
            before = code_of(seen.page, "python")
            seen.page.locator(".builder > summary").click()
            expect(seen.page.get_by_text("Nothing is sent")).to_be_visible()

            assert written in before
            assert code_of(seen.page, "python") == before

    def test_a_choice_looks_like_one(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}tools/elm/bookshelf/add_book/") as seen:
            seen.page.locator(".builder > summary").click()
            choice = seen.page.locator(".builder select").first

            assert choice.evaluate("(each) => getComputedStyle(each).appearance") == "auto"


WEEKDAYS = ["Weekday"] * 4


class TestCatalogue:
    """The catalogue, searched and filtered by hand."""

    def tools(self, page: Page) -> Locator:
        return page.locator("#results .tool__name")

    def test_typing_finds_tools_and_changes_the_address(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/") as seen:
            seen.page.locator("#q").fill("weekday")

            expect(self.tools(seen.page)).to_have_text(WEEKDAYS)
            expect(seen.page).to_have_url(f"{url}catalogue/?q=weekday")
            expect(seen.page.locator("#status")).to_contain_text("4 of")

    def test_what_is_deprecated_is_marked(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=frogs") as seen:
            marked = seen.page.locator("#results .tool").filter(has_text="deprecated")

            expect(marked.locator(".tool__where")).to_have_text("fen/retired")

    def test_title_says_what_was_asked(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=weekday") as seen:
            expect(seen.page).to_have_title(re.compile(r"^weekday · Tools · "))
            seen.page.locator("#q").fill("")

            expect(seen.page).to_have_title(re.compile(r"^Tools · "))

    def test_a_misspelt_word_is_mended_and_said(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=wekday") as seen:
            expect(self.tools(seen.page)).to_have_text(WEEKDAYS)
            expect(seen.page.locator("#status")).to_contain_text("No tool says “wekday”")

    def test_words_that_nothing_has_are_said_as_they_were_typed(
        self, browser: Browser, url: str
    ) -> None:
        with visit(browser, f"{url}catalogue/?q=Währungszähler Straßenkäse wekday") as seen:
            status = seen.page.locator("#status")

            expect(status).to_contain_text("“Währungszähler”, “Straßenkäse”")
            expect(status).to_contain_text("No tool says “wekday”")

    def test_filters_add_up_and_can_be_taken_back(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/") as seen:
            everything = self.tools(seen.page).count()
            seen.page.get_by_role("checkbox", name="OTC").first.check()
            expect(self.tools(seen.page)).to_have_text(WEEKDAYS)
            seen.page.get_by_role("button", name="Remove the filter").first.click()

            expect(self.tools(seen.page)).to_have_count(everything)

    def test_going_back_brings_the_filters_back(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?protocol=utcp") as seen:
            before = self.tools(seen.page).count()
            seen.page.get_by_role("checkbox", name="may delete something").check()
            expect(self.tools(seen.page)).to_have_text(["delete_report"])
            seen.page.go_back()

            expect(self.tools(seen.page)).to_have_count(before)

    def test_counts_follow_the_other_filters(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?protocol=otc") as seen:
            transport = seen.page.locator("[data-facet=transport]")

            expect(transport.get_by_role("checkbox", name="command line")).to_be_disabled()
            expect(transport.locator("label", has_text="HTTP").first).to_contain_text("4")

    def test_words_that_mean_a_filter_are_offered_as_one(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=tide+without+a+key") as seen:
            seen.page.get_by_role("button", name="Filter: no key").click()

            expect(seen.page).to_have_url(f"{url}catalogue/?q=tide&auth=none")
            expect(seen.page.get_by_role("checkbox", name="no key")).to_be_checked()

    def test_more_tools_stay_shown_on_the_way_back(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/") as seen:
            seen.page.evaluate("history.replaceState({ shown: 7 }, '')")
            seen.page.reload()

            expect(self.tools(seen.page)).to_have_count(7)

    def test_what_only_shares_a_word_is_shown_when_asked_for(
        self, browser: Browser, url: str
    ) -> None:
        with visit(browser, f"{url}catalogue/?q=show+the+date+of+a+report") as seen:
            best = ["show_date", "send_report", "delete_report"]
            expect(self.tools(seen.page)).to_have_text(best)
            expect(seen.page.locator("#status")).to_have_text("The best 3 of 7 matches")
            expect(seen.page.locator("[data-facet=protocol] .number").first).to_have_text("4")
            seen.page.get_by_role("button", name="Show 4 more").click()

            expect(self.tools(seen.page)).to_have_text([*best, *WEEKDAYS])
            expect(self.tools(seen.page).nth(3)).to_be_focused()
            expect(seen.page.locator("#more")).to_be_empty()

    def test_what_nothing_does_has_no_best_answer(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=a+report+about+pizza+delivery+on+a+date") as seen:
            expect(seen.page.locator("#status")).to_contain_text("The nearest 2 of 7 matches")
            expect(seen.page.locator(".doubt")).to_contain_text("No tool does this.")

    def test_what_a_filter_leaves_far_from_the_answer_is_not_called_best(
        self, browser: Browser, url: str
    ) -> None:
        asked = f"{url}catalogue/?q=show+the+date+of+a+report"
        with visit(browser, f"{asked}&protocol=otc") as seen:
            expect(self.tools(seen.page)).to_have_text(WEEKDAYS)
            expect(seen.page.locator(".doubt")).to_have_text(
                "With this filter, probably no tool does this. These come nearest."
            )
        with visit(browser, f"{asked}&protocol=utcp") as seen:
            expect(self.tools(seen.page)).not_to_have_count(0)
            expect(seen.page.locator(".doubt")).to_have_count(0)

    def test_question_that_says_nothing_is_told_so(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=is+it+the") as seen:
            expect(seen.page.locator("#status")).to_contain_text(
                "No word of “is it the” says what to look for."
            )
            expect(self.tools(seen.page)).not_to_have_count(0)

    def test_phrases_that_no_tool_has_together_find_nothing(
        self, browser: Browser, url: str
    ) -> None:
        with visit(browser, f'{url}catalogue/?q="weekday report"') as seen:
            expect(seen.page.locator("#status")).to_contain_text("0 of")
            expect(self.tools(seen.page)).to_have_count(0)

    def test_what_lacks_a_word_of_the_question_is_not_called_best(
        self, browser: Browser, url: str
    ) -> None:
        with visit(browser, f"{url}catalogue/?q=show+the+date+of+a+report+xylophone") as seen:
            expect(seen.page.locator("#status")).to_have_text(
                "The nearest 3 of 7 matches. No tool matches “xylophone”."
            )

    def test_another_order_leaves_the_best_before_the_others(
        self, browser: Browser, url: str
    ) -> None:
        with visit(browser, f"{url}catalogue/?q=show+the+date+of+a+report&sort=name") as seen:
            expect(self.tools(seen.page)).to_have_text(
                ["delete_report", "send_report", "show_date"]
            )

    def test_escape_clears_the_search(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=weekday") as seen:
            expect(self.tools(seen.page)).to_have_text(WEEKDAYS)
            seen.page.locator("#q").press("Escape")

            expect(seen.page).to_have_url(f"{url}catalogue/")

    def test_a_filter_stays_where_it_was_clicked(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/") as seen:
            values = seen.page.locator("[data-facet=protocol] label > span:nth-child(2)")
            before = values.all_text_contents()
            seen.page.get_by_role("checkbox", name=before[-1]).first.check()
            expect(seen.page.get_by_role("button", name="Remove the filter")).to_be_visible()
            auth = seen.page.locator("[data-facet=auth] .number").first
            expect(auth).not_to_have_text("0")

            assert values.all_text_contents() == before
            expect(seen.page.get_by_role("checkbox", name=before[-1]).first).to_be_focused()

    def test_tags_are_read_when_they_are_seen(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/", size=(1280, 400)) as seen:
            seen.page.locator("#q").fill("weekday")
            expect(self.tools(seen.page)).to_have_text(WEEKDAYS)
            tags = seen.page.locator("[data-facet=tag]")

            assert not any("tag.json" in each for each in seen.requests)

            tags.scroll_into_view_if_needed()
            expect(tags.get_by_role("checkbox").first).to_be_visible()

    def test_tags_have_as_many_tools_as_their_pages_say(self, browser: Browser, url: str) -> None:
        told = "(all) => all.map((each) => each.innerText.split(/\\s+/).join(' ')).sort()"
        with visit(browser, f"{url}tags/") as seen:
            listed = seen.page.locator("main .columns li").evaluate_all(told)
            seen.page.goto(f"{url}catalogue/?tag=tides")
            expect(self.tools(seen.page)).to_have_count(5)
            seen.page.get_by_role("button", name="Remove the filter").click()
            expect(seen.page.locator("[data-facet=tag] input:checked")).to_have_count(0)
            counted = seen.page.locator("[data-facet=tag] li").evaluate_all(told)

        assert len(counted) > 5
        assert counted == listed

    def test_an_empty_list_says_what_to_do(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=tide&protocol=otc") as seen:
            seen.page.get_by_role("button", name="Without Protocol").click()

            expect(self.tools(seen.page).first).to_have_text("next-tide")

    def status_of(self, browser: Browser, url: str) -> str:
        with visit(browser, url) as seen:
            expect(seen.page.locator("#status")).to_contain_text("0 of")
            return str(seen.page.locator("#status").text_content())

    def test_the_one_filter_that_leaves_nothing_is_named(self, browser: Browser, url: str) -> None:
        said = self.status_of(browser, f"{url}catalogue/?q=tide&protocol=otc&effect=read")

        assert said.endswith("tools without the filter Protocol: OTC/OXP.")

    def test_filters_that_leave_nothing_only_together_are_blamed_together(
        self, browser: Browser, url: str
    ) -> None:
        said = self.status_of(browser, f"{url}catalogue/?protocol=otc&effect=write")

        assert "Only together, Effect: writes and Protocol: OTC/OXP leave nothing: " in said
        assert said.endswith("4 tools without Effect, 3 tools without Protocol.")

    def test_filters_without_one_of_which_there_is_still_nothing_are_named_together(
        self, browser: Browser, url: str
    ) -> None:
        address = f"{url}catalogue/?transport=cli&auth=basic&effect=write"
        filters = "Credentials: user and password and Transport: command line"

        assert self.status_of(browser, address).endswith(f"3 tools without the filters {filters}.")

    def test_a_filter_of_two_values_is_taken_back_as_one(self, browser: Browser, url: str) -> None:
        address = f"{url}catalogue/?publisher=acme&protocol=otc&protocol=opentool"
        with visit(browser, address) as seen:
            out = seen.page.get_by_role("button", name="Without Protocol: OTC/OXP or OpenTool")
            out.click()

            expect(self.tools(seen.page)).to_have_count(4)
            expect(seen.page).to_have_url(f"{url}catalogue/?publisher=acme")

    def test_arrows_go_through_what_was_found(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/?q=weekday") as seen:
            seen.page.locator("#q").focus()
            seen.page.keyboard.press("ArrowDown")
            seen.page.keyboard.press("ArrowDown")
            seen.page.keyboard.press("Enter")

            expect(seen.page.locator("h1")).to_have_text("Weekday")

    def test_a_phone_has_its_filters_in_a_dialog(self, browser: Browser, url: str) -> None:
        with visit(browser, f"{url}catalogue/", size=PHONE) as seen:
            seen.page.get_by_role("button", name="Filters").click()
            seen.page.get_by_role("dialog").get_by_role("checkbox", name="OTC").first.check()
            seen.page.get_by_role("button", name="Show 4 tools").click()

            expect(self.tools(seen.page)).to_have_text(WEEKDAYS)
            expect(seen.page.get_by_role("button", name="Filters (1)")).to_be_visible()
            assert seen.complaints == []


@pytest.mark.parametrize("kind", ["home", "catalogue", "tool", "document"])
def test_the_header_of_a_phone_is_one_row_that_long_names_do_not_widen(
    browser: Browser, url: str, kind: str
) -> None:
    with visit(browser, url + KINDS[kind], size=NARROW) as seen:
        seen.page.locator(".menu > summary").click()

        assert seen.page.locator(".header").bounding_box()["height"] <= 66  # type: ignore[index]
        expect(seen.page.locator(".menu").get_by_role("link", name="APIs")).to_be_visible()

        seen.page.locator(".menu > summary").click()
        seen.page.evaluate("""() => {
          document.querySelector(".brand > span").textContent = "Registry of a large company";
          for (const each of document.querySelectorAll(".drawers a > span:nth-child(2)"))
            each.textContent = "Entertainment";
        }""")

        assert seen.page.evaluate("document.documentElement.scrollWidth") <= NARROW[0]


@pytest.mark.parametrize("spacing", ["normal", "0.12em"], ids=["usual", "spaced"])
def test_a_category_fits_its_drawer(browser: Browser, url: str, spacing: str) -> None:
    """With letters as far apart as readers may set them, too (WCAG 1.4.12)."""
    with visit(browser, url) as seen:
        seen.page.evaluate("(spacing) => { document.body.style.letterSpacing = spacing; }", spacing)
        for width in (320, 360, 390, 430, 641, 700, 768, 961, 1280):
            seen.page.set_viewport_size({"width": width, "height": 800})
            over = seen.page.locator(".drawers a").evaluate_all("""(all) => all.map((each) => {
              each.querySelector("span").textContent = "Communication";
              each.querySelector(".number").textContent = "139";
              return each.scrollWidth - each.clientWidth;
            })""")

            assert max(over) <= 0, width


def test_rows_that_do_not_differ_are_paler(browser: Browser, url: str) -> None:
    with visit(browser, url + KINDS["compared"]) as seen:
        rows = seen.page.locator(".compared tbody tr").evaluate_all("""(all) => all.map((row) => [
          new Set([...row.querySelectorAll("td")].map((cell) => cell.textContent)).size === 1,
          row.classList.contains("is-alike"),
        ])""")

        assert {is_alike for is_alike, _ in rows} == {True, False}
        assert all(is_alike == is_paler for is_alike, is_paler in rows)


def test_what_is_compared_is_said_as_on_the_page_of_a_tool(browser: Browser, url: str) -> None:
    with visit(
        browser, f"{url}compare/?id=acme/tides/send_report&id=fen/streams/show_date"
    ) as seen:
        rows = seen.page.locator(".compared tbody tr").evaluate_all(
            "(all) => all.map((row) => [...row.children].map((cell) => cell.textContent))"
        )
    said = {name: cells for name, *cells in rows}

    assert said["Call"] == ["HTTP POST", "command line"]
    assert said["Key"] == ["key or token", "no key"]
    assert "report.height number required" in said["Inputs"][0], "a body is shown as its parts"


def test_the_right_list_is_the_first_that_is_seen(browser: Browser, url: str) -> None:
    with visit(browser, url + EMPTY) as seen:
        seen.page.route("**/v1/search/**", lambda _: None)  # no answer yet
        seen.page.goto(f"{url}catalogue/?q=weekday", wait_until="commit")
        seen.page.wait_for_selector("#q")

        assert not seen.page.locator("#results").is_visible()
        # A wait that is long enough to wonder about is explained.
        seen.page.wait_for_function("""() => {
          const list = document.querySelector(".browse__list");
          const { content, visibility } = getComputedStyle(list, "::before");
          return content === '"Searching…"' && visibility === "visible";
        }""")


PAINTED = """() => new Promise((go) => {
  requestAnimationFrame(() => requestAnimationFrame(() => go(true)));
})"""

SHIFTS = """() => new Promise((tell) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) sum += value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => tell(sum));
})"""


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_what_is_compared_moves_nothing_when_it_comes(
    browser: Browser, url: str, size: tuple[int, int]
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    with visit(browser, url + EMPTY, size=size) as seen:
        seen.page.route("**/v1/tools/**", hold)
        seen.page.goto(url + KINDS["compared"])
        expect(seen.page.get_by_role("link", name="Remove")).to_have_count(2)
        seen.page.wait_for_function(PAINTED)
        for route in held:
            route.continue_()
        expect(seen.page.get_by_role("rowheader", name="Written by")).to_be_attached()
        seen.page.wait_for_function(PAINTED)

        assert len(held) == 2
        assert seen.page.evaluate(SHIFTS) < 0.01


@pytest.mark.parametrize("kind", ["document", "rules"])
def test_the_search_of_the_docs_moves_nothing_when_it_comes(
    browser: Browser, url: str, kind: str
) -> None:
    def heights(page: Page) -> list[float]:
        found = []
        for width, height in (DESKTOP, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            text = page.locator(".docs__text")
            found.append(text.evaluate("(each) => each.getBoundingClientRect().top"))
        return found

    with visit(browser, url + KINDS[kind]) as seen:
        with_search = heights(seen.page)
        seen.page.locator(".docs__search").evaluate("(box) => box.remove()")

        assert heights(seen.page) == with_search


def test_coming_back_finds_the_same_place(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/", size=PHONE) as seen:
        followed = seen.page.locator("#results .tool__name").nth(8)
        expect(followed).not_to_be_in_viewport()
        followed.scroll_into_view_if_needed()
        with seen.page.expect_navigation():
            followed.click()
        seen.page.go_back()
        expect(followed).to_be_in_viewport()


KEPT = """() => {
  scrollTo(0, 500);
  dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  scrollTo(0, 0);
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  return scrollY;
}"""
"""What WebKit does with a page that it keeps: it shows it again from its top."""


def test_page_that_the_browser_kept_is_shown_at_the_same_place(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/", size=PHONE) as seen:
        expect(seen.page.locator(".browse__bar")).to_be_visible()

        assert seen.page.evaluate(KEPT) == 500


READ_ON = """() => document.querySelectorAll("#results .tool__name")[8].scrollIntoView()"""
"""In one step: of a list that is shown again meanwhile, a locator has what is no longer there."""


def test_reloading_finds_the_same_place(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/", size=PHONE) as seen:
        read = seen.page.locator("#results .tool__name").nth(8)
        seen.page.evaluate(READ_ON)
        seen.page.wait_for_function("() => history.state?.place > 0")
        seen.page.reload(wait_until="networkidle")

        expect(read).to_be_in_viewport()


def test_taking_an_order_back_finds_the_same_place(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/", size=PHONE) as seen:
        order = seen.page.get_by_label("Sort by")
        first = seen.page.locator("#results .tool__name").first
        by_publisher = first.inner_text()
        order.select_option("name")
        expect(first).not_to_have_text(by_publisher)
        expect(order).to_be_in_viewport()
        seen.page.evaluate(READ_ON)
        expect(order).not_to_be_in_viewport()
        seen.page.go_back()

        expect(order).to_be_in_viewport()


def test_charts_have_the_size_of_the_text_around_them(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}speed/") as seen:
        widths = seen.page.locator("svg.chart").evaluate_all(
            "(all) => all.map((each) => each.clientWidth - each.viewBox.baseVal.width)"
        )

        assert widths
        assert max(widths) <= 0


def test_docs_are_searched(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}agents/") as seen:
        seen.page.get_by_role("searchbox", name="Search the documentation").fill("anchors aliases")
        found = seen.page.locator(".docs__search li a")

        expect(found.first).to_contain_text("YAML")


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("key", "For agents: Keys"),
        ("missing-key", "missing-key"),
        ("question about keys", "0062: A question for a tool without a key"),
    ],
    ids=["a guide", "a rule", "a decision"],
)
def test_guides_are_found_before_rules_and_these_before_decisions(
    browser: Browser, url: str, words: str, place: str
) -> None:
    with visit(browser, f"{url}agents/") as seen:
        seen.page.get_by_role("searchbox", name="Search the documentation").fill(words)

        expect(seen.page.locator(".docs__search li a").first).to_contain_text(place)


def test_what_is_found_in_docs_shows_the_words_where_they_are(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}agents/") as seen:
        seen.page.get_by_role("searchbox", name="Search the documentation").fill("edit this page")
        expect(seen.page.locator(".docs__search p")).not_to_have_text("")

        assert "Edit this page" not in seen.page.locator(".docs__search").inner_text()

        seen.page.get_by_role("searchbox", name="Search the documentation").fill("half of a file")
        first = seen.page.locator(".docs__search li").first
        expect(first.locator("span > mark").first).to_be_visible()
        excerpt = first.locator("span").inner_text()

        assert len(excerpt) < 200
        assert "  " not in excerpt


def test_code_that_is_too_wide_on_a_turned_phone_is_reached_with_keys(
    browser: Browser, url: str
) -> None:
    code = ".docs pre"
    with visit(browser, f"{url}agents/") as seen:
        wide = seen.page.locator(f"{code}[tabindex='0'][role=group][aria-label=Code]")
        before = wide.count()
        seen.page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        expect(wide.first).to_be_visible()
        wide.last.press("ArrowRight")

        assert wide.count() > before
        assert seen.page.evaluate("document.activeElement.tagName") == "PRE"

        seen.page.evaluate("document.activeElement.blur()")
        seen.page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
        expect(wide).to_have_count(before)


def test_a_flag_is_not_broken_at_its_hyphens(browser: Browser, url: str) -> None:
    with visit(browser, url, size=PHONE) as seen:
        flag = seen.page.locator("pre.code .f", has_text="--registry").first

        expect(flag).to_be_visible()
        assert flag.evaluate("(each) => each.getClientRects().length") == 1


def test_a_page_has_no_button_that_does_nothing(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/", script=False) as seen:
        assert not seen.page.locator("main button:visible, main input:visible").count()


def test_order_that_is_named_is_the_one_of_the_list(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/?q=weekday&sort=relevance") as seen:
        order = seen.page.get_by_label("Sort by")
        expect(order).to_have_value("relevance")
        seen.page.locator("#q").press("Escape")

        expect(order).to_have_value("publisher")


@pytest.mark.parametrize("sort", ["__proto__", "constructor"])
def test_order_that_does_not_exist_is_none(browser: Browser, url: str, sort: str) -> None:
    with visit(browser, f"{url}catalogue/?sort={sort}") as seen:
        expect(seen.page.get_by_label("Sort by")).to_have_value("publisher")


def test_only_the_best_tool_is_said_to_lack_a_word(browser: Browser, url: str) -> None:
    with visit(browser, f"{url}catalogue/?q=show+club+report+with+zebra+quantum") as seen:
        doubt = seen.page.locator(".doubt")
        expect(doubt).to_contain_text("The first lacks “report”")
        seen.page.get_by_role("checkbox", name="may delete something").check()
        expect(seen.page.locator("#results .tool__name")).to_have_text(["delete_report"])

        expect(doubt).not_to_contain_text("The first lacks")
