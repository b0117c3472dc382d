"""Feeds, badges and numbers say what the catalogue says."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest
from publishing import SAMPLES, SETTINGS, published
from seen import some

from registry import pipeline
from registry.publish import Context, artefacts, render
from registry.publish._pages.charts import Chart, bars, steps

if TYPE_CHECKING:
    from pathlib import Path

    from page_facts import Facts

ATOM = "{http://www.w3.org/2005/Atom}"


def feeds(site: Path) -> list[Path]:
    return sorted((site / "feeds").rglob("*.atom"))


def test_every_feed_is_told_in_both_languages(site: Path) -> None:
    assert len(feeds(site)) > 10
    for path in feeds(site):
        tree = ET.fromstring(path.read_bytes())
        told = json.loads(path.with_suffix(".json").read_bytes())
        ids = [entry.findtext(f"{ATOM}id") for entry in tree.iter(f"{ATOM}entry")]

        assert ids == [item["id"] for item in told["items"]]
        assert len(ids) == len(set(ids))
        assert (
            told["feed_url"]
            == SETTINGS.base_url + path.relative_to(site).with_suffix(".json").as_posix()
        )


def test_news_of_a_manual_can_be_subscribed_to_on_its_page(site: Path) -> None:
    page = (site / "manuals/acme/tides/index.html").read_text(encoding="utf-8")
    for ending in ("atom", "json"):
        feed = f"feeds/publisher/acme.{ending}"

        assert (site / feed).is_file()
        assert f'<a href="../../../{feed}">' in page
        assert re.search(rf'<link rel="alternate" type="[^"]+" href="../../../{feed}">', page)


def test_the_newest_come_first_and_no_build_changes_their_date(site: Path) -> None:
    tree = ET.fromstring((site / "feeds" / "all.atom").read_bytes())
    dates = [entry.findtext(f"{ATOM}updated") or "" for entry in tree.iter(f"{ATOM}entry")]

    assert dates == sorted(dates, reverse=True)
    assert tree.findtext(f"{ATOM}updated") == dates[0]


@pytest.mark.parametrize(
    ("address", "prefix"),
    [
        ("https://acme.example.com/", "tag:acme.example.com,2026:"),
        ("https://acme.example.com/tools/", "tag:acme.example.com,2026:tools/"),
        ("https://acme.example.com/more/tools/", "tag:acme.example.com,2026:more/tools/"),
    ],
)
def test_registries_of_one_host_share_no_id(address: str, prefix: str) -> None:
    wanted = [each for each in artefacts() if each.name == "feeds"]
    context = Context(SETTINGS._replace(base_url=address))
    files = {file.path: file.data for file in render(published().catalogue, context, wanted)}
    tree = ET.fromstring(files["feeds/all.atom"])
    ids = [tree.findtext(f"{ATOM}id") or ""]
    ids += (entry.findtext(f"{ATOM}id") or "" for entry in tree.iter(f"{ATOM}entry"))

    assert len(ids) > 1
    assert ids[0] == f"{prefix}feed/all"
    assert all(each.startswith(prefix) for each in ids)


def entries(site: Path) -> dict[str, dict[str, str]]:
    """Return what the feed of everything says, by what happened."""
    told = json.loads((site / "feeds" / "all.json").read_bytes())
    return {item["id"].rpartition(":")[2]: item for item in told["items"]}


def test_feed_and_api_tell_the_same_events(site: Path) -> None:
    index = json.loads((site / "v1" / "changes" / "index.json").read_bytes())
    months = [site / "v1" / "changes" / f"{each['month']}.json" for each in index["months"]]
    told = [each for path in months for each in json.loads(path.read_bytes())["entries"]]
    dates = {
        f"{each['manual']}@{each.get('version') or each['state']}": f"{each['date']}T00:00:00Z"
        for each in told
    }

    assert {"acme/tides@1.2.0", "fen/retired@deprecated", "fen/withdrawn@quarantined"} <= set(dates)
    assert {each: item["date_published"] for each, item in entries(site).items()} == dates


def test_withdrawn_release_says_why(site: Path) -> None:
    told = entries(site)

    assert (
        told["acme/tides@1.2.0"]["content_text"]
        .splitlines()[0]
        .endswith("Withdrawn: The query input had the wrong name.")
    )
    assert "Withdrawn" not in told["acme/tides@1.1.0"]["content_text"]


def test_status_is_told_with_its_reason_and_where_to_go(site: Path) -> None:
    told = entries(site)["fen/retired@deprecated"]

    assert told["title"] == "Frogs, the old way is deprecated"
    assert "Frogs are counted elsewhere now." in told["content_text"]
    assert "`fen/streams`" in told["content_text"]


def test_manual_in_quarantine_leads_to_its_index_and_none_of_its_releases_are_told(
    site: Path,
) -> None:
    told = entries(site)

    assert told["fen/withdrawn@quarantined"]["title"] == "fen/withdrawn is in quarantine"
    assert not any(each.startswith("fen/withdrawn@1") for each in told)
    for each in told.values():
        path = site / each["url"].removeprefix(SETTINGS.base_url)
        assert path.is_file() or (path / "index.html").is_file()


def test_page_of_changes_marks_what_is_withdrawn(pages: dict[str, Facts]) -> None:
    text = pages["changes/index.html"].text

    assert "withdrawn" in text
    assert "Frogs, the old way is deprecated" in text


def test_a_new_version_tells_what_it_changes_for_callers(site: Path) -> None:
    told = json.loads((site / "feeds" / "all.json").read_bytes())
    news = {item["id"].rpartition(":")[2]: item["content_text"] for item in told["items"]}

    assert "New manual with" in news["acme/tides@1.0.0"]
    assert "breaks calls that worked" in news["acme/tides@1.1.0"]
    assert "- next-tide: callers now need the variable 'API_KEY'" in news["acme/tides@1.1.0"]


def test_pages_tell_what_a_version_changed(pages: dict[str, Facts]) -> None:
    change = "callers now need the variable 'API_KEY'"

    assert change in pages["manuals/acme/tides/index.html"].text
    assert change in pages["tools/acme/tides/next-tide/index.html"].text
    assert change not in pages["tools/acme/tides/send_report/index.html"].text
    assert change in pages["changes/index.html"].text


def test_a_feed_of_a_publisher_holds_only_its_releases(site: Path) -> None:
    told = json.loads((site / "feeds" / "publisher" / "acme.json").read_bytes())

    assert {item["url"] for item in told["items"]} == {f"{SETTINGS.base_url}manuals/acme/tides/"}


def test_every_manual_has_a_badge_in_both_forms(site: Path) -> None:
    for manual in some(published().catalogue.listed):
        picture = ET.fromstring((site / "badges" / f"{manual.id}.svg").read_bytes())
        told = json.loads((site / "badges" / f"{manual.id}.json").read_bytes())

        assert picture.get("aria-label") == f"{told['label']}: {told['message']}"


def test_browsers_are_told_how_to_search(site: Path) -> None:
    text = (site / "opensearch.xml").read_text(encoding="utf-8")

    assert f'template="{SETTINGS.base_url}catalogue/?q={{searchTerms}}"' in text
    assert "opensearch.xml" in (site / "index.html").read_text(encoding="utf-8")


def test_numbers_add_up(site: Path) -> None:
    told = json.loads((site / "stats" / "stats.json").read_bytes())
    tools = len(published().catalogue.tools)

    for facet in ("protocol", "transport", "auth", "effect"):
        assert sum(told[facet].values()) == tools, facet


def test_chart_of_the_most_frequent_says_so(site: Path, launch: Path) -> None:
    few, many = (each.joinpath("stats/index.html").read_text("utf-8") for each in (site, launch))
    tags = [each for each in (launch / "tags").iterdir() if each.is_dir()]

    assert "most frequent" not in few
    assert f"The 12 most frequent of {len(tags):,}." in many


def test_numbers_tell_what_the_rules_found(site: Path) -> None:
    told = json.loads((site / "stats" / "stats.json").read_bytes())
    found = Counter(each.rule for each in pipeline.check(SAMPLES).diagnostics)

    assert told["findings"].items() <= found.items()
    assert set(told["findings"].values()) >= {max(found.values())}


@pytest.mark.parametrize("rows", [(), (("a<b", 0),), (("x", 3), ("y", 1_200))])
def test_a_chart_is_a_picture_that_tells_its_title(rows: tuple[tuple[str, int], ...]) -> None:
    picture = ET.fromstring(bars(Chart("c", "Tools & more", ("What", "Tools"), rows)))

    assert picture.get("role") == "img"
    assert picture[0].text == "Tools & more; the same numbers are in the table"
    assert len(list(picture.iter("rect"))) == len(rows)


def test_growth_ends_with_the_tools_that_there_are(site: Path) -> None:
    told = json.loads((site / "stats" / "stats.json").read_bytes())

    assert sum(told["growth"].values()) == len(published().catalogue.tools)


def test_growth_goes_up_with_time() -> None:
    rows = (("2026-01-01", 5), ("2026-01-03", 10), ("2026-02-01", 1))
    picture = ET.fromstring(steps(Chart("g", "Growth", ("Day", "Tools"), rows)))

    assert [text.text for text in picture.iter("text")] == ["2026-01-01", "2026-02-01", "16"]
