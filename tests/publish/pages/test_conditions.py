"""Pages say from which documents a manual was written, and under which conditions it is used."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from seen import some

if TYPE_CHECKING:
    from pathlib import Path

    from publishing import Published

PAGES = ("manuals/acme/tides/", "tools/acme/tides/next-tide/")
SPECS = "https://github.com/acme/specs/blob/1a2b3c4d5e6f70819/tides.yaml"


def words_of(page: Path) -> str:
    """Return the text of a page of HTML or Markdown on one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.read_text(encoding="utf-8")).split())


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("name", ["index.html", "index.md"])
def test_conditions_are_on_every_page_of_a_manual(site: Path, page: str, name: str) -> None:
    text = words_of(site / page / name)

    assert "harbours of the North Sea" in text
    assert "2,000 an hour" in text
    assert "10 a second, with a key of the club" in text
    assert "One report at a time." in text
    assert "Tides by Acme" in text
    assert "non-commercial" in text


@pytest.mark.parametrize("page", ["manuals/acme/tides/", "tools/acme/tides/send_report/"])
def test_values_and_limits_are_before_the_first_section(site: Path, page: str) -> None:
    first, *_ = (site / page / "index.html").read_text(encoding="utf-8").split("<h2")

    assert re.search(r'<dt>You need</dt><dd><a href="#needs"><code>\w+</code></a> \w+', first)
    assert "2,000 an hour" in first


@pytest.mark.parametrize("page", PAGES)
def test_sources_are_linked_in_the_state_that_was_read(site: Path, page: str) -> None:
    text = (site / page / "index.html").read_text(encoding="utf-8")

    assert f'href="{SPECS}"' in text
    assert 'href="https://www.npmjs.com/package/@acme/tides/v/1.1.0"' in text
    assert 'href="https://acme.example.com/limits"' in text
    assert "1a2b3c4d5e, read on 2026-02-27" in words_of(site / page / "index.html")


def test_sources_of_some_tools_are_named_on_the_pages_of_these_only(site: Path) -> None:
    tools = site / "tools/acme/tides"
    named = {page.parent.name for page in tools.glob("*/index.html") if SPECS in page.read_text()}
    words = words_of(site / PAGES[0] / "index.html").replace(" ,", ",")

    assert named == {"next-tide", "send_report"} < {page.name for page in tools.iterdir()}
    assert "( next-tide, send_report )" in words


def test_documented_reply_is_shown_beside_the_output(site: Path) -> None:
    page = site / PAGES[1]

    assert '{"height": 1.4, "anything": ["high"]}' in words_of(page / "index.html")
    assert '{"height": 1.4, "anything": ["high"]}' in words_of(page / "index.md").replace(
        '{ "', '{"'
    )


def test_manual_that_states_nothing_is_said_to_have_nothing(site: Path) -> None:
    text = words_of(site / "manuals/brook/tides/index.html")

    assert "Limit" not in text
    assert "non-commercial" not in text
    assert "written from" not in text


def test_page_of_a_manual_says_at_the_top_whether_one_needs_a_key(launch: Path) -> None:
    for manual, traits in (
        ("uniprot/proteins", "4 tools no key reads only version"),
        ("airtable/bases", "7 tools key or token 3 of 7 write version"),
    ):
        assert traits in words_of(launch / "manuals" / manual / "index.html")


def test_hosts_are_each_an_entry_and_limits_are_one_line(site: Path) -> None:
    hosts = (site / "publishers/dell/index.html").read_text("utf-8").replace("<wbr>", "")
    limits = (site / PAGES[1] / "index.html").read_text(encoding="utf-8")

    assert "<dt>Hosts</dt><dd>rfc.dell.example.com</dd><dd>otc.dell.example.com</dd>" in hosts
    assert "with a key of the club. One report at a time.</dd>" in limits


def test_limits_say_what_callers_may_do_and_not_what_was_read(launched: Published) -> None:
    notes = [str(limit) for manual in launched.catalogue.manuals for limit in manual.limits]
    about_reading = re.compile(r"\bis stated\b|\bdocument\w* (that )?(was |were )?read\b")

    assert [note for note in some(notes) if about_reading.search(note)] == []


def test_documents_of_one_place_share_one_line(launch: Path) -> None:
    html = (launch / "manuals/uniprot/proteins/index.html").read_text(encoding="utf-8")

    assert html.count("github.com/ebi-uniprot/uniprot-manual 455252b9e6, read on") == 1
    assert re.search(r"<ul><li><a [^>]*>help/api_queries\.md</a>: ", html)
