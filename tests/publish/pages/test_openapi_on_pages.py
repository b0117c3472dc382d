"""Pages lead to the OpenAPI documents of a manual."""

from __future__ import annotations

from typing import TYPE_CHECKING

from publishing import SETTINGS

if TYPE_CHECKING:
    from pathlib import Path

    from page_facts import Facts

DOCUMENT = "v1/openapi/acme/tides.json"


def test_page_of_a_manual_has_the_address_to_give_to_other_programs(site: Path) -> None:
    page = (site / "manuals/acme/tides/index.html").read_text(encoding="utf-8")

    assert 'id="openapi"' in page
    assert f"<code>{SETTINGS.base_url}{DOCUMENT}</code>" in page


def test_page_of_a_tool_leads_to_the_document_that_has_it(pages: dict[str, Facts]) -> None:
    links = pages["tools/acme/tides/next-tide/index.html"].links

    assert any(link.endswith(DOCUMENT) for _, link in links)


def test_pages_of_what_no_document_has_lead_to_none(site: Path) -> None:
    for path in ("manuals/fen/local/index.html", "tools/fen/local/ring_bell/index.html"):
        assert "/openapi/" not in (site / path).read_text(encoding="utf-8")
