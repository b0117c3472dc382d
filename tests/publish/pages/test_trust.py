"""What pages claim of a manual: who wrote it, what was checked, what a call may destroy."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from publishing import SAMPLES, SETTINGS
from seen import some

from registry import pipeline
from registry.model import Catalogue, Effect
from registry.publish import Context, artefacts, render
from registry.publish._pages import words

if TYPE_CHECKING:
    from pathlib import Path

    from registry.model import Tool

TOOLS = [each for each in artefacts() if each.name == "pages_tools"]
DELETE = "tools/acme/tides/delete_report/index.html"


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return pipeline.check(SAMPLES).catalogue


def tool(catalogue: Catalogue, name: str) -> Tool:
    return next(each for each in catalogue.tools if each.name == name)


def test_only_a_stated_effect_is_marked_as_destructive(catalogue: Catalogue) -> None:
    stated = replace(
        tool(catalogue, "delete_report"), effect=Effect.DESTRUCTIVE, effect_is_stated=True
    )
    guessed = replace(stated, effect_is_stated=False)

    assert words.effect_words(stated) == "may delete something"
    assert words.effect_mark(stated) == "destructive"
    assert words.effect_words(guessed) == "may delete something (guessed)"
    assert words.effect_mark(guessed) == "write"
    assert words.effect_mark(replace(stated, effect=Effect.READ)) == ""


def test_caution_claims_no_more_than_that_something_may_be_gone(catalogue: Catalogue) -> None:
    # `destructive` also is what moves things to the trash, and any click in a browser.
    trash = replace(tool(catalogue, "delete_report"), effect_is_stated=True)

    assert "A call may delete or overwrite something, perhaps for good. Ask first." in (
        *words.tool_cautions(replace(trash, effect=Effect.DESTRUCTIVE)),
    )


def test_a_warning_comes_before_the_code_that_it_is_about(site: Path) -> None:
    html = (site / DELETE).read_text(encoding="utf-8")

    assert 0 < html.index('<div class="warning') < html.index('<pre class="code"')


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("tools/brook/tides/next-tide", "written by contributors"),
        ("manuals/brook/tides", "written by contributors"),
        ("publishers/brook", "written by contributors"),
        ("publishers/acme", "verified publisher"),
    ],
)
def test_pages_say_who_wrote_what_they_show(site: Path, page: str, said: str) -> None:
    assert said in (site / page / "index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("is_own", [True, False])
def test_registry_is_not_said_to_have_no_part_in_its_own_manuals(
    catalogue: Catalogue, shell: str, *, is_own: bool
) -> None:
    manual = next(each for each in catalogue.manuals if each.id == "brook/tides")
    if is_own:
        publisher = replace(manual.publisher, title=SETTINGS.name)
        manual = replace(manual, publisher=publisher)
    names = {"pages_publishers", "pages_manuals", "pages_tools"}
    wanted = [each for each in artefacts() if each.name in names]
    context = Context(SETTINGS._replace(docs=("submit/",)), shell)
    files = render(Catalogue((manual.publisher,), (manual,)), context, wanted)
    pages = {
        each.path.split("/")[0]: each.data.decode()
        for each in files
        if "/brook/" in each.path and each.path.endswith("index.html")
    }

    assert ("has not taken part" in pages["publishers"]) is not is_own
    for page in pages.values():
        assert ("not the publisher" in page) is (not is_own and page != pages["publishers"])
        assert "Is it your API?" not in page or not is_own


@pytest.mark.parametrize("page", ["publishers/brook", "tools/brook/tides/next-tide"])
@pytest.mark.parametrize("docs", [("submit/",), ()])
def test_publishers_learn_what_to_do_about_what_others_wrote(
    catalogue: Catalogue, shell: str, page: str, docs: tuple[str, ...]
) -> None:
    wanted = [each for each in artefacts() if each.name in {"pages_publishers", "pages_tools"}]
    context = Context(SETTINGS._replace(docs=docs), shell)
    files = {each.path: each.data.decode() for each in render(catalogue, context, wanted)}
    html = files[f"{page}/index.html"]

    assert html.count('submit/#if-it-is-your-api">Is it your API?</a>') == len(docs)
    assert "Is it your API?" not in files["publishers/acme/index.html"]


def test_rows_of_a_publisher_do_not_repeat_whose_they_are(site: Path) -> None:
    html = (site / "publishers/brook/index.html").read_text(encoding="utf-8")

    assert html.count("by contributors") == 1
    assert "tool__where" not in html


def test_no_space_comes_before_the_comma_after_a_source(site: Path) -> None:
    sources = [
        line
        for path in some([*site.glob("manuals/*/*/index.html"), *site.glob("manuals/*/*/index.md")])
        for line in path.read_text(encoding="utf-8").splitlines()
        if ", read on " in line or " , read on " in line
    ]

    for each in some(sources):
        assert " , read on" not in each


def test_rows_say_who_wrote_the_manual(site: Path) -> None:
    html = (site / "catalogue/index.html").read_text(encoding="utf-8")

    assert html.count('<li class="tool">') == html.count("<span>by ")


def test_nothing_that_was_only_checked_is_called_verified(site: Path) -> None:
    html = (site / "tools/brook/tides/next-tide/index.html").read_text(encoding="utf-8")

    assert "<dt>Checked</dt>" in html
    assert "No: the publisher has not confirmed" in html


def test_rules_that_were_off_are_named(catalogue: Catalogue, shell: str) -> None:
    off = {"": ("rule-for-nobody",), "acme/tides": ("rule-not-here",)}
    context = Context(SETTINGS, shell, 10, off=off)
    files = {each.path: each.data.decode() for each in render(catalogue, context, TOOLS)}
    page, other = files[DELETE], files["tools/brook/tides/next-tide/index.html"]

    assert "under its schema and 8 rules. 2 rules are off for it" in page
    assert "rules/rule-not-here/" in page
    assert "under its schema and 9 rules. 1 rule is off for it" in other
    assert "rule-not-here" not in other


def test_lists_mark_what_is_deprecated(site: Path) -> None:
    catalogue = (site / "catalogue/index.html").read_text(encoding="utf-8")
    rows = [row for row in catalogue.split("</li>") if '<li class="tool">' in row]
    publisher = (site / "publishers/fen/index.html").read_text(encoding="utf-8")
    retired = publisher.partition('<h2 id="retired">')[2].partition("<h2")[0]

    for row in some(rows):
        assert (">deprecated<" in row) is ("fen/retired" in row)
    assert any("fen/retired" in row for row in rows)
    assert publisher.count(">deprecated<") == retired.count(">deprecated<") == 1


@pytest.mark.parametrize("page", ["manuals/fen/retired", "tools/fen/retired/count_frogs"])
def test_what_is_deprecated_leads_to_its_successor(site: Path, page: str) -> None:
    html = (site / page / "index.html").read_text(encoding="utf-8")

    assert '/manuals/fen/streams/"><code>fen/streams</code></a>.' in html
