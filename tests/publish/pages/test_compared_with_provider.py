"""Pages, records and numbers say how far a manual was compared with what its provider says."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from publishing import published

if TYPE_CHECKING:
    from pathlib import Path


def words_of(page: Path) -> str:
    """Return the text of a page on one line."""
    return " ".join(re.sub(r"<[^>]+>", " ", page.read_text(encoding="utf-8")).split())


def test_tool_page_says_how_many_facts_agree(site: Path) -> None:
    text = words_of(site / "tools/acme/tides/next-tide/index.html")

    assert "compared with the provider's document on 2026-03-01: 41 of 41 facts agree." in text


def test_what_differs_is_said_with_its_reason(site: Path) -> None:
    text = words_of(site / "tools/acme/tides/send_report/index.html")

    assert "12 of 14 facts agree, 1 is stricter, 1 differs." in text
    assert "required here, optional there. The server refuses a report without &lt;a port" in text


def test_tool_that_no_program_can_compare_names_where_it_was_looked_up(site: Path) -> None:
    text = words_of(site / "tools/acme/tides/list_members/index.html")

    assert "were looked up on 2026-02-27 in https://acme.example.com/members" in text


def test_tool_that_was_not_compared_says_nothing(site: Path) -> None:
    text = words_of(site / "tools/acme/tides/delete_report/index.html")

    assert "This tool, compared" not in text
    assert "looked up" not in text


def test_manual_page_adds_its_tools_up(site: Path) -> None:
    for name in ("index.html", "index.md"):
        text = words_of(site / "manuals/acme/tides" / name)

        assert (
            "2 of 4 tools compared with the provider's document on 2026-03-01: "
            "53 of 55 facts agree, 1 is stricter, 1 differs." in text
        )
        assert "The call and the required inputs of 1 tool were looked up." in text


def test_records_carry_it_beside_what_digests_cover() -> None:
    site = published()
    record = site.json("v1/tools/acme/tides/send_report.json")
    versions = site.json("v1/manuals/acme/tides/index.json")["versions"]

    assert record["compared"] == {
        "date": "2026-03-01",
        "right": 12,
        "wrong": 1,
        "stricter": 1,
        "not_found": 0,
    }
    assert "compared" not in record["definition"]
    assert [each["version"] for each in versions if "compared" in each] == ["1.1.0"]


def test_numbers_say_how_much_of_the_catalogue_was_compared(site: Path) -> None:
    numbers = json.loads((site / "stats/stats.json").read_text("utf-8"))

    assert numbers["compared"]["by a program"] == 2
    assert numbers["compared"]["by hand"] == 1
    assert numbers["facts"] == {"right": 53, "stricter": 1, "wrong": 1}


def test_what_differs_on_purpose_is_not_called_wrong_on_a_page(site: Path) -> None:
    page = (site / "stats/index.html").read_text("utf-8")

    assert '<th scope="row">differ</th><td>1</td>' in page
    assert ">wrong<" not in page
