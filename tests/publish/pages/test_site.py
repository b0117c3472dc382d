"""The pages of a site as a whole: where they lead, what they hold, what they allow."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from itertools import pairwise
from typing import TYPE_CHECKING
from urllib.parse import unquote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest
from page_facts import facts_of
from publishing import SETTINGS
from seen import some

from registry.web.csp import inline_scripts, policy

if TYPE_CHECKING:
    from pathlib import Path

    from page_facts import Facts

BASE = SETTINGS.base_url
PAGE_TO_TRY = "tools/fen/streams/read_news/index.html"
HOST_TO_TRY = "api.fen.example.com"
TIDE = "tools/acme/tides/next-tide/index.html"


def address(path: str) -> str:
    return BASE + path.removesuffix("index.html")


def target(folder: Path, url: str) -> Path:
    path = folder / unquote(urlsplit(url).path).lstrip("/")
    return path / "index.html" if urlsplit(url).path.endswith("/") or path.is_dir() else path


def test_every_link_leads_to_something(site: Path, pages: dict[str, Facts]) -> None:
    broken = []
    for path, facts in pages.items():
        for _, link in facts.links:
            url = urljoin(address(path), link)
            if not url.startswith(BASE):
                continue
            found = target(site, url)
            if not found.is_file():
                broken.append(f"{path}: {link}")
            elif (anchor := unquote(urlsplit(url).fragment)) and found.suffix == ".html":
                other = pages[found.relative_to(site).as_posix()]
                if anchor not in other.ids:
                    broken.append(f"{path}: {link} (no such id)")

    assert not broken, "\n".join(broken[:40])


def test_apis_are_sorted_by_the_titles_that_their_cards_show(site: Path) -> None:
    page = (site / "manuals/index.html").read_text("utf-8")
    titles = re.findall(r'class="card__name"[^>]*>([^<]+)<', page)

    assert some(titles) == sorted(titles, key=str.casefold)


def test_python_of_the_start_page_prints_the_tools_that_it_finds(
    site: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = unescape((site / "index.html").read_text("utf-8"))
    found = re.search(r"<code>(# pip install open-tool-registry.*?)</code>", page, re.DOTALL)
    assert found
    exec(found[1].replace(BASE, f"{site}/"), {})
    printed = capsys.readouterr().out.split()

    for each in some(printed):
        assert (site / "tools" / each / "index.html").is_file()


def test_every_tool_is_reached_without_a_script(site: Path, pages: dict[str, Facts]) -> None:
    wanted = {path for path in pages if path.startswith("tools/") and path.count("/") == 4}
    seen, here = {"index.html"}, {"index.html"}
    for _ in range(4):
        there = set()
        for path in here:
            for tag, link in pages[path].links:
                url = urljoin(address(path), link)
                if tag == "a" and url.startswith(BASE):
                    there.add(target(site, url).relative_to(site).as_posix())
        here = (there & set(pages)) - seen
        seen |= here

    assert wanted
    assert wanted <= seen


def test_no_page_fetches_from_elsewhere(pages: dict[str, Facts]) -> None:
    foreign = [
        f"{path}: {tag} {link}"
        for path, facts in pages.items()
        for tag, link in facts.links
        if tag != "a" and not urljoin(address(path), link).startswith(BASE)
    ]

    assert not foreign


def test_no_page_has_inline_handlers_or_styles(pages: dict[str, Facts]) -> None:
    for path, facts in some(pages.items()):
        assert not facts.handlers, path


def test_every_page_allows_its_own_scripts_alone(site: Path, pages: dict[str, Facts]) -> None:
    for path, facts in some(pages.items()):
        html = (site / path).read_text(encoding="utf-8")

        host = HOST_TO_TRY if path == PAGE_TO_TRY else ""
        assert facts.meta["content-security-policy"] == policy(html, host), path
        assert len(inline_scripts(html)) == len(facts.scripts), path


def test_ids_are_unique_and_headings_follow_each_other(pages: dict[str, Facts]) -> None:
    for path, facts in some(pages.items()):
        assert len(facts.ids) == len(set(facts.ids)), path
        levels = [int(heading[1]) for heading in facts.headings]

        assert levels[:1] == [1], path
        assert all(b - a <= 1 for a, b in pairwise(levels)), (path, levels)


def test_a_page_has_one_title_and_its_own_address(site: Path, pages: dict[str, Facts]) -> None:
    titles: dict[str, str] = {}
    for path in some(pages):
        html = (site / path).read_text(encoding="utf-8")
        title = re.findall(r"<title>([^<]*)</title>", html)
        canonical = re.findall(r'<link rel="canonical" href="([^"]*)"', html)

        assert len(title) == 1, path
        assert titles.setdefault(title[0], path) == path
        if path != "404.html":
            assert canonical == [address(path)]


def test_no_two_lists_say_the_same_about_themselves(pages: dict[str, Facts]) -> None:
    lists = [path for path in pages if re.match(r"(manuals|tools)(/[^/]+)?/index", path)]
    said = Counter(pages[path].meta["description"] for path in lists)

    assert len(lists) > 2
    assert said.most_common(1)[0][1] == 1


@pytest.mark.parametrize("path", ["404.html", "index.html", TIDE, "security/index.html"])
def test_nothing_of_the_frame_is_left_unfilled(site: Path, path: str) -> None:
    html = (site / path).read_text(encoding="utf-8")

    assert "slot:" not in html
    assert "data-section" not in html or path in ("404.html", "security/index.html")


def test_the_maps_name_every_page(site: Path, pages: dict[str, Facts]) -> None:
    def locations(name: str) -> list[str]:
        tree = ET.fromstring((site / name).read_bytes())
        return [element.text or "" for element in tree.iter() if element.tag.endswith("loc")]

    named = [url for each in locations("sitemap.xml") for url in locations(each.removeprefix(BASE))]

    assert sorted(named) == sorted(address(path) for path in pages if path != "404.html")
    assert f"Sitemap: {BASE}sitemap.xml" in (site / "robots.txt").read_text(encoding="utf-8")


def test_a_tool_page_answers_what_readers_ask(site: Path) -> None:
    facts = facts_of((site / TIDE).read_text(encoding="utf-8"))

    for heading in ("use", "needs", "inputs", "output", "safety", "versions"):
        assert heading in facts.ids, heading


def test_a_tool_page_says_for_machines_what_it_is_about(site: Path) -> None:
    facts = facts_of((site / TIDE).read_text(encoding="utf-8"))
    kinds = {node["@type"]: node for node in facts.data[0]["@graph"]}

    assert kinds["SoftwareApplication"]["name"] == "next-tide"
    assert kinds["WebAPI"]["potentialAction"]["target"]["httpMethod"] == "GET"
    assert kinds["BreadcrumbList"]["itemListElement"][-1]["item"] == facts.meta["og:url"]
    assert facts.meta["og:title"] == "next-tide (acme/tides)"


def test_unused_scripts_of_the_theme_are_not_published(site: Path) -> None:
    scripts = {path.name for path in site.rglob("*.js")}

    wanted = {"builder", "catalogue", "compare", "docs", "filter", "registry", "search"}
    assert scripts == {f"{name}.js" for name in wanted}
    assert not list(site.rglob("*.map"))


def test_apis_of_a_publisher_are_listed_where_there_are_several(site: Path) -> None:
    several, one = (
        (site / "publishers" / name / "index.html").read_text(encoding="utf-8")
        for name in ("fen", "brook")
    )

    assert several.count('<a href="#streams">') == 2
    assert '<h2 id="streams">' in several
    assert 'class="contents"' not in one
    assert 'class="jump"' not in one


def test_page_of_a_publisher_says_which_hosts_are_verified(site: Path) -> None:
    verified, other = (site / "publishers" / name / "index.html" for name in ("acme", "brook"))
    twin = site / "publishers" / "acme" / "index.md"

    assert "example.<wbr>com (verified 2026-11-20)" in verified.read_text(encoding="utf-8")
    assert "The host api.acme.example.com names this publisher" in twin.read_text(encoding="utf-8")
    assert "verified" not in other.read_text(encoding="utf-8")
